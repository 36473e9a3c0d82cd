package dsl

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/figure"
	"unfold/engine/wording"
)

// A Plan says what a pipeline would do, before it does it.
type Plan struct {
	Pipeline engine.Pipeline
	Protocol string         // what divides the rows, named or standard; empty for a recipe
	Kept     *engine.Report // an earlier run of the same sentence, if it is kept
	Fault    error          // what is wrong with it, if anything

	// Work is what its rows make of it, as far as they could be loaded and
	// divided; nil for a recipe, which has none.
	Work *evaluate.Plan
}

// plan explains p without running it: the rows are loaded and divided, and
// nothing is learned from them.
func (s *Session) plan(p *Pipeline) *Plan {
	p.mustExist()
	sentence := p.sentence()
	plan := &Plan{Pipeline: sentence, Kept: s.kept.look(sentence)}
	switch {
	case p.IsRecipe():
		return plan
	case sentence.Has(engine.ProtocolRole):
		plan.Protocol = "the protocol it names"
	case sentence.Has(engine.PredictorRole):
		plan.Protocol = "the standard protocol, since it predicts and names none"
	default:
		plan.Protocol = "none: all rows are placed, since nothing is predicted"
	}
	work, err := evaluate.NewPlan(engine.WithProgress(s.context(), s.output().Progress), sentence, s.environment(s.catalogue()))
	if isCancel(err) {
		panic(abort{err})
	}
	plan.Work, plan.Fault = work, p.locateError(err)
	return plan
}

// Table returns the plan as a table, a row for each step.
func (p *Plan) Table() *figure.Sheet {
	sheet := &figure.Sheet{Title: "A recipe, which runs when data stand before it", Foot: p.foot()}
	switch {
	case len(p.Pipeline.Steps) == 1 && p.Pipeline.Has(engine.FormRole):
		sheet.Title = "A map form, which stands in an argument of a stage"
	case p.Protocol != "":
		sheet.Title = "Rows are divided by " + p.Protocol
	}
	sheet.Columns = []string{"step", "role", "arguments", "learns from"}
	costed := p.known() && len(p.Work.Folds) > 0 && p.Fault == nil
	if costed {
		sheet.Columns = append(sheet.Columns, "fits", "time", "memory")
	}
	sheet.Columns = append(sheet.Columns, "what it does")
	for i, s := range p.steps() {
		row := []figure.Cell{figure.Word(s.Name()), figure.Word(s.Role().String()), figure.Word(arguments(s)), figure.Word(p.learnsFrom(i))}
		if costed {
			row = append(row, costCells(p.Work.Forecast, i)...)
		}
		sheet.Rows = append(sheet.Rows, append(row, figure.Word(s.Stage.Summary)))
		sheet.Rows = append(sheet.Rows, argumentRows(s, len(sheet.Columns))...)
	}
	return sheet
}

// argumentRows are rows for the stages in the arguments of a step, each word once.
func argumentRows(s engine.Step, columns int) (rows [][]figure.Cell) {
	told := map[string]bool{}
	for _, inner := range s.Stages() {
		if told[inner.Name()] {
			continue
		}
		told[inner.Name()] = true
		row := make([]figure.Cell, columns)
		row[0], row[1], row[2] = figure.Word("  "+inner.Name()), figure.Word(inner.Role().String()), figure.Word("of "+s.Name())
		if inner.ReadsLabels() {
			row[3] = figure.Word("labels")
		}
		row[columns-1] = figure.Word(inner.Stage.Summary)
		rows = append(append(rows, row), argumentRows(inner, columns)...)
	}
	return rows
}

// known reports whether there are rows to tell of.
func (p *Plan) known() bool { return p.Work != nil && p.Work.Table != nil }

// steps are the steps that run, with the protocol that the catalogue adds.
func (p *Plan) steps() []engine.Step {
	if p.Work != nil {
		return p.Work.Pipeline.Steps
	}
	return p.Pipeline.Steps
}

// arguments writes the arguments of a step, defaults filled in.
func arguments(s engine.Step) string {
	text := strings.TrimPrefix(s.String(), s.Name())
	return strings.TrimSuffix(strings.TrimPrefix(text, "("), ")")
}

// costCells are the cells of a step's work; empty for one that learns nothing.
func costCells(f evaluate.Forecast, step int) []figure.Cell {
	for _, e := range f.Steps {
		if e.At != step {
			continue
		}
		cells := []figure.Cell{{Text: wording.Number(e.Fits), Value: float64(e.Fits)}, figure.Word("unknown"), figure.Word("unknown")}
		if !math.IsNaN(e.Seconds) {
			cells[1] = figure.Cell{Text: evaluate.About(e.Seconds), Value: e.Seconds}
			cells[2] = figure.Cell{Text: evaluate.Megabytes(e.Bytes), Value: float64(e.Bytes)}
		}
		return cells
	}
	return []figure.Cell{figure.Word(""), figure.Word(""), figure.Word("")}
}

// foot are the sentences under the table: how much there is to do, how it is
// chosen, what is there already, what is wrong.
func (p *Plan) foot() (lines []string) {
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if p.known() {
		_, columns := p.Work.Table.X.Dims()
		say("%d rows of %d columns from %s", p.Work.Table.Len(), columns, p.Work.Table.Source)
	}
	if n := p.Pipeline.Settings(); n > 1 {
		names := make([]string, 0, 4)
		for _, v := range p.Pipeline.Candidates() {
			names = append(names, fmt.Sprintf("%s (%d)", v.Name(), len(v.Values)))
		}
		say("%s settings: %s", wording.Number(n), strings.Join(names, " × "))
	}
	if n := p.unlabelled(); n > 0 {
		say("without a label: %s, which no protocol divides; what needs no label learns from them too", wording.Count(n, "row"))
	}
	if p.known() && p.Work.Final != nil {
		say("one more fold learns from all %s with a label, to predict the others", wording.Count(len(p.Work.Final.Train), "row"))
	}
	if p.transduced() {
		say("the held rows are there without their labels: scores are transductive")
	}
	if p.known() && p.Fault == nil {
		if folds, deals := p.countFolds(); deals > 0 {
			say("%s with the labels that rows have, and as many for each of %s that deal them anew", wording.Count(folds, "fold"), wording.Count(deals, "time"))
		}
		if t := p.Work.Tuning; t != nil {
			say("each training part chooses by %s of %s, rule %s", t.Measure, onRows(t.Inner), t.Rule)
			say("%s", p.Work.Workload)
		}
		lines = append(lines, p.budget()...)
		if about := p.Work.Forecast.String(); about != "" && p.Kept == nil {
			say("to learn it takes %s", about)
		}
	}
	if p.Kept != nil {
		say("its result is kept from an earlier run of %.2f s", p.Kept.Seconds)
	} else if kept := p.reused(); kept != "" {
		say("%s", kept)
	}
	if p.Fault != nil {
		say("it cannot run: %s", p.Fault)
	}
	return lines
}

// reused tells which steps earlier runs have done already.
func (p *Plan) reused() string {
	if p.Work == nil {
		return ""
	}
	var done []string
	for at, folds := range p.Work.Kept {
		if folds > 0 {
			done = append(done, fmt.Sprintf("%s in %d of %d folds", p.Work.Pipeline.Steps[at].Name(), folds, len(p.Work.Folds)))
		}
	}
	if len(done) == 0 {
		return ""
	}
	return "earlier runs have done already: " + strings.Join(done, ", ")
}

// muchWork is how many fits of a whole pipeline a reader may want to be warned
// of.
const muchWork = 10_000

// budget tells how many fits of the whole pipeline a choice may take, or that
// there are very many.
func (p *Plan) budget() []string {
	w := p.Work.Workload
	fits := w.Settings * w.Folds * w.Inner
	switch most := p.Work.Choosing.Budget; {
	case w.Settings == 1:
		return nil
	case most != engine.Auto && most < w.Settings*w.Inner:
		return []string{fmt.Sprintf("over the budget of %s fits a fold, so settings are halved: those that do best go on to more rows", wording.Number(most))}
	case most == engine.Auto && fits > muchWork:
		return []string{fmt.Sprintf("%s fits of the whole pipeline are many: budget=%d in the protocol would give up settings that do badly on few rows", wording.Number(fits), muchWork/max(1, w.Folds))}
	}
	return nil
}

// learnsFrom says which rows step i learns from and what of them it reads.
// Where held rows are there without their labels, all learn from them but what
// reads labels, which is the predictor. Rows without a label are there up to the
// first step that needs labels.
func (p *Plan) learnsFrom(i int) string {
	s := p.steps()[i]
	switch {
	case !learns(s):
		return "nothing"
	case readsLabels(s):
		return "training rows and their labels"
	case p.transduced():
		return "all rows"
	case p.unlabelled() > 0 && !slices.ContainsFunc(p.steps()[:i], engine.Step.NeedsLabels):
		return "training rows, and those without a label"
	}
	return "training rows"
}

// unlabelled is how many rows have no label.
func (p *Plan) unlabelled() int {
	if p.Work == nil || len(p.Work.Folds) == 0 {
		return 0
	}
	return len(p.Work.Folds[0].Unlabelled)
}

// transduced reports whether steps meet the held rows, though not their labels.
func (p *Plan) transduced() bool {
	return p.Work != nil && len(p.Work.Folds) > 0 && p.Work.Folds[0].Transduced
}

// countFolds counts the folds in which rows keep their labels, and how often
// labels are dealt anew.
func (p *Plan) countFolds() (folds, deals int) {
	for _, f := range p.Work.Folds {
		if f.Deal == 0 {
			folds++
		}
		deals = max(deals, f.Deal)
	}
	return folds, deals
}

// learns reports whether a step learns from training rows.
func learns(s engine.Step) bool { return s.Acts() }

// readsLabels reports whether it reads their labels too.
func readsLabels(s engine.Step) bool {
	return learns(s) && s.ReadsLabels()
}
