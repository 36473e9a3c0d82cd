package quality

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/simd"
	"unfold/engine/internal/triangle"
)

// lengths fills dst, of length n or less, with the dissimilarities from row i
// to the first rows. Of a triangle, no more than i of them are wanted.
type lengths func(dst []float64, i int)

// lengthsOf returns the quickest way to the lengths of d. It needs a workspace
// of its own for each goroutine.
func lengthsOf(d engine.Distances) func() lengths {
	switch d := d.(type) {
	case triangle.Holder:
		return func() lengths { return below(d.Triangle()) }
	case engine.Pointed:
		p := byColumns(d.Points())
		return func() lengths { return p.distances }
	}
	return func() lengths {
		row := make([]float64, d.Len())
		return func(dst []float64, i int) {
			d.Row(row, i)
			copy(dst, row)
		}
	}
}

// below reads a triangle in the order in which it is kept.
func below(t *triangle.Matrix) lengths {
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

// places are points kept by columns.
type places struct {
	x       *mat.Dense
	columns []float64
	n       int
}

func byColumns(x *mat.Dense) *places {
	n, d := x.Dims()
	p := &places{x: x, n: n, columns: make([]float64, n*d)}
	for i := range n {
		for c, v := range x.RawRowView(i) {
			p.columns[c*n+i] = v
		}
	}
	return p
}

// distances are those from row i to the first rows.
func (p *places) distances(dst []float64, i int) {
	simd.ColumnSquares(dst, p.columns, p.n, p.x.RawRowView(i))
	for j, v := range dst {
		dst[j] = math.Sqrt(v)
	}
}
