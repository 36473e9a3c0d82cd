package render

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/kernel/render/chart"
	"unfold/kernel/render/table"
)

// leading is the frame of a report's first figure, which shows what came of it.
var leading = frame{width: 540, height: 364, caption: firstSentence}

// html sets the report for a page, so that it fits a screen: what ran folds away, the
// first figure stands beside the scores and what is to be known of them, the others are
// small below.
func (v reportView) html(looks *chart.Looks) (string, error) {
	page := figurePage{looks: looks, rows: rowValues(v.report.Table, v.figures)}
	page.WriteString(v.ranHTML())
	first, others := v.leads()
	side := v.sideHTML()
	page.WriteString(`<div class="uf-row">`)
	if first != nil {
		page.add(first, leading)
		if len(others) == 1 && !chart.StandsAlone(others[0]) { // alone it would leave a row half empty
			page.WriteString(`<div class="uf-side">` + side)
			page.add(others[0], beside)
			page.WriteString("</div>")
			side, others = "", nil
		}
	}
	if side != "" {
		page.WriteString(`<div class="uf-side">` + side + "</div>")
	}
	page.WriteString("</div>")
	if v.answers.Rows != nil {
		page.WriteString(section("Rows without a label", v.answers.HTML()+paragraph(v.sizes)))
	}
	for row := range rowsOf(others) {
		page.row(row, leading, smallOfTwo, smallOfAll)
	}
	if v.brief {
		page.WriteString(`<p class="uf-soft">` + html.EscapeString(v.leftOut()) + "</p>")
	} else {
		page.WriteString(folded("What it cost", v.total, v.perStep.HTML()+paragraph(v.effort)))
	}
	return page.finish()
}

// beside is the frame of a figure that stands below the scores.
var beside = frame{width: 356, height: 200, caption: noCaption}

// leads returns the figure that stands for the report, the first that does not take a row
// for itself, and the others; nil for none.
func (v reportView) leads() (first *figure.Figure, others []*figure.Figure) {
	for i, fig := range v.figures {
		if !chart.StandsAlone(fig) {
			return fig, slices.Delete(slices.Clone(v.figures), i, i+1)
		}
	}
	return nil, v.figures
}

// whatRan is how the part begins that tells what ran.
const whatRan = "<section><details><summary><h4>What ran"

// ranHTML is what ran, in a line that opens.
func (v reportView) ranHTML() string {
	return folded("What ran", v.data, pipelineHTML(v.report.Pipeline)+paragraph(v.rows)+paragraph(v.sweep))
}

// sideHTML is what stands beside the first figure: how well rows were predicted, what was
// chosen for it, and why to trust it.
func (v reportView) sideHTML() string {
	var well, trust string
	if v.well != nil {
		well = pageScores(v.well).HTML()
	}
	if v.choice != "" {
		well += paragraph("chosen: " + v.choice)
	}
	if v.trusted != nil {
		trust = pageScores(v.trusted).HTML()
	}
	key := arrowKey(slices.Concat(v.well, v.trusted))
	if key != "" {
		key = `<p class="uf-soft uf-foot">` + key + "</p>"
	}
	return section("How well", well) + section(v.evidenceTitle(), trust+key+listHTML(slices.Concat(v.grounds, v.notes)))
}

// section is a part of a page under its title; nothing of nothing.
func section(title, body string) string {
	if body == "" {
		return ""
	}
	return "<section><h4>" + title + "</h4>" + body + "</section>"
}

// folded is a section that shows a line of itself until it is opened.
func folded(title, line, body string) string {
	return "<section><details><summary><h4>" + title + `</h4> <span class="uf-soft">` + html.EscapeString(line) + "</span></summary>" + body + "</details></section>"
}

// pageScores sets scores for the narrow side of a page: the spread beside the mean, and an
// arrow for the direction that is better.
func pageScores(scores []engine.Summary) table.Table {
	t := table.Table{Named: true, Columns: []table.Column{{Name: "score"}, {Name: "value", Numbers: true}}}
	bounded := slices.ContainsFunc(scores, func(s engine.Summary) bool { return !math.IsNaN(s.Low) })
	if bounded {
		t.Columns = append(t.Columns, table.Column{Name: intervalName})
	}
	folds := 0
	for _, s := range scores {
		value := table.Fixed(s.Mean, 4)
		if !math.IsNaN(s.SD) {
			value, folds = value+" ± "+known(s.SD), max(folds, len(s.Folds))
		}
		row := []string{s.Name + arrows[s.Better], value}
		if bounded {
			row = append(row, intervalText(s))
		}
		t.Rows = append(t.Rows, row)
	}
	if folds > 0 {
		t.Columns[1].Name = fmt.Sprintf("mean ± sd, %d folds", folds)
	}
	return t
}

// arrows say which direction of a score is better.
var arrows = map[engine.Direction]string{engine.Higher: " ↑", engine.Lower: " ↓"}

// arrowKey says what the arrows of scores mean.
func arrowKey(scores []engine.Summary) string {
	var words []string
	for _, d := range []engine.Direction{engine.Higher, engine.Lower} {
		if slices.ContainsFunc(scores, func(s engine.Summary) bool { return s.Better == d }) {
			words = append(words, strings.TrimSpace(arrows[d])+" "+d.String()+" is better")
		}
	}
	return strings.Join(words, ", ")
}

// pipelineHTML keeps each stage on one line where it fits.
func pipelineHTML(p string) string {
	words := strings.Split(p, " | ")
	for i, w := range words {
		if i > 0 {
			w = "| " + w
		}
		words[i] = "<span>" + html.EscapeString(w) + "</span>"
	}
	return `<code class="uf-pipe">` + strings.Join(words, " ") + "</code>"
}

func paragraph(text string) string {
	if text == "" {
		return ""
	}
	return "<p>" + html.EscapeString(text) + "</p>"
}

func listHTML(items []string) string {
	if len(items) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("<ul>")
	for _, item := range items {
		b.WriteString("<li>" + html.EscapeString(item) + "</li>")
	}
	b.WriteString("</ul>")
	return b.String()
}
