package dependence

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
	back "unfold/engine/linear/blas"
)

// A Cost is what remains of the covariance of responses once projections z = Wᵀ x
// have explained what they can,
//
//	f(W) = tr[G_y (G_z + cI)⁻¹],  G = H K H,  H = I − 11ᵀ/n,  WᵀW = I
//	K_z = exp(−‖z_i − z_j‖²/2σ²)
//
// (Fukumizu, Bach, Jordan 2009, doi:10.1214/08-AOS637). It serves one descent at a
// time.
type Cost interface {
	// At returns f for orthonormal w (d×q) and a bandwidth. What it returns holds
	// until At was called twice again, so that a search can compare two.
	At(ctx context.Context, w *mat.Dense, sigma float64) (Evaluation, error)
}

// An Evaluation is the cost at one place.
type Evaluation interface {
	// Value returns f, infinite where that is no number.
	Value() float64
	// Gradient returns that by w (d×q), of a finite f; it may be called once.
	Gradient(ctx context.Context) (*mat.Dense, error)
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
