package dependence

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/linear/gram"
)

// Factor returns V (n×r) with V Vᵀ the Gram matrix of the rows of x, by
// Cholesky's method with the largest pivot next, until what is left of the trace
// is below a share of it; nil where no kernel value is a positive number. Time
// O(n r²), memory n r numbers.
func Factor(ctx context.Context, k gram.Kernel, x *mat.Dense, share float64) (*mat.Dense, error) {
	n, _ := x.Dims()
	left, all := make([]float64, n), 0.0
	for i := range n {
		left[i] = k.Of(x.RawRowView(i), x.RawRowView(i))
		all += left[i]
	}
	var columns [][]float64
	for len(columns) < n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		pivot, rest := 0, 0.0
		for i, v := range left {
			rest += max(v, 0)
			if v > left[pivot] {
				pivot = i
			}
		}
		if rest <= share*all || left[pivot] <= 0 {
			break
		}
		column, root := make([]float64, n), math.Sqrt(left[pivot])
		for i := range n {
			v := k.Of(x.RawRowView(i), x.RawRowView(pivot))
			for _, c := range columns {
				v -= float64(c[i] * c[pivot])
			}
			column[i] = v / root
			left[i] -= float64(column[i] * column[i])
		}
		left[pivot] = 0
		columns = append(columns, column)
	}
	if len(columns) == 0 {
		return nil, nil
	}
	v := mat.NewDense(n, len(columns), nil)
	for c, column := range columns {
		v.SetCol(c, column)
	}
	return v, nil
}
