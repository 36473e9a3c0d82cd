package explore

import (
	"cmp"
	"math"
	"slices"

	"unfold/engine/figure"
	"unfold/engine/stage/columns"
)

// boxes are the marks of a column on its way to a figure.
type boxes struct {
	cells   []float64
	rows    *columns.Rows
	areas   figure.Areas
	strokes figure.Segments // outlines and whiskers
	medians figure.Segments
	marks   figure.Points
}

// finite returns those of some rows that have a finite cell.
func (d *boxes) finite(at []int) []int {
	return slices.DeleteFunc(slices.Clone(at), func(i int) bool { return math.IsNaN(d.cells[i] - d.cells[i]) })
}

// draw draws the rows of a group, and returns the least, the quartiles and the most.
func (d *boxes) draw(group int, at []int) (five [5]float64) {
	sorted := make([]float64, len(at))
	for k, i := range at {
		sorted[k] = d.cells[i]
	}
	slices.Sort(sorted)
	for k := range five {
		five[k] = quantile(sorted, float64(k)/4)
	}
	x := float64(group)
	const half = 0.3
	d.medians = d.medians.With(x-half, five[2], x+half, five[2])
	if len(at) < fewRows {
		d.mark(x, at, true)
		return five
	}
	low, high := five[0], five[4]
	reach := float64(whisker * (five[3] - five[1]))
	var outside []int
	for _, i := range at {
		if v := d.cells[i]; v < five[1]-reach || v > five[3]+reach {
			outside = append(outside, i)
		}
	}
	if len(outside) > 0 {
		low, high = five[4], five[0]
		for _, v := range sorted {
			if v >= five[1]-reach && v <= five[3]+reach {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	d.box(x, half, group, five, low, high)
	d.mark(x, d.farthest(outside, five[2]), false)
	return five
}

// box draws the box and its whiskers.
func (d *boxes) box(x, half float64, group int, five [5]float64, low, high float64) {
	d.areas.X0, d.areas.X1 = append(d.areas.X0, x-half), append(d.areas.X1, x+half)
	d.areas.Y0, d.areas.Y1 = append(d.areas.Y0, five[1]), append(d.areas.Y1, five[3])
	d.areas.Class = append(d.areas.Class, group)
	for _, side := range []float64{x - half, x + half} {
		d.strokes = d.strokes.With(side, five[1], side, five[3])
	}
	for _, level := range []float64{five[1], five[3]} {
		d.strokes = d.strokes.With(x-half, level, x+half, level)
	}
	end := float64(half / 2) // of a whisker, to either side
	for _, w := range [][2]float64{{five[1], low}, {five[3], high}} {
		d.strokes = d.strokes.With(x, w[0], x, w[1]).With(x-end, w[1], x+end, w[1])
	}
}

// farthest returns the rows that lie farthest from the median, in their order.
func (d *boxes) farthest(at []int, median float64) []int {
	if len(at) > mostOutliers {
		slices.SortStableFunc(at, func(a, b int) int {
			return cmp.Compare(math.Abs(d.cells[b]-median), math.Abs(d.cells[a]-median))
		})
		at = at[:mostOutliers]
		slices.Sort(at)
	}
	return at
}

// mark draws rows at a place across; beside each other where there is no box.
func (d *boxes) mark(x float64, at []int, beside bool) {
	for k, i := range at {
		across := x
		if beside {
			across += float64(0.2 * (float64(k*5%9-4) / 4)) // nine places that followers do not share
		}
		d.marks.X, d.marks.Y, d.marks.Rows = append(d.marks.X, across), append(d.marks.Y, d.cells[i]), append(d.marks.Rows, d.rows.Sample.Rows[i])
		if d.rows.HasClasses() {
			d.marks.Class = append(d.marks.Class, d.rows.Labels[i])
		}
	}
}

// layers returns what was drawn; a column without any value has nothing but its places.
func (d *boxes) layers() []figure.Layer {
	var all []figure.Layer
	if len(d.areas.X0) > 0 {
		all = append(all, d.areas, d.strokes)
	}
	if len(d.marks.X) > 0 {
		all = append(all, d.marks)
	}
	return append(all, d.medians)
}
