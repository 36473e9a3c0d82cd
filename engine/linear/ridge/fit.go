package ridge

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
	"unfold/engine/linear/gram"
)

// A Solution is the solution of a ridge system.
type Solution struct {
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
func Fit(ctx context.Context, k gram.Kernel, x, z *mat.Dense, lambda float64) (*Solution, error) {
	e := gram.NewEntries(k, x)
	s, err := NewSolver(parallel.Part(ctx, 0, 0.7), e, lambda)
	if err != nil {
		return nil, err
	}
	return s.Solve(parallel.Part(ctx, 0.7, 1), e, z)
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
