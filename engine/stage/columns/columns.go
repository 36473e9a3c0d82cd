// Package columns finds the columns of the rows that a fold learns from, for views
// that look at data: what is to be learned, what is learned from, and what is kept
// aside, each by its name. Held rows are never among these rows.
//
// It imports the engine's vocabulary, its internal packages and engine/stage/folds. Start
// at [Of].
package columns

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/internal/heading"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// The purposes of columns that are not learned from.
const (
	Class    = "class"
	Response = "response"
	Aside    = "aside"
)

// A Column is one that rows can be looked at by. A class has its classes for levels.
type Column struct {
	engine.Column
	Purpose string // Class, Response or Aside; empty of a column that is learned from

	x      *mat.Dense
	at     int
	labels []int // of a class, in the place of x
}

// Numeric reports whether the cells are numbers.
func (c Column) Numeric() bool { return c.Levels == nil }

// Heading is what the column is called, what its numbers were made into, and what it is for
// where it is not learned from.
func (c Column) Heading() string {
	if c.Purpose == "" || c.Purpose == c.Name {
		return heading.Name(c.Column)
	}
	return fmt.Sprintf("%s (%s)", c.Name, c.Purpose)
}

// Headings are those of several columns. What all of their numbers were made into alike is
// told once, " (scaled)", and not of each, whose names it would cut.
func Headings(all []Column) (heads []string, made string) {
	learned := slices.DeleteFunc(slices.Clone(all), func(c Column) bool { return !c.Numeric() || c.Purpose != "" })
	alike := len(learned) > 0 && learned[0].Prepared != "" && !slices.ContainsFunc(learned, func(c Column) bool { return c.Prepared != learned[0].Prepared })
	if alike {
		made = " (" + learned[0].Prepared + ")"
	}
	for _, c := range all {
		if alike && c.Purpose == "" {
			c.Prepared = ""
		}
		heads = append(heads, c.Heading())
	}
	return heads, made
}

// Cells returns the cells of all rows: numbers, or those of levels; NaN is missing.
func (c Column) Cells() []float64 {
	if c.Purpose != Class {
		return mat.Col(nil, c.at, c.x)
	}
	cells := make([]float64, len(c.labels))
	for i, label := range c.labels {
		cells[i] = float64(label)
		if label == engine.Hidden {
			cells[i] = math.NaN()
		}
	}
	return cells
}

// Axis is one along which the cells lie: levels at 0, 1, ...
func (c Column) Axis() figure.Axis {
	return figure.Axis{Label: c.Heading(), Labels: c.Levels, Whole: !c.Numeric()}
}

// columnsOf returns the columns of rows: what is to be learned, what is learned from,
// what is kept aside. Embedded coordinates, which have no names, are x1, x2, ...
func columnsOf(s engine.Sample) []Column {
	var all []Column
	if s.HasClasses() {
		all = append(all, Column{Column: engine.Column{Name: cmp.Or(s.Label, Class), Levels: s.Classes}, Purpose: Class, labels: s.Labels})
	}
	for c, name := range s.ResponseNames() {
		all = append(all, Column{Column: engine.Column{Name: name}, Purpose: Response, x: s.Response, at: c})
	}
	_, d := s.X.Dims()
	for c := range d {
		column := engine.Column{Name: fmt.Sprintf("x%d", c+1)}
		if c < len(s.Columns) {
			column = s.Columns[c]
		}
		all = append(all, Column{Column: column, x: s.X, at: c})
	}
	for c, column := range s.Aside.Columns {
		all = append(all, Column{Column: column, Purpose: Aside, x: s.Aside.X, at: c})
	}
	return all
}

// Named returns the columns of some names, in the order of the names. It fails, by the
// parameter that gave them, for a name that no column has.
func (r *Rows) Named(param string, names ...string) ([]Column, error) {
	there := make([]string, len(r.All))
	for i, c := range r.All {
		there[i] = c.Name
	}
	var found []Column
	for _, name := range names {
		at := slices.Index(there, name)
		if at < 0 {
			return nil, &engine.Error{Param: param, Cause: fmt.Sprintf("no column is called %q", name), Remedy: meant(name, there)}
		}
		found = append(found, r.All[at])
	}
	return found, nil
}

// meant says which columns there are instead of one.
func meant(name string, there []string) remedy.Remedy {
	if near := wording.Nearest(name, there); len(near) > 0 {
		return remedy.Say("did you mean %s?", strings.Join(near, ", "))
	}
	return remedy.Say("the columns are %s", wording.List(there))
}

// Features returns the columns that are learned from.
func (r *Rows) Features() []Column {
	return slices.DeleteFunc(slices.Clone(r.All), func(c Column) bool { return c.Purpose != "" })
}
