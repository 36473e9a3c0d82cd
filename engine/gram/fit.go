package gram

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	back "unfold/engine/blas"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
)

// A Ridge is the solution of a ridge system.
type Ridge struct {
	W        *mat.Dense // n×dim
	Lambda   float64    // the ridge, raised where K + λI was singular
	Residual float64    // ‖Z − (K + λI)W‖ by ‖Z‖, the largest of the columns; zero if it was not measured
}

// Fit solves (K + λI) W = Z for the rows of x (n×d) and targets Z (n×dim).
//
// Up to 1500 rows, and where λ is below a millionth of K's mean diagonal, it
// decomposes K + λI by Cholesky in float64. Else it does so in float32, which
// takes half the time and memory, and corrects the solution by conjugate
// gradients in float64 until the residual is below 1e-10 of the targets and
// the last correction below 1e-9 of the coefficients; where that fails, float64
// has the word after all. Time O(n²d/2 + n³/3), memory n² numbers, asked for
// before they are taken. The result is the same bits at any GOMAXPROCS.
//
// Where K + λI is singular to working precision, λ is raised by 1e-12, 1e-11,
// ... 1e-8 of the mean of K's diagonal. The error for a matrix that is singular
// still, or not positive semidefinite, tells the pivot.
func Fit(ctx context.Context, k Kernel, x, z *mat.Dense, lambda float64) (*Ridge, error) {
	const small = 1500 // rows below which the corrections cost more than they save
	e := NewEntries(k, x)
	n := e.Len()
	if n > small && lambda >= 1e-6*e.Scale() {
		if err := room(memory.Square(1, n)/2, n); err != nil {
			return nil, err
		}
		r, err := e.fitSingle(ctx, lambda, z)
		if r != nil || err != nil {
			return r, err
		}
	}
	if err := room(memory.Square(1, n), n); err != nil {
		return nil, err
	}
	return e.fitDouble(ctx, lambda, z)
}

// Scale returns the mean of K's diagonal.
func (e *Entries) Scale() float64 {
	var scale float64
	for i := range e.Len() {
		scale += e.Diagonal(i) / float64(e.Len())
	}
	return scale
}

// fitDouble is Fit in float64.
func (e *Entries) fitDouble(ctx context.Context, lambda float64, z *mat.Dense) (*Ridge, error) {
	n, scale := e.Len(), e.Scale()
	f := factor[float64]{n, make([]float64, n*n)}
	failed, pivot := -1, 0.0
	for _, jitter := range []float64{0, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8} {
		ridge := lambda + jitter*scale
		var err error
		if failed, pivot, err = f.decompose(ctx, e, ridge, 1e-15*scale); err != nil {
			return nil, err
		}
		if failed < 0 {
			w := transpose(z)
			if err := f.solve(ctx, w, len(w)/n); err != nil {
				return nil, err
			}
			return &Ridge{W: untranspose(w, n), Lambda: ridge}, nil
		}
	}
	if pivot < -1e-8*scale {
		return nil, &engine.Error{
			Cause:  fmt.Sprintf("Gram matrix is not positive semidefinite (pivot %.3g at row %d)", pivot, failed),
			Remedy: "the kernel is not a Mercer kernel: for poly, give an offset of at least 0",
		}
	}
	if math.IsNaN(pivot) || math.IsInf(scale, 0) {
		return nil, &engine.Error{
			Cause:  fmt.Sprintf("similarities of row %d are beyond the largest number", failed),
			Remedy: "put scale after the source, or lower degree for poly",
		}
	}
	return nil, &engine.Error{
		Param:  "lambda",
		Cause:  fmt.Sprintf("Gram matrix is singular (pivot %.3g at row %d): duplicate rows or ridge too small, lambda = %g", pivot, failed, lambda),
		Remedy: "raise lambda, or put dedupe after the source",
	}
}

// decompose fills the factor with that of K + ridge·I. A pivot below the floor
// is nothing but rounding, and fails too.
func (f factor[T]) decompose(ctx context.Context, e *Entries, ridge, floor float64) (failed int, pivot float64, err error) {
	if err := fill(parallel.Part(ctx, 0, 0.2), e, f.u); err != nil {
		return -1, 0, err
	}
	for i := range f.n {
		f.u[i*f.n+i] = T(float64(f.u[i*f.n+i]) + ridge)
	}
	failed, pivot, err = back.Cholesky(parallel.Part(ctx, 0.2, 1), blas.Upper, f.n, f.u, f.n)
	for i := 0; i < f.n && failed < 0 && err == nil; i++ {
		if u := float64(f.u[i*f.n+i]); !(u*u > floor) {
			failed, pivot = i, u*u
		}
	}
	return failed, pivot, err
}

// transpose returns the columns of z, one after the other.
func transpose(z *mat.Dense) []float64 {
	n, dim := z.Dims()
	t := make([]float64, n*dim)
	for i := range n {
		for q, v := range z.RawRowView(i) {
			t[q*n+i] = v
		}
	}
	return t
}

// untranspose returns the matrix with such columns of length n.
func untranspose(t []float64, n int) *mat.Dense {
	dim := len(t) / n
	z := mat.NewDense(n, dim, nil)
	for i := range n {
		for q := range dim {
			z.RawRowView(i)[q] = t[q*n+i]
		}
	}
	return z
}
