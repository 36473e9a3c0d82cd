package embedding

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
	"unfold/engine/spectral"
)

// anneal takes steps of steepest descent over orthonormal w (d×dim), while σ²
// shrinks from widest times that of sigma to it, and counts them.
func anneal(ctx context.Context, cost dependence, w *mat.Dense, sigma, widest float64, steps int, done *parallel.Counter) (*mat.Dense, error) {
	step := 0.5
	for h := range steps {
		done.Add(1)
		left := float64(steps-h-1) / float64(steps)
		now := sigma * math.Sqrt(1+float64((widest-1)*left))
		here, err := cost.at(ctx, w, now)
		if err != nil {
			return nil, err
		}
		f := here.value()
		if math.IsInf(f, 1) {
			return w, nil
		}
		g, err := here.gradient(ctx)
		if err != nil {
			return nil, err
		}
		along, slope := tangent(w, g)
		if !(slope > 1e-7*math.Abs(f)) {
			continue // a minimum for this bandwidth
		}
		next, err := doubled(func(a float64) (stop, error) {
			moved := new(mat.Dense)
			moved.Scale(-a, along)
			moved.Add(w, moved)
			moved = spectral.Orthonormal(moved)
			at, err := cost.at(ctx, moved, now)
			return stop{moved, at, a}, err
		}, f, slope, step)
		if err != nil {
			return nil, err
		}
		if next.w != nil {
			w, step = next.w, next.a
		}
	}
	return w, nil
}

// tangent returns the unit vector of steepest ascent at w among orthonormal
// columns, g − w sym(wᵀg) by its length, and that length.
func tangent(w, g *mat.Dense) (*mat.Dense, float64) {
	var along, product, part mat.Dense
	product.Mul(w.T(), g)
	symmetric := mat.DenseCopyOf(&product)
	symmetric.Add(symmetric, product.T())
	symmetric.Scale(0.5, symmetric)
	part.Mul(w, symmetric)
	along.Sub(g, &part)
	slope := mat.Norm(&along, 2)
	if slope > 0 {
		along.Scale(1/slope, &along)
	}
	return &along, slope
}

// A stop is where a step of length a leads to.
type stop struct {
	w  *mat.Dense
	at evaluation
	a  float64
}

// doubled searches for a step that lowers the cost by Armijo's rule: it halves
// the first one until it does, or doubles it for as long as that lowers the
// cost further. It returns where that leads to, one of the last two places that
// it tried; the zero stop where no step does.
func doubled(try func(a float64) (stop, error), f, slope, a float64) (stop, error) {
	const share, halvings, longest = 1e-4, 20, 2 // farther than 2 orthonormal columns turn back
	enough := func(s stop) bool { return s.at.value() <= f-float64(share*s.a*slope) }
	best, err := try(a)
	if err != nil {
		return stop{}, err
	}
	if !enough(best) {
		for range halvings {
			a /= 2
			if best, err = try(a); err != nil || enough(best) {
				return best, err
			}
		}
		return stop{}, nil
	}
	for 2*best.a <= longest {
		further, err := try(2 * best.a)
		if err != nil {
			return stop{}, err
		}
		if !(further.at.value() < best.at.value()) || !enough(further) {
			break
		}
		best = further
	}
	return best, nil
}

// An unconstrained is the cost f(Q) of matrices of full rank, w = Q R: a problem without
// constraints, whose minima are those over orthonormal columns.
type unconstrained struct {
	cost  dependence
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
	at, err := s.cost.at(ctx, q, s.sigma)
	if err != nil || math.IsInf(at.value(), 1) {
		return math.Inf(1), err
	}
	g, err := at.gradient(ctx)
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
	return at.value(), nil
}
