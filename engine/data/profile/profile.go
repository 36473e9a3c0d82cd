// Package profile tells what the columns of a table hold: of which kind their cells
// are, how many are missing, where numbers lie and which levels there are how often, a
// small histogram, and how much a column by itself tells of what is to be learned.
//
// It imports the engine's vocabulary and its internal packages. Start at [Of].
package profile

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/calendar"
	"unfold/engine/internal/memory"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// A Kind is what the cells of a column are.
type Kind string

// The kinds.
const (
	Number   Kind = "number"   // of numbers, not all of them whole
	Whole    Kind = "whole"    // of whole numbers
	Boolean  Kind = "boolean"  // of the numbers 0 and 1 alone, or of two levels that say yes and no
	Date     Kind = "date"     // of days or moments
	Time     Kind = "time"     // of times of day
	Category Kind = "category" // of other levels
	Empty    Kind = "empty"    // of missing cells alone
)

// A Column is what one column of n rows holds.
type Column struct {
	Name      string
	Kind      Kind
	Rows      int // n
	Missing   int // cells without a value
	Infinite  int // cells beyond all numbers, which nothing below counts
	Different int // different values

	Quartiles [5]float64 // of numbers: the least, the quartiles, the most; NaN of levels
	Levels    []Level    // of levels: those that rows have, the most frequent first
	Bins      []Bin      // of numbers: those of a histogram, from the least to the most

	form  calendar.Form // of dates and times of day, which are numbers of days
	inner [2]float64    // of numbers: the next to the least, and to the most
}

// A Level is a value of a categorical column, and how many rows have it.
type Level struct {
	Name string
	Rows int
}

// A Bin is how many numbers lie from Low to High; those on a border belong to the bin
// above it, but the most of all to the last.
type Bin struct {
	Low, High float64
	Rows      int
}

// Known is how many rows have a value that counts.
func (c *Column) Known() int { return c.Rows - c.Missing - c.Infinite }

// Numeric reports whether the column is of numbers.
func (c *Column) Numeric() bool { return !math.IsNaN(c.Quartiles[0]) }

// Moment writes one of the numbers of a column of dates, or of times of day; it is not ok
// for other columns. Whole days are told where dates are many.
func (c *Column) Moment(v float64) (text string, ok bool) {
	const precise = 3
	if c.form == calendar.Date && c.Quartiles[4]-c.Quartiles[0] > precise {
		v = math.Floor(v)
	}
	return c.form.Text(v), c.form != ""
}

// held is how many bytes of a row are held at most: a cell, and of [With] two more, what
// is to be learned, and the group.
const held = 5 * 8

// Of tells what column c of the rows holds.
//
// Quartiles are x_(h) at h = 1 + (n − 1) p, between two numbers in proportion
// (definition 7 of Hyndman, Fan 1996, doi:10.2307/2684934). A histogram has a bin for
// each whole number, if these are at most sixteen in a row, and twelve of one width
// otherwise.
//
// Cost: O(n log n) time, and the memory of n numbers, which is claimed with what [With]
// takes. It is deterministic, and whatever the order of the rows, the same.
func Of(ctx context.Context, x *mat.Dense, column engine.Column, c int) (*Column, error) {
	n, _ := x.Dims()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := memory.Claim(ctx, held*uint64(n), fmt.Sprintf("a column of %s", wording.Count(n, "row")), remedy.Say("take fewer rows")); err != nil {
		return nil, err
	}
	p := &Column{Name: column.Name, Rows: n}
	cells := make([]float64, 0, n)
	for i := range n {
		switch v := x.At(i, c); {
		case math.IsNaN(v):
			p.Missing++
		case math.IsInf(v, 0):
			p.Infinite++
		default:
			cells = append(cells, v)
		}
	}
	slices.Sort(cells)
	if column.Levels != nil {
		p.setLevels(cells, column.Levels)
	} else {
		p.form = calendar.Of(column.Written)
		p.setNumbers(cells)
	}
	return p, nil
}

// countDifferent counts the different of sorted numbers.
func countDifferent(sorted []float64) (different int) {
	for i, v := range sorted {
		if i == 0 || v != sorted[i-1] {
			different++
		}
	}
	return different
}
