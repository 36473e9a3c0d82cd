package comparison

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/figure"
)

// Multiples are embeddings of the same rows side by side: those of a row are of one recipe,
// such as a cost, those of a column have one setting in common, such as a map.
type Multiples struct {
	Data    string
	Measure string // the score that is told of each
	Rows    [][]Entry
}

// Figure draws a panel for each entry: the rows where it placed them, with its score
// under them. Rows of one panel each stand in a square. Panels share no axes: what they
// are held against each other by is their arrangement. All rows are drawn up to 5,000
// marks in all panels; of more some, spread evenly over all and the same in each panel,
// and the caption says of how many. An entry that failed has an
// empty panel with its reason; if all have, the error of the first is returned.
func (m Multiples) Figure() (*figure.Figure, error) {
	entries := slices.Concat(m.Rows...)
	if len(finishedEntries(Set{Entries: entries})) == 0 {
		return nil, noneFinishedError([]Set{{Data: m.Data, Entries: entries}})
	}
	panels := count(len(entries), "embedding", "embeddings")
	f := &figure.Figure{Name: "panels", Title: m.Data + ": " + panels, Across: m.across(),
		X: figure.Axis{Label: "first dimension"}, Y: figure.Axis{Label: "second dimension"}}
	var told []string
	drawn := new(drawnMarks)
	for _, row := range m.Rows {
		for f.Across == m.longest() && len(f.Parts)%f.Across > 0 { // a shorter row ended before
			f.Parts = append(f.Parts, &figure.Figure{Name: "panel"})
		}
		for _, e := range row {
			panel := m.panel(e, placedMarks/len(entries), drawn)
			f.Parts, told = append(f.Parts, panel), append(told, panel.Alt)
		}
	}
	f.Caption = fmt.Sprintf("Each panel has the same rows, where a recipe placed them, and its %s below. Panels share no axes: turns, mirror images and sizes mean nothing.%s", m.Measure, drawn.sample())
	f.Alt = fmt.Sprintf("%s of %s on %s. %s.", m.Measure, panels, m.Data, strings.Join(told, "; "))
	if best := m.best(entries); best != "" {
		f.Caption += " The best is " + best + "."
		f.Alt += " The best is " + best + "."
	}
	return f, nil
}

// longest is how many panels the longest row has.
func (m Multiples) longest() (panels int) {
	for _, row := range m.Rows {
		panels = max(panels, len(row))
	}
	return panels
}

// across is how many panels stand beside each other: as many as the longest row has,
// or as make a square where none has more than one.
func (m Multiples) across() int {
	if n := m.longest(); n > 1 {
		return n
	}
	side := 1
	for side*side < len(m.Rows) {
		side++
	}
	return side
}

// panel draws an entry with so many marks at most, and counts them.
func (m Multiples) panel(e Entry, most int, drawn *drawnMarks) *figure.Figure {
	if e.Report == nil {
		why := reason(e.Failed)
		return &figure.Figure{Name: "panel", Title: e.Name + ": no result", Caption: why, Alt: fmt.Sprintf("%s: no result, %s", e.Name, why)}
	}
	f := &figure.Figure{Name: "panel", Title: e.Name, Alt: e.Name}
	scatter := figureNamed(e.Report, scatterName)
	if scatter != nil {
		f.Parts = []*figure.Figure{drawn.miniature(scatter, most)}
	}
	if score, ok := e.Report.Score(m.Measure); ok {
		f.Alt += fmt.Sprintf(" %.4f", score.Mean)
		if scatter != nil {
			f.Parts[0].X.Label = fmt.Sprintf("%s %.3f", m.Measure, score.Mean)
		}
	}
	return f
}

// best names the entry with the best score, of equals the first; none where no
// direction is better, or one entry alone has a score.
func (m Multiples) best(entries []Entry) (name string) {
	best, scored := math.NaN(), 0
	for _, e := range finishedEntries(Set{Entries: entries}) {
		score, ok := e.Report.Score(m.Measure)
		if !ok || score.Better == engine.Neither || math.IsNaN(score.Mean) {
			continue
		}
		scored++
		if math.IsNaN(best) || score.Better == engine.Higher && score.Mean > best || score.Better == engine.Lower && score.Mean < best {
			best, name = score.Mean, e.Name
		}
	}
	if scored < 2 {
		return ""
	}
	return name
}

// A Setting is a pipeline without candidates, under the name of its panel.
type Setting struct {
	Name     string
	Pipeline engine.Pipeline
}

// Settings returns the settings of a recipe as panels show them, so many at most: a
// column for each value of the parameter that takes forms, or else of the last one with
// candidates, and a row for each setting of the others.
func Settings(name string, p engine.Pipeline, most int) (rows [][]Setting) {
	varied := p.Candidates()
	if len(varied) == 0 {
		return [][]Setting{{{name, p}}}
	}
	column := slices.IndexFunc(varied, variesForm)
	if column < 0 {
		column = len(varied) - 1
	}
	at := map[string]int{}
	for i := range min(p.Settings(), most) {
		title, last := titleOf(name, varied, engine.Digits(varied, i), column)
		if _, there := at[title]; !there {
			at[title], rows = len(rows), append(rows, nil)
		}
		row := &rows[at[title]]
		*row = append(*row, Setting{strings.TrimPrefix(title+", "+last, ", "), p.Setting(i)})
	}
	return rows
}

// variesForm reports whether it is forms that a parameter has.
func variesForm(v engine.Candidates) bool {
	_, is := v.Values[0].(engine.Form)
	return is
}

// titleOf names the row of a setting, by the recipe and its other parameters, and what
// it has in common with its column.
func titleOf(name string, varied []engine.Candidates, digits []int, column int) (row, last string) {
	words := []string{name}
	for v, digit := range digits {
		text := varied[v].Texts[digit]
		if !variesForm(varied[v]) {
			text = varied[v].Param + "=" + text
		}
		if v == column {
			last = text
			continue
		}
		words = append(words, text)
	}
	return strings.TrimSpace(strings.Join(words, " ")), last
}
