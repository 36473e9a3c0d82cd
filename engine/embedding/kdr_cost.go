package embedding

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	back "unfold/engine/blas"
	"unfold/engine/internal/parallel"
)

// A dependence is the cost of KDR.
type dependence interface {
	// at returns f for orthonormal w and a bandwidth. What it returns holds until
	// at was called twice again, so that a search can compare two.
	at(ctx context.Context, w *mat.Dense, sigma float64) (evaluation, error)
}

// An evaluation is the cost at one place.
type evaluation interface {
	// value returns f, infinite where that is no number.
	value() float64
	// gradient returns that by w (d×dim), of a finite f; it may be called once.
	gradient(ctx context.Context) (*mat.Dense, error)
}

// factor overwrites the lower triangle of a positive definite a by L, a = L Lᵀ. It
// reports whether there is one to working precision.
func factor(ctx context.Context, a *mat.Dense) (bool, error) {
	n, _ := a.Dims()
	failed, _, err := back.Cholesky(parallel.Part(ctx, 1, 1), blas.Lower, n, a.RawMatrix().Data, n)
	return failed < 0, err
}

// solve overwrites b by L⁻¹ b or, transposed, by L⁻ᵀ b.
func solve(ctx context.Context, t blas.Transpose, l, b *mat.Dense) error {
	n, r := b.Dims()
	return back.Trsm(ctx, blas.Left, blas.Lower, t, blas.NonUnit, n, r, 1, l.RawMatrix().Data, n, b.RawMatrix().Data, r)
}

// inner returns the sum of the products of entries.
func inner(a, b *mat.Dense) float64 {
	n, _ := a.Dims()
	var sum float64
	for i := range n {
		for c, v := range a.RawRowView(i) {
			sum += float64(v * b.At(i, c))
		}
	}
	return sum
}
