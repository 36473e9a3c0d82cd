package view

import (
	"context"
	"fmt"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/internal/elementary"
	"unfold/engine/stage/columns"
	"unfold/engine/stage/folds"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "density",
		Summary:  "counts rows in the cells of a grid over the embedding, or over two columns",
		Use:      "Look at more rows than marks can show apart.",
		Avoid:    "Nothing smaller than a cell shows, and how full a cell is depends on where the grid begins.",
		Formula:  "log₁₀ #{i : y_i in the cell}",
		Citation: "Carr, Littlefield, Nicholson, Littlefield 1987, doi:10.1080/01621459.1987.10478445; Barnett 1976, doi:10.2307/2344839",
		Examples: []string{`swissroll(n=1000) | pca | density`, `load("wine") | density(x="alcohol", y="hue", bins=20, hull=0.9)`},
		Aliases:  []string{"hist2d", "bin2d", "heatscatter"},
		Rank:     125,
	}, func() *Density { return new(Density) })
}

// Density counts all rows that a fold learns from in the cells of a grid, over two
// dimensions of the embedding or two columns, as scatter names them: where marks of many
// rows hide each other, cells tell how many there are. The darker end of the shades is the
// fuller; cells without a row are blank. Shades go by the logarithm of the count, since a
// few cells have most of the rows.
//
// No row is left out but those that lack one of the two cells, which is told. The number of
// cells along an axis is that of bins, or ⌈2 n^(1/3)⌉, from 10 to 60 (the rule of Rice).
// hull=0.9 goes around nine tenths of the rows of each class.
//
// It fails with an *engine.Error for a fold, a dimension or a column that is not there.
// Cost: O(n) time; with outlines O(n log n) and O(n) for each layer that is peeled off.
// Deterministic.
//
// Citation: Carr, Littlefield, Nicholson, Littlefield 1987, Scatterplot matrix techniques for
// large N, doi:10.1080/01621459.1987.10478445; Barnett 1976, The ordering of multivariate
// data, doi:10.2307/2344839, for peeled outlines.
type Density struct {
	Window
	Bins int // cells along an axis; auto for the rule
	outline
}

// Params declares the parameters.
func (m *Density) Params(p *engine.Params) {
	m.Window.Params(p)
	p.Int(&m.Bins, "bins", engine.Auto, engine.OrAuto(engine.Between(2, 200)), "cells along each axis")
	m.outline.declare(p)
}

// View draws the figure.
func (m *Density) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	rows, err := columns.Of(r, m.Fold)
	if err != nil {
		return nil, err
	}
	run, err := folds.Run(r, m.Fold)
	if err != nil {
		return nil, err
	}
	x, y, err := m.axes(rows, run)
	if err != nil {
		return nil, err
	}
	at := inside(x.places, y.places)
	if len(at) == 0 {
		return nil, ctx.Err()
	}
	equal := run.Embedding != nil && numberOf(m.X) > 0 && numberOf(m.Y) > 0
	grid := newCounts(x.places, y.places, at, m.bins(len(at)), equal)
	f := &figure.Figure{
		Name: "density", Title: fmt.Sprintf("Density of %s by %s%s", y.axis.Label, x.axis.Label, folds.Title(r, m.Fold)), X: x.axis, Y: y.axis,
		Layers: []figure.Layer{grid.areas()}, Style: figure.Style{Palette: figure.Palettes()[0].Reversed()},
	}
	f.Equal = equal
	if m.Hull > 0 && rows.HasClasses() {
		f.Classes = rows.Classes
	}
	lack := lacking(rows.Len() - len(at))
	f.Caption = fmt.Sprintf("The darker a cell, the more rows lie in it, by the logarithm; blank cells have none. All %s are counted, in %d × %d cells: what is smaller than a cell does not show, and how full a cell is depends on where the grid begins.%s", wording.Count(len(at), "row"), grid.across, grid.across, lack)
	f.Alt = fmt.Sprintf("%s in %d × %d cells, %d of which have rows. The fullest, at %s, has %s; the median of those with rows %d. Across they span %s, up %s.%s", wording.Plural(len(at), "row"), grid.across, grid.across, grid.filled(), grid.where(), wording.Count(grid.most(), "row"), grid.median(), wording.Span([]float64{grid.left, grid.right}), wording.Span([]float64{grid.low, grid.high}), lack)
	if m.Hull > 0 {
		f.Layers = append(f.Layers, m.around(figure.Segments{Name: "outlines", Strong: true}, pick(x.places, at), pick(y.places, at), labelsAt(rows, at), len(f.Classes)))
		f.Caption += " " + m.said()
	}
	return f, nil
}

// axes finds what rows are counted along; of an embedding of one dimension, that alone
// makes no grid.
func (m *Density) axes(rows *columns.Rows, run *engine.Run) (x, y along, err error) {
	if x, err = alongOf(rows, run, "x", m.X); err != nil {
		return x, y, err
	}
	y, err = alongOf(rows, run, "y", m.Y)
	return x, y, err
}

// bins is how many cells stand along an axis.
func (m *Density) bins(n int) int {
	if m.Bins != engine.Auto {
		return m.Bins
	}
	return max(10, min(60, int(math.Ceil(2*elementary.Pow(float64(n), 1./3)))))
}

// inside are the rows that have both places.
func inside(x, y []float64) (at []int) {
	for i := range x {
		if finite := x[i] - x[i] + y[i] - y[i]; finite == 0 {
			at = append(at, i)
		}
	}
	return at
}

func pick(values []float64, at []int) []float64 {
	picked := make([]float64, len(at))
	for k, i := range at {
		picked[k] = values[i]
	}
	return picked
}

// labelsAt are the classes of some rows; nil where there are none.
func labelsAt(rows *columns.Rows, at []int) []int {
	if !rows.HasClasses() {
		return nil
	}
	labels := make([]int, len(at))
	for k, i := range at {
		labels[k] = rows.Labels[i]
	}
	return labels
}

// counts are how many rows lie in the cells of a grid.
type counts struct {
	left, right, low, high float64
	across                 int   // cells along each axis
	in                     []int // by cell, from the lower left, row by row
}

// newCounts counts rows; where a unit is as long on both axes, in square cells.
func newCounts(x, y []float64, at []int, across int, equal bool) *counts {
	px, py := pick(x, at), pick(y, at)
	c := &counts{left: slices.Min(px), right: slices.Max(px), low: slices.Min(py), high: slices.Max(py), across: across, in: make([]int, across*across)}
	c.left, c.right = apartEnds(c.left, c.right)
	c.low, c.high = apartEnds(c.low, c.high)
	if equal {
		span := max(c.right-c.left, c.high-c.low)
		c.left, c.right = widened(c.left, c.right, span)
		c.low, c.high = widened(c.low, c.high, span)
	}
	for i := range px {
		c.in[c.cell(py[i], c.low, c.high)*across+c.cell(px[i], c.left, c.right)]++
	}
	return c
}

// apartEnds keeps the ends of an axis apart on which all rows are at one place.
func apartEnds(low, high float64) (float64, float64) {
	if low < high {
		return low, high
	}
	return low - 0.5, high + 0.5
}

// widened lets an axis span so much, about its middle.
func widened(low, high, span float64) (float64, float64) {
	by := float64(max(0, span-(high-low)) / 2)
	return low - by, high + by
}

// cell is the number of the cell along an axis, halves keeping differences from
// overflowing.
func (c *counts) cell(v, low, high float64) int {
	return min(int(float64(c.across)*((float64(v/2)-float64(low/2))/(float64(high/2)-float64(low/2)))), c.across-1)
}

// border is where cell k begins.
func (c *counts) border(low, high float64, k int) float64 {
	share := float64(k) / float64(c.across)
	return float64((1-share)*low) + float64(share*high)
}

// areas are the cells with rows.
func (c *counts) areas() figure.Areas {
	a := figure.Areas{Shaded: "rows in a cell, log10"}
	for at, n := range c.in {
		if n == 0 {
			continue
		}
		column, row := at%c.across, at/c.across
		a.X0, a.X1 = append(a.X0, c.border(c.left, c.right, column)), append(a.X1, c.border(c.left, c.right, column+1))
		a.Y0, a.Y1 = append(a.Y0, c.border(c.low, c.high, row)), append(a.Y1, c.border(c.low, c.high, row+1))
		a.Shade = append(a.Shade, elementary.Log(float64(n))/math.Ln10)
	}
	return a
}

func (c *counts) most() int { return slices.Max(c.in) }

// filled is how many cells have rows.
func (c *counts) filled() (count int) {
	for _, n := range c.in {
		if n > 0 {
			count++
		}
	}
	return count
}

// median is that of the cells with rows.
func (c *counts) median() int {
	full := slices.DeleteFunc(slices.Sorted(slices.Values(c.in)), func(n int) bool { return n == 0 })
	return full[len(full)/2]
}

// where is the middle of the fullest cell, the first of equals.
func (c *counts) where() string {
	at := slices.Index(c.in, c.most())
	column, row := at%c.across, at/c.across
	middle := func(low, high float64, k int) float64 { return (c.border(low, high, k) + c.border(low, high, k+1)) / 2 }
	return fmt.Sprintf("(%.3g, %.3g)", middle(c.left, c.right, column), middle(c.low, c.high, row))
}
