package cost

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/fit/pairwise"
	"unfold/engine/internal/parallel"
)

// Value returns the cost of images y (n×q).
func Value(ctx context.Context, c pairwise.Cost, y *mat.Dense) (float64, error) {
	n, q := y.Dims()
	if err := c.Place(ctx, &pairwise.Images{Dim: q, Points: mat.DenseCopyOf(y).RawMatrix().Data}); err != nil {
		return 0, err
	}
	return parallel.Sum(ctx, n, parallel.Grain(c.Work(q)), func(lo, hi int) (sum float64) {
		scrap := make([]float64, q)
		for i := lo; i < hi; i++ {
			sum += c.Row(i, scrap)
		}
		return sum
	})
}
