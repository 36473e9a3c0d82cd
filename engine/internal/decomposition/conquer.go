package decomposition

import (
	"context"
	"math"
	"slices"

	"unfold/engine/internal/parallel"
)

// conquer returns the count largest eigenvalues of the tridiagonal matrix with
// diagonal d and e beside it, rising, and their vectors in the rows of a matrix
// (Cuppen 1981, doi:10.1007/BF01396757; Gu, Eisenstat 1995,
// doi:10.1137/S0895479892241287). It overwrites d. Numbers are about one at most.
//
// The matrix is cut in halves, [T₁ 0; 0 T₂] + |e| u uᵀ with u = (…0, 1, ±1, 0…);
// from their pairs those of the whole follow by an equation for each value and
// one product of matrices. Where the cut is depends on sizes alone.
func conquer(ctx context.Context, d, e []float64, count int) (values, vectors []float64, err error) {
	n := len(d)
	c := &division{n: n, d: d, e: e, rows: make([]float64, n*n), spare: make([]float64, n*n), order: make([]int, n)}
	if err := c.solve(ctx, 0, n, count); err != nil {
		return nil, nil, err
	}
	values = make([]float64, count)
	for i, from := range c.order[n-count:] {
		values[i] = d[from]
		copy(c.spare[i*n:(i+1)*n], c.rows[from*n:(from+1)*n])
	}
	if count < n/2 {
		return values, slices.Clone(c.spare[:count*n]), nil // lets go of the rest
	}
	return values, c.spare[:count*n], nil
}

// A division is a tridiagonal matrix that divide and conquer works on. For a
// part that is solved, a square on the diagonal, d has its values, the rows of
// that square its vectors, and order says which row of the part, counted from
// its first, has the smallest value, the next one, and so on.
type division struct {
	n           int
	d, e        []float64
	rows, spare []float64
	order       []int
}

// leafOrder is the order up to which a part is solved by QL steps.
const leafOrder = 32

// togetherOrder is the order up to which the halves of a part are solved by one
// goroutine.
const togetherOrder = 256

// solve finds the count largest pairs of the part [lo, hi).
func (c *division) solve(ctx context.Context, lo, hi, count int) error {
	if hi-lo <= leafOrder {
		return c.solveSmall(ctx, lo, hi)
	}
	mid := lo + (hi-lo)/2
	cut := math.Abs(c.e[mid-1])
	c.d[mid-1] -= cut
	c.d[mid] -= cut
	grain := 1
	if hi-lo <= togetherOrder {
		grain = 2
	}
	err := parallel.Each(ctx, 2, grain, func(from, to int) error {
		for half := from; half < to; half++ {
			ends := [3]int{lo, mid, hi}
			if err := c.solve(ctx, ends[half], ends[half+1], ends[half+1]-ends[half]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.newMerge(lo, mid, hi).solve(ctx, c.e[mid-1], count)
}

// solveSmall solves a small part.
func (c *division) solveSmall(ctx context.Context, lo, hi int) error {
	rows := c.rows[lo*c.n+lo:]
	for i := range hi - lo {
		rows[i*c.n+i] = 1
		c.order[lo+i] = i
	}
	return implicitQL(ctx, c.d[lo:hi], slices.Clone(c.e[lo:hi]), rows, c.n)
}

// newMerge returns the update that joins two solved halves.
func (c *division) newMerge(lo, mid, hi int) *rankOneUpdate {
	size := hi - lo
	return &rankOneUpdate{
		size: size, first: mid - lo, d: c.d[lo:hi], order: c.order[lo:hi],
		rows: c.rows[lo*c.n+lo:], stride: c.n, spare: c.spare[lo*c.n:][:size*size],
		z: make([]float64, size), in: make([]halves, size),
	}
}
