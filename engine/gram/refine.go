package gram

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	back "unfold/engine/blas"
	"unfold/engine/internal/parallel"
)

// What Fit promises of solutions that a float32 factor led to.
const (
	residualBound   = 1e-10 // ‖Z − (K + λI)W‖ by ‖Z‖
	correctionBound = 1e-9  // the last correction by ‖W‖
	mostProducts    = 40    // with K before it gives up
)

// fitSingle is Fit by a factor in float32. It returns nil if the factor cannot
// lead to a solution.
func (e *Entries) fitSingle(ctx context.Context, lambda float64, z *mat.Dense) (*Ridge, error) {
	n := e.Len()
	f := factor[float32]{n, make([]float32, n*n)}
	failed, _, err := f.decompose(parallel.Part(ctx, 0, 0.7), e, lambda, 0)
	if err != nil || failed >= 0 {
		return nil, err
	}
	b := transpose(z)
	s := newGradients(n, len(b)/n, func(ctx context.Context, dst, v []float64, r int) error {
		if err := e.Times(ctx, dst, v, r); err != nil {
			return err
		}
		for i, x := range v {
			dst[i] += lambda * x
		}
		return nil
	}, f.approximate)
	w, residual, err := s.solve(parallel.Part(ctx, 0.7, 1), b)
	if err != nil || w == nil {
		return nil, err
	}
	return &Ridge{W: untranspose(w, n), Lambda: lambda, Residual: residual}, nil
}

// approximate sets dst to nearly (K + λI)⁻¹ v for the r vectors of v. They are
// scaled, so that small ones keep their digits in float32.
func (f factor[T]) approximate(ctx context.Context, dst, v []float64, r int) error {
	return scaled(dst, v, f.n, func(narrow []T) error { return f.solve(ctx, narrow, r) })
}

// largest returns the largest absolute value.
func largest(v []float64) float64 {
	var most float64
	for _, x := range v {
		most = max(most, math.Abs(x))
	}
	return most
}

// An operator sets dst to a symmetric positive definite matrix times each of
// the r vectors in the rows of v.
type operator func(ctx context.Context, dst, v []float64, r int) error

// gradients solves A x = b by conjugate gradients with a preconditioner
// (Hestenes, Stiefel 1952, doi:10.6028/jres.049.044), for several right sides
// at a time, each with steps of its own.
type gradients struct {
	n, r             int
	times, condition operator
	rest, image      []float64 // b − A x, and the preconditioner's image of it
	way, product     []float64 // the direction of search, and A times it
	slope            []float64 // rest·image of each right side
	done             []bool
}

func newGradients(n, r int, times, condition operator) *gradients {
	of := func() []float64 { return make([]float64, n*r) }
	return &gradients{
		n: n, r: r, times: times, condition: condition,
		rest: of(), image: of(), way: of(), product: of(), slope: make([]float64, r), done: make([]bool, r),
	}
}

// solve returns the solutions and the largest of their residuals, computed
// anew from them; nil if they do not come within the bounds.
func (g *gradients) solve(ctx context.Context, b []float64) (x []float64, residual float64, err error) {
	x = make([]float64, len(b))
	copy(g.rest, b)
	bounds := make([]float64, g.r)
	for q := range bounds {
		bounds[q] = norm(g.row(b, q)) * residualBound
	}
	count := parallel.Count(ctx, "refinement", mostProducts)
	for products := 0; products < mostProducts; {
		steps, err := g.descend(ctx, x, bounds, mostProducts-products, count)
		if err != nil {
			return nil, 0, err
		}
		if err := g.times(ctx, g.product, x, g.r); err != nil {
			return nil, 0, err
		}
		products += steps + 1
		residual = 0
		ok := steps > 0 || products == 1
		for q := range g.r {
			for i, v := range g.row(b, q) {
				g.rest[q*g.n+i] = v - g.product[q*g.n+i]
			}
			rest, all := norm(g.row(g.rest, q)), bounds[q]/residualBound
			if all > 0 {
				residual = max(residual, rest/all)
			}
			ok = ok && rest <= bounds[q]
		}
		if ok {
			return x, residual, nil
		}
		if steps == 0 || math.IsNaN(residual) {
			return nil, 0, nil
		}
	}
	return nil, 0, nil
}

// improve returns what the preconditioner, which is as good as the inverse,
// makes of b, corrected once. It promises nothing of the residual, which an
// ill-conditioned A leaves large by itself.
func (g *gradients) improve(ctx context.Context, b []float64) (x []float64, err error) {
	x = make([]float64, len(b))
	if err := g.condition(ctx, x, b, g.r); err != nil {
		return nil, err
	}
	if err := g.times(ctx, g.product, x, g.r); err != nil {
		return nil, err
	}
	for i, v := range b {
		g.rest[i] = v - g.product[i]
	}
	if err := g.condition(ctx, g.image, g.rest, g.r); err != nil {
		return nil, err
	}
	for i, v := range g.image {
		x[i] += v
	}
	return x, nil
}

// settle solves A x = b with a preconditioner made of numbers of type T: to
// within the bounds for float32, nil if that fails; as well as float64 can for
// float64.
func settle[T back.Float](ctx context.Context, g *gradients, b []float64) (x []float64, err error) {
	if _, double := any(T(0)).(float64); double {
		return g.improve(ctx, b)
	}
	x, _, err = g.solve(ctx, b)
	return x, err
}

// descend goes down from x until every right side is within the bounds, by
// what it adds up for the residuals, and returns the steps that took.
func (g *gradients) descend(ctx context.Context, x, bounds []float64, most int, count *parallel.Counter) (steps int, err error) {
	clear(g.done)
	clear(g.way)
	before := make([]float64, g.r)
	for ; steps < most; steps++ {
		if err := g.condition(ctx, g.image, g.rest, g.r); err != nil {
			return steps, err
		}
		left := 0
		for q := range g.r {
			rest, image, way := g.row(g.rest, q), g.row(g.image, q), g.row(g.way, q)
			g.slope[q] = product(rest, image)
			small := norm(rest) <= bounds[q]/4 && norm(image) <= correctionBound/4*norm(g.row(x, q))
			if g.done[q] = g.done[q] || small || !(g.slope[q] > 0); g.done[q] {
				continue
			}
			left++
			turn := 0.0
			if steps > 0 {
				turn = g.slope[q] / before[q]
			}
			for i, v := range image {
				way[i] = v + turn*way[i]
			}
			before[q] = g.slope[q]
		}
		if left == 0 {
			return steps, nil
		}
		if err := g.times(ctx, g.product, g.way, g.r); err != nil {
			return steps, err
		}
		for q := range g.r {
			g.advance(q, g.row(x, q))
		}
		count.Add(1)
	}
	return steps, nil
}

// advance takes the step along the way that minimises the error.
func (g *gradients) advance(q int, x []float64) {
	if g.done[q] {
		return
	}
	way, product_ := g.row(g.way, q), g.row(g.product, q)
	length := g.slope[q] / product(way, product_)
	if !(length > 0) { // rounding, or a matrix that is not positive definite
		g.done[q] = true
		return
	}
	rest := g.row(g.rest, q)
	for i, v := range way {
		x[i] += length * v
		rest[i] -= length * product_[i]
	}
}

func (g *gradients) row(v []float64, q int) []float64 { return v[q*g.n : (q+1)*g.n] }

func norm(v []float64) float64 { return math.Sqrt(product(v, v)) }
