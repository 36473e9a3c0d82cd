package embedding

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/linear/gram"
)

// newExpansion takes coefficients b (n×dim), takes the means off its columns,
// and returns the map with the images of the rows of x themselves, whose mean is
// zero.
func newExpansion(ctx context.Context, k gram.Kernel, x, b *mat.Dense) (*gram.Expansion, *mat.Dense, error) {
	b, _ = centre(b)
	return expand(ctx, k, x, b, x)
}

// expand returns the map x ↦ bᵀ k(x) over centres, less its mean over the rows
// of x, and their images.
func expand(ctx context.Context, k gram.Kernel, centres, b, x *mat.Dense) (*gram.Expansion, *mat.Dense, error) {
	n, _ := x.Dims()
	_, dim := b.Dims()
	e := gram.NewExpansion(k, centres, b)
	y := mat.NewDense(n, dim, nil)
	if err := e.Apply(ctx, y, x); err != nil {
		return nil, nil, err
	}
	y, e.Shift = centre(y)
	return e, y, nil
}
