package ridge

import (
	"context"
	"math"

	"unfold/engine/internal/parallel"
	"unfold/engine/linear/gram"
)

// An operator sets dst to a symmetric positive definite matrix times each of
// the r vectors in the rows of v.
type operator func(ctx context.Context, dst, v []float64, r int) error

// conjugateGradients solves A x = b by conjugate gradients with a preconditioner
// (Hestenes, Stiefel 1952, doi:10.6028/jres.049.044), for several right sides
// at a time, each with steps of its own. Unless bounds of A's eigenvalues say that
// it is not needed, the last product that it makes with A is that of the solution.
type conjugateGradients struct {
	n, r             int
	times, condition operator
	goal             goal
	productLimit     int       // products with A before it gives up
	penalty          operator  // if not nil, the part of A whose share of the energy xᵀ A x of an error does not count
	bounds           []float64 // of the root of the rest of it, in place of the goal
	least, greatest  float64   // bounds of A's eigenvalues; zero if nothing is known, or is not to be used

	residual, preconditioned []float64 // b − A x, and the preconditioner's image of it
	direction, product       []float64 // the direction of search, and A times it
	slope                    []float64 // residual·preconditioned of each right side
	norms                    []float64 // ‖b‖ of each
	travelled                []float64 // how long its steps were together
	done                     []bool
}

func newConjugateGradients(n, r int, times, condition operator, goal goal) *conjugateGradients {
	of := func() []float64 { return make([]float64, n*r) }
	return &conjugateGradients{
		n: n, r: r, times: times, condition: condition, goal: goal, productLimit: productLimit,
		residual: of(), preconditioned: of(), direction: of(), product: of(), slope: make([]float64, r), norms: make([]float64, r), travelled: make([]float64, r), done: make([]bool, r),
	}
}

// solve returns the solutions, nil if they do not come within the goal, by
// residuals that are computed anew from them where steps may have led away from
// those that they leave.
func (g *conjugateGradients) solve(ctx context.Context, b []float64) (x []float64, err error) {
	x = make([]float64, len(b))
	copy(g.residual, b)
	for q := range g.norms {
		g.norms[q] = norm(g.row(b, q))
	}
	count := parallel.Count(ctx, "refinement", g.productLimit)
	for products := 0; products < g.productLimit; {
		steps, near, err := g.descend(ctx, x, g.productLimit-products, count)
		if err != nil {
			return nil, err
		}
		if near && (steps == 0 || g.recurrenceHolds(x)) {
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
			g.residual[i] = v - g.product[i]
		}
	}
	return nil, nil
}

// relativeResidual returns the largest ‖b − A x‖ by ‖b‖.
func (g *conjugateGradients) relativeResidual() float64 {
	var most float64
	for q, size := range g.norms {
		if size > 0 {
			most = max(most, norm(g.row(g.residual, q))/size)
		}
	}
	return most
}

// improve returns what the preconditioner, which is as good as the inverse,
// makes of b, corrected once. It promises nothing of the residual, which an
// ill-conditioned A leaves large by itself.
func (g *conjugateGradients) improve(ctx context.Context, b []float64) (x []float64, err error) {
	x = make([]float64, len(b))
	if err := g.condition(ctx, x, b, g.r); err != nil {
		return nil, err
	}
	if err := g.times(ctx, g.product, x, g.r); err != nil {
		return nil, err
	}
	for i, v := range b {
		g.residual[i] = v - g.product[i]
	}
	if err := g.condition(ctx, g.preconditioned, g.residual, g.r); err != nil {
		return nil, err
	}
	for i, v := range g.preconditioned {
		x[i] += v
	}
	return x, g.times(ctx, g.product, x, g.r)
}

// withinGoal reports whether a right side is within the goal, as far as its
// residual tells, and what the preconditioner makes of it.
func (g *conjugateGradients) withinGoal(q int, x []float64, slack float64) bool {
	residual, correction := g.row(g.residual, q), g.row(g.preconditioned, q)
	if g.penalty != nil {
		bound := slack * g.bounds[q]
		return g.slope[q]-gram.Dot(correction, g.row(g.product, q)) <= bound*bound
	}
	return norm(residual) <= slack*g.goal.residual*g.norms[q] && norm(correction) <= slack*g.goal.correction*norm(g.row(x, q))
}

// residualWithin reports whether all residuals, of the lengths given, are within
// a part of the goal by their lengths alone, since A⁻¹ makes none longer than its
// length by A's least eigenvalue.
func (g *conjugateGradients) residualWithin(x []float64, slack float64, length func(q int) float64) bool {
	for q, size := range g.norms {
		if !(length(q) <= slack*min(g.goal.residual*size, g.goal.correction*g.least*norm(g.row(x, q)))) {
			return false
		}
	}
	return g.least > 0
}

// recurrenceHolds reports whether what the steps leave is the residual: it is, up to the
// rounding of A's products with them (Greenbaum 1997,
// doi:10.1137/S0895479895284944), which that with the solution would have too.
func (g *conjugateGradients) recurrenceHolds(x []float64) bool {
	const rounding = 0x1p-53
	return g.greatest > 0 && g.residualWithin(x, 0.75, func(q int) float64 { return rounding * g.greatest * g.travelled[q] })
}

// descend goes down from x until every right side is within the goal, by the
// residuals that its recurrence gives. It returns the steps that took, and
// whether they are.
func (g *conjugateGradients) descend(ctx context.Context, x []float64, most int, count *parallel.Counter) (steps int, near bool, err error) {
	clear(g.done)
	clear(g.direction)
	slopes, slack := make([]float64, g.r), 1.0 // slopes of the step before
	for ; steps < most; steps++ {
		if g.residualWithin(x, slack, func(q int) float64 { return norm(g.row(g.residual, q)) }) {
			return steps, true, nil
		}
		if err := g.condition(ctx, g.preconditioned, g.residual, g.r); err != nil {
			return steps, false, err
		}
		if g.penalty != nil {
			if err := g.penalty(ctx, g.product, g.preconditioned, g.r); err != nil {
				return steps, false, err
			}
		}
		unfinished, near := g.updateDirections(x, slack, slopes)
		if unfinished == 0 {
			return steps, near, nil
		}
		if err := g.times(ctx, g.product, g.direction, g.r); err != nil {
			return steps, false, err
		}
		for q := range g.r {
			g.step(q, g.row(x, q))
		}
		slack = 0.25 // rounding adds to what the steps leave
		count.Add(1)
	}
	return steps, false, nil
}

// updateDirections makes the directions of search conjugate to those before,
// whose slopes it replaces (zero before the first step). It returns how many right sides go on, and
// whether all are within the goal.
func (g *conjugateGradients) updateDirections(x []float64, slack float64, slopes []float64) (unfinished int, near bool) {
	near = true
	for q := range g.r {
		preconditioned, direction := g.row(g.preconditioned, q), g.row(g.direction, q)
		g.slope[q] = gram.Dot(g.row(g.residual, q), preconditioned)
		small := g.withinGoal(q, x, slack)
		near = near && small
		if g.done[q] = g.done[q] || small || !(g.slope[q] > 0); g.done[q] {
			continue
		}
		unfinished++
		beta := 0.0
		if slopes[q] > 0 {
			beta = g.slope[q] / slopes[q]
		}
		for i, v := range preconditioned {
			direction[i] = v + float64(beta*direction[i])
		}
		slopes[q] = g.slope[q]
	}
	return unfinished, near
}

// step takes the step along the direction that minimises the error.
func (g *conjugateGradients) step(q int, x []float64) {
	if g.done[q] {
		return
	}
	direction, product := g.row(g.direction, q), g.row(g.product, q)
	length := g.slope[q] / gram.Dot(direction, product)
	if !(length > 0) { // rounding, or a matrix that is not positive definite
		g.done[q] = true
		return
	}
	g.travelled[q] += float64(length * norm(direction))
	residual := g.row(g.residual, q)
	for i, v := range direction {
		x[i] += float64(length * v)
		residual[i] -= float64(length * product[i])
	}
}

func (g *conjugateGradients) row(v []float64, q int) []float64 { return v[q*g.n : (q+1)*g.n] }

func norm(v []float64) float64 { return math.Sqrt(gram.Dot(v, v)) }
