package explore

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"unfold/engine"
	"unfold/engine/data/profile"
	"unfold/engine/figure"
	"unfold/engine/wording"
)

const (
	histogramsAcross = 5
	levelsDrawn      = 12 // the most frequent ones; others share a bar
	levelsTold       = 4
)

// drawDescriptions makes the figure: a part for each column, and the table. So many more
// were asked for.
func drawDescriptions(title string, all []description, more int, t engine.Target) *figure.Figure {
	f := &figure.Figure{
		Name:    "describe",
		Title:   title,
		Caption: "Bars count rows: of numbers and dates between borders of equal distance, of levels the most frequent first.",
		X:       figure.Axis{Label: "value"},
		Y:       figure.Axis{Label: "rows"},
		Across:  min(histogramsAcross, len(all)),
		Summary: summarise(title, all, t),
	}
	var told []string
	for _, d := range all {
		f.Parts = append(f.Parts, histogramOf(d))
		told = append(told, d.sentence())
	}
	f.Alt = fmt.Sprintf("%s. %s.", title, strings.Join(told, "; "))
	if more > 0 {
		left := fmt.Sprintf("%s not described: most=%d has all, columns= those that it names.", wording.Plural(more, "further column"), more+len(all))
		f.Caption += " " + left
		f.Alt += " " + left
		f.Summary.Foot = append(f.Summary.Foot, left)
	}
	return f
}

// histogramOf draws how often a column has what.
func histogramOf(d description) *figure.Figure {
	f := &figure.Figure{Title: d.name, Diagram: true, X: figure.Axis{Label: d.name, Whole: d.Kind == profile.Whole || d.Kind == profile.Boolean}, Y: figure.Axis{Label: "rows", Whole: true}}
	bars := figure.Bars{}
	add := func(name string, rows int) {
		at := float64(len(f.X.Labels))
		f.X.Labels = append(f.X.Labels, name)
		bars.Low, bars.High, bars.Y = append(bars.Low, at-0.4), append(bars.High, at+0.4), append(bars.Y, float64(rows))
	}
	switch drawn := d.Levels[:min(len(d.Levels), levelsDrawn)]; {
	case d.Kind == profile.Empty:
		add("missing", d.Rows)
	case d.Kind == profile.Date || d.Kind == profile.Time:
		for _, b := range d.Bins {
			add(d.format(b.Low), b.Rows)
		}
	case d.Numeric():
		for _, b := range d.Bins {
			bars.Low, bars.High, bars.Y = append(bars.Low, b.Low), append(bars.High, b.High), append(bars.Y, float64(b.Rows))
		}
	default:
		for _, level := range drawn {
			add(level.Name, level.Rows)
		}
		if others := d.Levels[len(drawn):]; len(others) > 0 {
			add("others", countRows(others))
		}
	}
	f.Layers = []figure.Layer{bars}
	return f
}

func countRows(levels []profile.Level) (rows int) {
	for _, level := range levels {
		rows += level.Rows
	}
	return rows
}

// sentence says what a column holds.
func (d description) sentence() string {
	text := d.heading() + ": " + string(d.Kind)
	switch {
	case d.Numeric():
		text += fmt.Sprintf(", %s to %s, median %s", d.format(d.Quartiles[0]), d.format(d.Quartiles[4]), d.format(d.Quartiles[2]))
	case len(d.Levels) > 0:
		text += ", " + d.levels()
	}
	if d.Missing > 0 {
		text += fmt.Sprintf(", %d missing", d.Missing)
	}
	if !math.IsNaN(d.with.Value) {
		text += fmt.Sprintf(", %s %.2f", d.with.Name, d.with.Value)
	}
	return text
}

// format writes a number of the column.
func (d description) format(v float64) string {
	if text, ok := d.Moment(v); ok {
		return text
	}
	return formatShort(v)
}

// formatShort writes a number with four digits, and whole ones that have up to seven in
// full.
func formatShort(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e7 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	if math.Abs(v) >= 1e3 && math.Abs(v) < 1e7 {
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

// heading is what a column is called, and what it is for if it is not learned from.
func (d description) heading() string {
	if d.purpose == "" || d.purpose == d.name {
		return d.name
	}
	return fmt.Sprintf("%s (%s)", d.Name, d.purpose)
}

// levels writes the most frequent levels with their rows.
func (d description) levels() string {
	told := d.Levels[:min(len(d.Levels), levelsTold)]
	words := make([]string, len(told))
	for i, level := range told {
		words[i] = fmt.Sprintf("%s %d", level.Name, level.Rows)
	}
	text := strings.Join(words, ", ")
	if others := d.Levels[len(told):]; len(others) > 0 {
		text += fmt.Sprintf(", %s %d", wording.Plural(len(others), "other"), countRows(others))
	}
	return text
}
