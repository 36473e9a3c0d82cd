package ridge

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/memory"
	"unfold/engine/linear/gram"
)

// A Solver is K + λI decomposed, for ridge systems with any targets. It is safe
// for concurrent use.
type Solver struct {
	lambda float64
	single *factor[float32] // nil where it would not do
	double *factor[float64] // in its place
	ridge  float64          // of double
}

// singleRows is up to how many rows corrections cost more than a factor in float32
// saves.
const singleRows = 1500

// singleRidge is the least ridge, by K's mean diagonal, for a factor in float32: coefficients
// of a smaller one may be so large that float32 does not lead to them.
const singleRidge = 1e-6

// FitBytes returns what the entries of n rows, if they are kept, and a factor
// take where the ridge is not so small that it has to be in float64.
func FitBytes(n int) uint64 {
	size := memory.Square(1, n)
	if n > singleRows {
		size /= 2
	}
	return size + gram.CachedBytes(n)
}

// NewSolver decomposes K + λI. Time O(n³/3), memory n² numbers of float32 or
// float64, as Fit says.
func NewSolver(ctx context.Context, e *gram.Entries, lambda float64) (*Solver, error) {
	s, n := &Solver{lambda: lambda}, e.Len()
	if n > singleRows && !(lambda < singleRidge*e.Scale()) {
		if err := gram.Reserve(ctx, memory.Square(1, n)/2, n); err != nil {
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
	return s.solve(ctx, e, z, unbatched{e})
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
	return found, solveInBatch(ctx, e, systems)
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

// refine solves the systems for the columns of Z by conjugate gradients that the
// factor in float32 preconditions. It returns nil if that leads to no solution.
func (s *Solver) refine(ctx context.Context, e *gram.Entries, z *mat.Dense, p products) (*Solution, error) {
	n, b := e.Len(), transpose(z)
	g := newConjugateGradients(n, len(b)/n, func(ctx context.Context, dst, v []float64, r int) error {
		if err := p.times(ctx, dst, v, r); err != nil {
			return err
		}
		for i, x := range v {
			dst[i] += float64(s.lambda * x)
		}
		return nil
	}, func(ctx context.Context, dst, v []float64, r int) error {
		return p.condition(ctx, s.single, dst, v, r)
	}, coefficientGoal)
	g.least, g.greatest = s.lambda, s.lambda+float64(float64(n)*e.Scale())
	w, err := g.solve(ctx, b)
	if err != nil || w == nil {
		return nil, err
	}
	return &Solution{W: untranspose(w, n), Lambda: s.lambda, Residual: g.relativeResidual()}, nil
}
