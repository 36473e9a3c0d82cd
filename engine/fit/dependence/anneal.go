package dependence

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
	"unfold/engine/linear/spectral"
)

// anneal takes steps of steepest descent over orthonormal w (d×dim), while σ²
// shrinks from widest times that of sigma to it, and counts them.
func anneal(ctx context.Context, cost Cost, w *mat.Dense, sigma, widest float64, steps int, done *parallel.Counter) (*mat.Dense, error) {
	step := 0.5
	for h := range steps {
		done.Add(1)
		left := float64(steps-h-1) / float64(steps)
		now := sigma * math.Sqrt(1+float64((widest-1)*left))
		here, err := cost.At(ctx, w, now)
		if err != nil {
			return nil, err
		}
		f := here.Value()
		if math.IsInf(f, 1) {
			return w, nil
		}
		g, err := here.Gradient(ctx)
		if err != nil {
			return nil, err
		}
		along, slope := tangent(w, g)
		if !(slope > 1e-7*math.Abs(f)) {
			continue // a minimum for this bandwidth
		}
		next, err := search(func(a float64) (trial, error) {
			moved := new(mat.Dense)
			moved.Scale(-a, along)
			moved.Add(w, moved)
			moved = spectral.Orthonormal(moved)
			at, err := cost.At(ctx, moved, now)
			return trial{moved, at, a}, err
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

// A trial is where a step of length a leads to.
type trial struct {
	w  *mat.Dense
	at Evaluation
	a  float64
}

// search looks for a step that lowers the cost by Armijo's rule: it halves
// the first one until it does, or doubles it for as long as that lowers the
// cost further. It returns where that leads to, one of the last two places that
// it tried; the zero trial where no step does.
func search(try func(a float64) (trial, error), f, slope, a float64) (trial, error) {
	const share, halvings, longest = 1e-4, 20, 2 // farther than 2 orthonormal columns turn back
	enough := func(s trial) bool { return s.at.Value() <= f-float64(share*s.a*slope) }
	best, err := try(a)
	if err != nil {
		return trial{}, err
	}
	if !enough(best) {
		for range halvings {
			a /= 2
			if best, err = try(a); err != nil || enough(best) {
				return best, err
			}
		}
		return trial{}, nil
	}
	for 2*best.a <= longest {
		further, err := try(2 * best.a)
		if err != nil {
			return trial{}, err
		}
		if !(further.at.Value() < best.at.Value()) || !enough(further) {
			break
		}
		best = further
	}
	return best, nil
}
