package explore

import (
	"math"
	"slices"
	"strconv"

	"unfold/engine"
	"unfold/engine/figure"
)

// quartileNames head the columns of numbers.
var quartileNames = [...]string{"least", "25 %", "median", "75 %", "most"}

// summarise sets descriptions in a table, without columns that none of them fills.
func summarise(title string, all []description, t engine.Target) *figure.Sheet {
	s := &figure.Sheet{Title: title, Columns: []string{"column", "kind", "missing", "different"}}
	spread := slices.ContainsFunc(all, func(d description) bool { return d.Numeric() })
	related := slices.ContainsFunc(all, func(d description) bool { return d.with.Name != "" })
	worded := slices.ContainsFunc(all, description.worded)
	if spread {
		s.Columns = append(s.Columns, quartileNames[:]...)
	}
	if related {
		s.Columns = append(s.Columns, "r, η, V")
		s.Foot = append(s.Foot, associationFoot(t))
	}
	if worded {
		s.Columns = append(s.Columns, "levels")
	}
	for _, d := range all {
		row := []figure.Cell{figure.Word(d.heading()), figure.Word(string(d.Kind)), figure.Figures(float64(d.Missing), 0), figure.Figures(float64(d.Different), 0)}
		if spread {
			row = append(row, d.spread()...)
		}
		if related {
			row = append(row, d.association())
		}
		if worded {
			row = append(row, d.frequent())
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// worded reports whether levels are to be told.
func (d description) worded() bool { return len(d.Levels) > 0 }

// spread is where numbers lie.
func (d description) spread() []figure.Cell {
	cells := make([]figure.Cell, len(quartileNames))
	for k, v := range d.Quartiles {
		cells[k] = figure.Word("")
		if !math.IsNaN(v) {
			cells[k] = figure.Cell{Text: d.format(v), Value: v}
		}
	}
	return cells
}

// association is how much a column says of what is to be learned.
func (d description) association() figure.Cell {
	if math.IsNaN(d.with.Value) {
		return figure.Word("")
	}
	return figure.Cell{Text: d.with.Name + " " + strconv.FormatFloat(d.with.Value, 'f', 2, 64), Value: d.with.Value}
}

// frequent is the most frequent levels.
func (d description) frequent() figure.Cell {
	if !d.worded() {
		return figure.Word("")
	}
	return figure.Word(d.levels())
}

// associationFoot says what associations are of.
func associationFoot(t engine.Target) string {
	of := t.Label
	if t.HasResponse() {
		of = t.ResponseName(0)
	}
	return "How much each column says of " + of + " by itself, from 0 for nothing to 1: r of numbers with numbers (Pearson), η of numbers and groups (correlation ratio), V of groups and groups (Cramér). η and V rise with the number of groups, also by chance."
}
