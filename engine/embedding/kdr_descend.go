package embedding

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
)

// descend takes steps down the cost over orthonormal w (d×dim), while σ² shrinks
// from anneal times that of sigma to it, and counts them.
func descend(ctx context.Context, cost dependence, w *mat.Dense, sigma, anneal float64, steps int, done *parallel.Counter) (*mat.Dense, error) {
	step := 0.5
	for h := range steps {
		done.Add(1)
		left := float64(steps-h-1) / float64(steps)
		now := sigma * math.Sqrt(1+(anneal-1)*left)
		f, g, err := cost.at(ctx, w, now, true)
		if err != nil {
			return nil, err
		}
		if g == nil {
			return w, nil // no number
		}
		along, slope := tangent(w, g)
		if !(slope > 1e-7*math.Abs(f)) {
			if anneal == 1 {
				break
			}
			continue // a minimum for this bandwidth
		}
		search := func(a float64) (*mat.Dense, float64, error) {
			moved := new(mat.Dense)
			moved.Scale(-a, along)
			moved.Add(w, moved)
			moved = orthonormal(moved)
			at, _, err := cost.at(ctx, moved, now, false)
			return moved, at, err
		}
		next, taken, lower, err := doubled(search, f, slope, step)
		if err != nil {
			return nil, err
		}
		if next != nil {
			w, step = next, taken
		}
		if anneal == 1 && (next == nil || f-lower < 1e-6*math.Abs(f)) {
			break
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

// doubled searches for a step that lowers the cost by Armijo's rule: it halves
// the first one until it does, or doubles it for as long as that lowers the
// cost further. It returns where that leads to, the step, and the cost there; nil
// where no step does.
func doubled(search func(a float64) (*mat.Dense, float64, error), f, slope, a float64) (*mat.Dense, float64, float64, error) {
	const share, halvings, longest = 1e-4, 20, 2 // farther than 2 orthonormal columns turn back
	enough := func(at, a float64) bool { return at <= f-share*a*slope }
	w, at, err := search(a)
	if err != nil {
		return nil, 0, 0, err
	}
	if !enough(at, a) {
		for range halvings {
			a /= 2
			if w, at, err = search(a); err != nil || enough(at, a) {
				return w, a, at, err
			}
		}
		return nil, a, f, nil
	}
	for 2*a <= longest {
		further, lower, err := search(2 * a)
		if err != nil {
			return nil, 0, 0, err
		}
		if !(lower < at) || !enough(lower, 2*a) {
			break
		}
		w, at, a = further, lower, 2*a
	}
	return w, a, at, nil
}

// orthonormal returns the Q of w = Q R whose R has a positive diagonal.
func orthonormal(w *mat.Dense) *mat.Dense {
	_, dim := w.Dims()
	q := mat.DenseCopyOf(w)
	column := func(c int) *mat.VecDense { return q.ColView(c).(*mat.VecDense) }
	for c := range dim {
		for range 2 { // twice is enough
			for b := range c {
				v := column(c)
				v.AddScaledVec(v, -mat.Dot(v, column(b)), column(b))
			}
		}
		if length := mat.Norm(column(c), 2); length > 0 {
			v := column(c)
			v.ScaleVec(1/length, v)
		}
	}
	return q
}
