package engine

import "gonum.org/v1/gonum/mat"

// Units are what a self-organising map has in the places of a grid: rows of its own,
// each of which stands for the rows nearest to it.
type Units struct {
	Width, Height int        // units in a row of the grid, and rows of them
	Places        *mat.Dense // of unit r·Width + c, on the plane; neighbours are a step of 1 apart, others more than 1.2
	Weights       *mat.Dense // units×d, the row that each of them is
	Rows          []int      // the unit of each training row
}

// Len returns how many units there are.
func (u *Units) Len() int { return u.Width * u.Height }

// Neighbours returns the units beside unit k, in ascending order.
func (u *Units) Neighbours(k int) (beside []int) {
	for l := range u.Len() {
		x, y := u.Places.At(k, 0)-u.Places.At(l, 0), u.Places.At(k, 1)-u.Places.At(l, 1)
		if l != k && float64(x*x)+float64(y*y) < 1.5 {
			beside = append(beside, l)
		}
	}
	return beside
}

// Apart returns the mean distance of each unit's weights to its neighbours', or zero.
func (u *Units) Apart() []float64 {
	all := make([]float64, u.Len())
	for k := range all {
		beside, off := u.Neighbours(k), new(mat.VecDense)
		for _, l := range beside {
			off.SubVec(u.Weights.RowView(k), u.Weights.RowView(l))
			all[k] += mat.Norm(off, 2) / float64(len(beside))
		}
	}
	return all
}
