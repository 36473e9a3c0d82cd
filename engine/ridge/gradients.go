package ridge

import (
	"context"
	"math"

	back "unfold/engine/blas"
	"unfold/engine/gram"
	"unfold/engine/internal/parallel"
)

// An operator sets dst to a symmetric positive definite matrix times each of
// the r vectors in the rows of v.
type operator func(ctx context.Context, dst, v []float64, r int) error

// gradients solves A x = b by conjugate gradients with a preconditioner
// (Hestenes, Stiefel 1952, doi:10.6028/jres.049.044), for several right sides
// at a time, each with steps of its own. Unless bounds of A's eigenvalues say that
// it is not needed, the last product that it makes with A is that of the solution.
type gradients struct {
	n, r             int
	times, condition operator
	goal             goal
	most             int       // products with A before it gives up
	penalty          operator  // if not nil, the part of A whose share of the energy xᵀ A x of an error does not count
	bounds           []float64 // of the root of the rest of it, in place of the goal
	least, greatest  float64   // bounds of A's eigenvalues; zero if nothing is known, or is not to be used

	rest, image  []float64 // b − A x, and the preconditioner's image of it
	way, product []float64 // the direction of search, and A times it
	slope        []float64 // rest·image of each right side
	size         []float64 // ‖b‖ of each
	gone         []float64 // how long its steps were together
	done         []bool
}

func newGradients(n, r int, times, condition operator, goal goal) *gradients {
	of := func() []float64 { return make([]float64, n*r) }
	return &gradients{
		n: n, r: r, times: times, condition: condition, goal: goal, most: mostProducts,
		rest: of(), image: of(), way: of(), product: of(), slope: make([]float64, r), size: make([]float64, r), gone: make([]float64, r), done: make([]bool, r),
	}
}

// solve returns the solutions, nil if they do not come within the goal, by
// residuals that are computed anew from them where steps may have led away from
// those that they leave.
func (g *gradients) solve(ctx context.Context, b []float64) (x []float64, err error) {
	x = make([]float64, len(b))
	copy(g.rest, b)
	for q := range g.size {
		g.size[q] = norm(g.row(b, q))
	}
	count := parallel.Count(ctx, "refinement", g.most)
	for products := 0; products < g.most; {
		steps, near, err := g.descend(ctx, x, g.most-products, count)
		if err != nil {
			return nil, err
		}
		if near && (steps == 0 || g.faithful(x)) {
			return x, nil
		}
		if steps == 0 {
			break
		}
		if err := g.times(ctx, g.product, x, g.r); err != nil {
			return nil, err
		}
		products += steps + 1
		for i, v := range b {
			g.rest[i] = v - g.product[i]
		}
	}
	return nil, nil
}

// residual returns the largest ‖b − A x‖ by ‖b‖.
func (g *gradients) residual() float64 {
	var most float64
	for q, size := range g.size {
		if size > 0 {
			most = max(most, norm(g.row(g.rest, q))/size)
		}
	}
	return most
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
	return x, g.times(ctx, g.product, x, g.r)
}

// settle solves A x = b with a preconditioner made of numbers of type T: to
// within the bounds for float32, nil if that fails; as well as float64 can for
// float64.
func settle[T back.Float](ctx context.Context, g *gradients, b []float64) (x []float64, err error) {
	if _, double := any(T(0)).(float64); double {
		return g.improve(ctx, b)
	}
	return g.solve(ctx, b)
}

// near reports whether a right side has come near enough to the goal, as far
// as its rest and image tell.
func (g *gradients) near(q int, x []float64, slack float64) bool {
	rest, image := g.row(g.rest, q), g.row(g.image, q)
	if g.penalty != nil {
		bound := slack * g.bounds[q]
		return g.slope[q]-gram.Dot(image, g.row(g.product, q)) <= bound*bound
	}
	return norm(rest) <= slack*g.goal.residual*g.size[q] && norm(image) <= slack*g.goal.correction*norm(g.row(x, q))
}

// within reports whether all rests are within a part of the goal by their size
// alone, since A⁻¹ makes none longer than ‖rest‖ by A's least eigenvalue.
func (g *gradients) within(x []float64, slack float64, rest func(q int) float64) bool {
	for q, size := range g.size {
		if !(rest(q) <= slack*min(g.goal.residual*size, g.goal.correction*g.least*norm(g.row(x, q)))) {
			return false
		}
	}
	return g.least > 0
}

// faithful reports whether what the steps leave is the rest: it is up to the
// rounding of A's products with them (Greenbaum 1997,
// doi:10.1137/S0895479895284944), which that with the solution would have too.
func (g *gradients) faithful(x []float64) bool {
	const rounding = 0x1p-53
	return g.greatest > 0 && g.within(x, 0.75, func(q int) float64 { return rounding * g.greatest * g.gone[q] })
}

// descend goes down from x until every right side is near enough, by what it
// adds up for the rest. It returns the steps that took, and whether they are.
func (g *gradients) descend(ctx context.Context, x []float64, most int, count *parallel.Counter) (steps int, near bool, err error) {
	clear(g.done)
	clear(g.way)
	before, slack := make([]float64, g.r), 1.0
	for ; steps < most; steps++ {
		if g.within(x, slack, func(q int) float64 { return norm(g.row(g.rest, q)) }) {
			return steps, true, nil
		}
		if err := g.condition(ctx, g.image, g.rest, g.r); err != nil {
			return steps, false, err
		}
		if g.penalty != nil {
			if err := g.penalty(ctx, g.product, g.image, g.r); err != nil {
				return steps, false, err
			}
		}
		left := 0
		near = true
		for q := range g.r {
			image, way := g.row(g.image, q), g.row(g.way, q)
			g.slope[q] = gram.Dot(g.row(g.rest, q), image)
			small := g.near(q, x, slack)
			near = near && small
			if g.done[q] = g.done[q] || small || !(g.slope[q] > 0); g.done[q] {
				continue
			}
			left++
			turn := 0.0
			if steps > 0 {
				turn = g.slope[q] / before[q]
			}
			for i, v := range image {
				way[i] = v + float64(turn*way[i])
			}
			before[q] = g.slope[q]
		}
		if left == 0 {
			return steps, near, nil
		}
		if err := g.times(ctx, g.product, g.way, g.r); err != nil {
			return steps, false, err
		}
		for q := range g.r {
			g.advance(q, g.row(x, q))
		}
		slack = 0.25 // rounding adds to what the steps leave
		count.Add(1)
	}
	return steps, false, nil
}

// advance takes the step along the way that minimises the error.
func (g *gradients) advance(q int, x []float64) {
	if g.done[q] {
		return
	}
	way, product_ := g.row(g.way, q), g.row(g.product, q)
	length := g.slope[q] / gram.Dot(way, product_)
	if !(length > 0) { // rounding, or a matrix that is not positive definite
		g.done[q] = true
		return
	}
	g.gone[q] += float64(length * norm(way))
	rest := g.row(g.rest, q)
	for i, v := range way {
		x[i] += float64(length * v)
		rest[i] -= float64(length * product_[i])
	}
}

func (g *gradients) row(v []float64, q int) []float64 { return v[q*g.n : (q+1)*g.n] }

func norm(v []float64) float64 { return math.Sqrt(gram.Dot(v, v)) }
