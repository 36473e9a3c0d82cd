package dependence

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/optimum"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/spectral"
)

// Settings say how a cost is descended.
type Settings struct {
	Sigma      float64 // bandwidth σ of projections
	Anneal     float64 // σ² at a start, by its value at the end
	Iterations int     // most steps by the full cost
}

// A Minimum is what a descent over orthonormal columns has come to.
type Minimum struct {
	*optimum.Result
	W *mat.Dense // d×q; nil where no start has a cost that is finite
}

// Minimise goes down from each start by the cost of few rows, 30 steps of steepest
// descent while the bandwidth shrinks to σ and 30 more at σ, and then to the end
// from where the full cost is least, until the gradient has fallen to 1e-4 of what
// it was there or two steps lower the cost by less than 1e-8.
func Minimise(ctx context.Context, full, few Cost, starts []*mat.Dense, s Settings) (Minimum, error) {
	const wide, narrow = 30, 30 // steps of a start
	done := parallel.Count(ctx, "steps", (wide+narrow)*len(starts)+s.Iterations)
	quiet := parallel.Part(engine.WithProgress(ctx, func(engine.Progress) {}), 0, 1)
	var best *mat.Dense
	least := math.Inf(1)
	for _, w := range starts {
		w, err := anneal(quiet, few, w, s.Sigma, s.Anneal, min(wide, s.Iterations), done)
		if err != nil {
			return Minimum{}, err
		}
		found, err := descend(quiet, few, w, s.Sigma, min(narrow, s.Iterations), done)
		if err != nil {
			return Minimum{}, err
		}
		at, err := full.At(quiet, found.W, s.Sigma)
		if err != nil {
			return Minimum{}, err
		}
		if f := at.Value(); f < least {
			best, least = found.W, f
		}
	}
	if best == nil {
		return Minimum{}, nil
	}
	return descend(quiet, full, best, s.Sigma, s.Iterations, done)
}

// descend goes down to the minimum near w, where the gradient has all but
// vanished, in at most so many steps. A cost that is not finite at w stays there.
func descend(ctx context.Context, cost Cost, w *mat.Dense, sigma float64, steps int, done *parallel.Counter) (Minimum, error) {
	at, err := cost.At(ctx, w, sigma)
	if err != nil || math.IsInf(at.Value(), 1) {
		return Minimum{W: w}, err
	}
	d, dim := w.Dims()
	found, err := optimum.Minimise(ctx, unconstrained{cost, sigma, d, done}, w.RawMatrix().Data, optimum.Settings{Iterations: steps, Slope: 1e-4, Decrease: 1e-8})
	if err != nil {
		return Minimum{}, err
	}
	return Minimum{found, spectral.Orthonormal(mat.NewDense(d, dim, found.X))}, nil
}

// An unconstrained is the cost f(Q) of matrices of full rank, w = Q R: a problem without
// constraints, whose minima are those over orthonormal columns.
type unconstrained struct {
	cost  Cost
	sigma float64
	d     int
	done  *parallel.Counter
}

// Value returns f(Q) and its gradient by w,
//
//	(g + Q sym(−gᵀQ)) R⁻ᵀ,
//
// where g is that by Q, and sym takes the lower triangle for the upper one too.
func (s unconstrained) Value(ctx context.Context, x, gradient []float64) (float64, error) {
	s.done.Add(1)
	w := mat.NewDense(s.d, len(x)/s.d, x)
	q := spectral.Orthonormal(w)
	at, err := s.cost.At(ctx, q, s.sigma)
	if err != nil || math.IsInf(at.Value(), 1) {
		return math.Inf(1), err
	}
	g, err := at.Gradient(ctx)
	if err != nil {
		return 0, err
	}
	var r, overlap mat.Dense
	r.Mul(q.T(), w)
	overlap.Mul(g.T(), q)
	into := mat.NewDense(s.d, len(x)/s.d, gradient)
	lower := func(i, j int) float64 { return overlap.At(max(i, j), min(i, j)) }
	dim := len(x) / s.d
	for a := range s.d {
		row := into.RawRowView(a)
		copy(row, g.RawRowView(a))
		for j := range dim {
			for i, v := range q.RawRowView(a) {
				row[j] -= float64(v * lower(i, j))
			}
		}
		for j := dim - 1; j >= 0; j-- { // y Rᵀ = row
			for i := j + 1; i < dim; i++ {
				row[j] -= float64(row[i] * r.At(j, i))
			}
			row[j] /= r.At(j, j)
		}
	}
	return at.Value(), nil
}
