package render

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/wording"
	"unfold/kernel/render/chart"
	"unfold/kernel/render/table"
)

// A view of a report: its parts in the order in which every form shows them.
type reportView struct {
	report  *engine.Report
	brief   bool // with its first figure, scores and notes alone
	figures []*figure.Figure
	data    string // what ran: the rows
	rows    string // what ran: how they were divided
	sweep   string // what ran: between what was chosen, empty without candidates
	choice  string // what ran: what was chosen
	well    []engine.Summary
	scores  table.Table // how well
	answers table.Table // rows without a label
	sizes   string      // of their classes
	trusted []engine.Summary
	trust   table.Table // why to trust it, beside figures and notes
	grounds []string
	notes   []string
	total   string // what it cost
	effort  string // of a choice
	perStep table.Table
}

func viewOf(r *engine.Report) reportView {
	v := reportView{report: r, figures: r.Figures, data: dataLine(r.Table), rows: protocolLine(r)}
	for _, s := range r.Scores {
		if s.OfEmbedding || s.OfRows {
			v.trusted = append(v.trusted, s)
		} else {
			v.well = append(v.well, s)
		}
	}
	v.well = append(v.well, r.Answered...)
	v.scores, v.trust = scoreTable(v.well), scoreTable(v.trusted)
	if r.Final != nil {
		v.answers, v.sizes = answersTable(r)
	}
	for _, n := range r.Notes {
		v.notes = append(v.notes, n.String())
	}
	v.grounds = grounds(r)
	if r.Tuning != nil {
		v.sweep, v.choice, v.effort = sweepLine(r.Tuning), choiceLine(r.Tuning), effortLine(r.Tuning)
	}
	v.total = fmt.Sprintf("%s in all, %s of memory at most", seconds(r.Seconds), wording.Bytes(r.Peak))
	v.perStep = costTable(r)
	return v
}

// evidenceTitle is what stands above figures and notes: where nothing was scored,
// there is nothing to trust.
func (v reportView) evidenceTitle() string {
	if len(v.well)+len(v.trusted)+len(v.grounds) == 0 {
		return "What it shows"
	}
	return "Why to trust it"
}

// classCount counts classes, which the plural of others does not fit.
func classCount(n int) string {
	if n == 1 {
		return "1 class"
	}
	return fmt.Sprintf("%d classes", n)
}

// dataLine says what the rows are: name, size, classes.
func dataLine(t *engine.Table) string {
	if t == nil {
		return ""
	}
	line := fmt.Sprintf("%s: %s × %s", nameOf(t), table.Count(t.Len(), "row"), table.Count(len(t.Columns), "column"))
	switch {
	case t.HasClasses():
		line += ", " + classCount(len(t.Classes))
		if len(t.Classes) <= 10 {
			var sizes []string
			for i, n := range t.Sizes() {
				sizes = append(sizes, fmt.Sprintf("%s: %d", t.Classes[i], n))
			}
			line += " (" + strings.Join(sizes, ", ") + ")"
		}
	case t.Width() > 1:
		line += ", responses: " + strings.Join(t.ResponseNames(), ", ")
	case t.HasResponse() && t.Label != "":
		line += ", response: " + t.Label
	}
	unlabelled := 0
	for i := range t.Len() {
		if !t.Known(i) {
			unlabelled++
		}
	}
	if unlabelled > 0 {
		line += fmt.Sprintf(", %d without a label", unlabelled)
	}
	return line
}

func nameOf(t *engine.Table) string {
	for _, name := range []string{t.Name, t.Source} {
		if name != "" {
			return name
		}
	}
	return "table"
}

// protocolLine says how rows were divided, and what the numbers are about.
func protocolLine(r *engine.Report) string {
	line := r.Protocol
	if line == "" {
		return ""
	}
	if n := len(r.Runs); n > 1 {
		line += fmt.Sprintf(", %d folds", n)
	} else if n == 1 {
		line += heldText(r.Runs[0].Fold, learns(r))
	}
	if r.Transduced {
		line += ", transduced: held rows were present without their labels"
	}
	if r.Seed != 0 && !strings.Contains(line, "seed=") {
		line += fmt.Sprintf(", seed %d", r.Seed)
	}
	return line
}

// learns reports whether a step of the pipeline has learned something from rows.
func learns(r *engine.Report) bool {
	return slices.ContainsFunc(r.Steps, func(s engine.StepReport) bool {
		return s.Role >= engine.PrepareRole && s.Role <= engine.PredictorRole
	})
}

func heldText(f engine.Fold, learns bool) string {
	switch {
	case len(f.Held) == 0 && !learns:
		return ": all rows, of which nothing is learned"
	case len(f.Held) == 0:
		return ": all rows are learned from, and the results describe them"
	}
	text := fmt.Sprintf(": %s, %d held", table.Count(len(f.Train), "training row"), len(f.Held))
	if len(f.Unlabelled) > 0 {
		text += fmt.Sprintf(", %d without a label", len(f.Unlabelled))
	}
	return text
}

// intervalName heads the column of what bounds scores.
const intervalName = "95 % interval"

// scoreTable sets scores with what is known about their spread; a column that
// no score fills is left out.
func scoreTable(scores []engine.Summary) table.Table {
	if len(scores) == 0 {
		return table.Table{}
	}
	var spread, bounded bool
	folds := 0
	for _, s := range scores {
		spread = spread || !math.IsNaN(s.SD)
		bounded = bounded || !math.IsNaN(s.Low)
		folds = max(folds, len(s.Folds))
	}
	t := table.Table{Named: true, Columns: []table.Column{{Name: "score"}, {Name: "value", Numbers: true}}}
	if spread {
		t.Columns = append(t.Columns, table.Column{Name: fmt.Sprintf("± sd of %d folds", folds), Numbers: true})
	}
	if bounded {
		t.Columns = append(t.Columns, table.Column{Name: intervalName})
	}
	t.Columns = append(t.Columns, table.Column{Name: "better"})
	for _, s := range scores {
		row := []string{s.Name, table.Fixed(s.Mean, 4)}
		if spread {
			row = append(row, known(s.SD))
		}
		if bounded {
			row = append(row, intervalText(s))
		}
		t.Rows = append(t.Rows, append(row, s.Better.String()))
	}
	return t
}

// intervalText writes what bounds a score; nothing where nothing does.
func intervalText(s engine.Summary) string {
	if math.IsNaN(s.Low) {
		return ""
	}
	return table.Fixed(s.Low, 4) + " to " + table.Fixed(s.High, 4)
}

// answerRows is how many rows without a label are shown with what was predicted.
const answerRows = 8

// answersTable sets what was predicted of the first rows without a label; sizes
// counts all of them by class.
func answersTable(r *engine.Report) (t table.Table, sizes string) {
	answers := r.Unlabelled()
	classes, counts := answers.Sizes()
	var words []string
	for i, class := range classes {
		words = append(words, fmt.Sprintf("%s: %d", class, counts[i]))
	}
	if words != nil {
		sizes = "predicted: " + strings.Join(words, ", ")
	}
	sheet := answers.Table()
	more := len(sheet.Rows) - answerRows
	sheet.Rows = sheet.Rows[:min(len(sheet.Rows), answerRows)]
	t = sheetTable(sheet)
	t.MoreRows = more
	return t, sizes
}

// known writes v, or nothing where there is no such number.
func known(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return table.Fixed(v, 4)
}

// costTable says where the time went: its seconds add up to those of the report.
func costTable(r *engine.Report) table.Table {
	t := table.Table{Named: true, Columns: []table.Column{{Name: "stage"}, {Name: "seconds", Numbers: true}, {Name: "MB allocated", Numbers: true}}}
	between := r.Seconds
	for _, s := range slices.Concat(r.Steps, r.Added) {
		t.Rows = append(t.Rows, []string{s.Name, table.Fixed(s.Seconds, 3), table.Fixed(float64(s.Bytes)/1e6, 1)})
		between -= s.Seconds
	}
	if t.Rows != nil {
		t.Rows = append(t.Rows, []string{"between stages", table.Fixed(max(0, between), 3), ""})
	}
	return t
}

func seconds(s float64) string {
	switch {
	case s < 1:
		return fmt.Sprintf("%.0f ms", s*1e3)
	case s < 100:
		return fmt.Sprintf("%.1f s", s)
	}
	return fmt.Sprintf("%d min %d s", int(s)/60, int(s)%60)
}

// A briefed value is a report that is to be shown in few lines.
type briefed interface{ Brief() *engine.Report }

// viewOf is the view of a report that the reader wants.
func (r *Renderer) viewOf(report *engine.Report) reportView {
	r.mu.Lock()
	brief := r.brief
	r.mu.Unlock()
	v := viewOf(report)
	if brief {
		v = briefly(report)
	}
	return r.dressedView(v)
}

// dressedView is the view with its figures as the reader wants them.
func (r *Renderer) dressedView(v reportView) reportView {
	v.figures = r.dressed(v.figures)
	return v
}

// briefly is the view of a report with its first figure alone, and without costs.
func briefly(report *engine.Report) reportView {
	v := viewOf(report)
	v.brief = true
	v.perStep, v.effort, v.sweep = table.Table{}, "", ""
	v.figures = v.figures[:min(len(v.figures), 1)]
	return v
}

// reportBundle shows a view of a report.
func (r *Renderer) reportBundle(v reportView) bundle {
	sheet := chart.Sheet{Figures: v.figures, Looks: r.looks, Text: strings.Split(v.text(false), "\n")}
	return r.withFigures(textBundle(v.text(true)), sheet, func() (string, error) { return v.html(r.looks) })
}
