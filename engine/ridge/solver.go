package ridge

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	back "unfold/engine/blas"
	"unfold/engine/gram"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
)

// A Solver is K + λI decomposed, for ridge systems with any targets. It is safe
// for concurrent use.
type Solver struct {
	lambda float64
	single *factor[float32] // nil where it would not do
	double *factor[float64] // in its place
	ridge  float64          // of double
}

// fewRows is up to how many rows corrections cost more than a factor in float32
// saves.
const fewRows = 1500

// smallest is the least ridge, by K's mean diagonal, for a factor in float32: coefficients
// of a smaller one may be so large that float32 does not lead to them.
const smallest = 1e-6

// FitBytes returns what the entries of n rows, if they are kept, and a factor
// take where the ridge is not so small that it has to be in float64.
func FitBytes(n int) uint64 {
	size := memory.Square(1, n)
	if n > fewRows {
		size /= 2
	}
	return size + gram.KeptBytes(n)
}

// NewSolver decomposes K + λI. Time O(n³/3), memory n² numbers of float32 or
// float64, as Fit says.
func NewSolver(ctx context.Context, e *gram.Entries, lambda float64) (*Solver, error) {
	s, n := &Solver{lambda: lambda}, e.Len()
	if n > fewRows && !(lambda < smallest*e.Scale()) {
		if err := gram.Reserve(memory.Square(1, n)/2, n); err != nil {
			return nil, err
		}
		f := factor[float32]{n, make([]float32, n*n)}
		failed, _, err := f.decompose(ctx, e, lambda, 0)
		if err != nil {
			return nil, err
		}
		if failed < 0 {
			s.single = &f
			return s, nil
		}
	}
	var err error
	s.double, s.ridge, err = decompose(ctx, e, lambda)
	return s, err
}

// Bytes returns what the factor takes.
func (s *Solver) Bytes() uint64 {
	if s.single != nil {
		return 4 * uint64(len(s.single.u))
	}
	return 8 * uint64(len(s.double.u))
}

// Solve solves the systems for the columns of Z (n×dim), where e are the entries
// that the solver was made of. Time O(n²(d + dim)), or that of a decomposition
// in float64 where the one in float32 does not lead to a solution.
func (s *Solver) Solve(ctx context.Context, e *gram.Entries, z *mat.Dense) (*Solution, error) {
	return s.solve(ctx, e, z, alone{e})
}

// SolveAll solves the systems of several solvers that were made of e, each for
// several targets: found[i][j] is what the i-th solver's Solve returns for the
// j-th targets, bit by bit. It takes less time, as K and the factors are read
// once for all of them.
func SolveAll(ctx context.Context, e *gram.Entries, solvers []*Solver, targets []*mat.Dense) (found [][]*Solution, err error) {
	var systems []func(p products) error
	found = make([][]*Solution, len(solvers))
	for i, s := range solvers {
		found[i] = make([]*Solution, len(targets))
		for j, z := range targets {
			systems = append(systems, func(p products) (err error) {
				found[i][j], err = s.solve(ctx, e, z, p)
				return err
			})
		}
	}
	return found, together(ctx, e, systems)
}

func (s *Solver) solve(ctx context.Context, e *gram.Entries, z *mat.Dense, p products) (*Solution, error) {
	double, ridge := s.double, s.ridge
	if s.single != nil {
		r, err := s.refine(ctx, e, z, p)
		if r != nil || err != nil {
			return r, err
		}
		if double, ridge, err = decompose(ctx, e, s.lambda); err != nil {
			return nil, err
		}
	}
	n, b := e.Len(), transpose(z)
	w := slices.Clone(b)
	if err := double.solve(ctx, w, len(w)/n); err != nil {
		return nil, err
	}
	return &Solution{W: untranspose(w, n), Lambda: ridge}, nil
}

// decompose returns the factor in float64, of a ridge that may have been raised.
func decompose(ctx context.Context, e *gram.Entries, lambda float64) (f *factor[float64], ridge float64, err error) {
	n, scale := e.Len(), e.Scale()
	if err := gram.Reserve(memory.Square(1, n), n); err != nil {
		return nil, 0, err
	}
	f = &factor[float64]{n, make([]float64, n*n)}
	failed, pivot := -1, 0.0
	for _, jitter := range []float64{0, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8} {
		ridge = lambda + float64(jitter*scale)
		if failed, pivot, err = f.decompose(ctx, e, ridge, 1e-15*scale); failed < 0 || err != nil {
			return f, ridge, err
		}
	}
	return nil, 0, unresolved(failed, pivot, scale, lambda)
}

// unresolved is the error for a pivot that no ridge has helped.
func unresolved(failed int, pivot, scale, lambda float64) error {
	if pivot < -1e-8*scale {
		return &engine.Error{
			Cause:  fmt.Sprintf("Gram matrix is not positive semidefinite (pivot %.3g at row %d)", pivot, failed),
			Remedy: "the kernel is not a Mercer kernel: for poly, give an offset of at least 0",
		}
	}
	if math.IsNaN(pivot) || math.IsInf(scale, 0) {
		return &engine.Error{
			Cause:  fmt.Sprintf("similarities of row %d are beyond the largest number", failed),
			Remedy: "put scale after the source, or lower degree for poly",
		}
	}
	return &engine.Error{
		Param:  "lambda",
		Cause:  fmt.Sprintf("Gram matrix is singular (pivot %.3g at row %d): duplicate rows or ridge too small, lambda = %g", pivot, failed, lambda),
		Remedy: "raise lambda, or put dedupe after the source",
	}
}

// decompose fills the factor with that of K + ridge·I. A pivot below the floor
// is nothing but rounding, and fails too.
func (f factor[T]) decompose(ctx context.Context, e *gram.Entries, ridge, floor float64) (failed int, pivot float64, err error) {
	if err := gram.FillUpper(parallel.Part(ctx, 0, 0.2), e, f.u); err != nil {
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
