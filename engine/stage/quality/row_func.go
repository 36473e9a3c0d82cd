package quality

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/simd"
	"unfold/engine/internal/triangle"
)

// rowFunc fills dst, of length n or less, with the dissimilarities from row i
// to the first rows. Of a triangle, no more than i of them are wanted.
type rowFunc func(dst []float64, i int)

// rowFuncOf returns the fastest reader of d's rows, one for each goroutine,
// since it may hold a workspace.
func rowFuncOf(d engine.Distances) func() rowFunc {
	switch d := d.(type) {
	case triangle.Holder:
		return func() rowFunc { return triangleRows(d.Triangle()) }
	case engine.Pointed:
		p := newColumnPoints(d.Points())
		return func() rowFunc { return p.distances }
	}
	return func() rowFunc {
		row := make([]float64, d.Len())
		return func(dst []float64, i int) {
			d.Row(row, i)
			copy(dst, row)
		}
	}
}

// triangleRows reads a triangle in the order in which it is kept.
func triangleRows(t *triangle.Matrix) rowFunc {
	return func(dst []float64, i int) {
		switch {
		case len(dst) > i: // rows that were drawn are compared with all others
			t.Row(dst, i)
		case t.IsDouble():
			copy(dst, t.Double(i))
		default:
			for j, v := range t.Single(i)[:len(dst)] {
				dst[j] = float64(v)
			}
		}
	}
}

// columnPoints are points kept by columns.
type columnPoints struct {
	x       *mat.Dense
	columns []float64
	n       int
}

func newColumnPoints(x *mat.Dense) *columnPoints {
	n, d := x.Dims()
	p := &columnPoints{x: x, n: n, columns: make([]float64, n*d)}
	for i := range n {
		for c, v := range x.RawRowView(i) {
			p.columns[c*n+i] = v
		}
	}
	return p
}

// distances are those from row i to the first rows.
func (p *columnPoints) distances(dst []float64, i int) {
	simd.ColumnSquares(dst, p.columns, p.n, p.x.RawRowView(i))
	for j, v := range dst {
		dst[j] = math.Sqrt(v)
	}
}
