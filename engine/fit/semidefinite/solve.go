package semidefinite

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/spectral"
)

const (
	usualTolerance = 1e-4
	rounds         = 6   // descents at most, of which all but the first have a column more
	near           = 100 // times the square of the gap that is sought, of the value, is a decrease by which the bound is near
)

// Solve finds the lowest point of a problem.
//
// A round goes down with some columns until the gap is closed or F falls no more.
// If the proof has then found a direction of the dual slack below zero, along which
// F falls, the next round has it for a further column, at most five times (Burer,
// Monteiro 2003, doi:10.1007/s10107-002-0352-8; Boumal, Voroninski, Bandeira 2016,
// The non-convex Burer–Monteiro approach works on smooth semidefinite programs,
// NIPS 29). A solution whose gap is not closed says so.
func Solve(ctx context.Context, p Problem) (*Solution, error) {
	if p.Tolerance == 0 {
		p.Tolerance = usualTolerance
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	s, err := p.begin(parallel.Part(ctx, 0, 0.1), p.columns())
	if err != nil {
		return nil, err
	}
	r := &run{objective: newObjective(&p, s.reference), below: math.Inf(-1)}
	if r.scalar, err = newSystem(ctx, p.Keep, 1); err != nil {
		return nil, err
	}
	r.project(s.y)
	if err := r.rounds(parallel.Part(ctx, 0.1, 1), s.y); err != nil {
		return nil, err
	}
	return r.solution(ctx, s.reference)
}

// columns is how many Y begins with: as many as leave no false minimum for few rows,
// and some more than are wanted otherwise.
func (p *Problem) columns() int {
	const few = 60
	n := p.Keep.Len()
	if p.Basis != nil {
		_, n = p.Basis.Dims()
		n++
	}
	columns := max(p.Dim+5, 7)
	if n <= few {
		columns = max(columns, int(math.Ceil(math.Sqrt(float64(len(p.Keep.End)))))+1)
	}
	return max(1, min(columns, n-1))
}

// A run is the way to a solution.
type run struct {
	*objective
	scalar *system
	at     *descent // the last one
	below  float64  // no F is less
	excess float64  // of the bound that says so
	raise  float64  // of the multipliers, by which they prove anything
	count  int      // rounds
	steps  int
}

// rounds goes down until there is nothing to gain.
func (r *run) rounds(ctx context.Context, y *mat.Dense) error {
	damping := float64(firm)
	for r.count = 1; ; r.count++ {
		left := math.Ldexp(1, 1-r.count) // nobody knows how many rounds there are
		if err := r.descend(parallel.Part(ctx, 1-left, 1-float64(left/2)), y, damping); err != nil {
			return err
		}
		if r.gap() <= max(r.Tolerance, nothing) || r.count == rounds {
			return nil
		}
		wider, err := r.widen(ctx)
		if err != nil || wider == nil {
			return err
		}
		y, damping = wider, r.at.damping
	}
}

// descend goes down from y, and looks at the bound once it is near, and at the end.
func (r *run) descend(ctx context.Context, y *mat.Dense, damping float64) error {
	d, err := newDescent(ctx, r.objective, y, damping)
	if err != nil {
		return err
	}
	r.at = d
	for !d.ended() {
		if err := d.step(ctx); err != nil {
			return err
		}
		r.steps++
		r.tell(ctx)
		if d.expected > near*r.Tolerance*r.Tolerance {
			continue
		}
		if err := r.look(ctx); err != nil {
			return err
		}
		if r.closed() {
			return nil
		}
	}
	return r.prove(ctx)
}

// closed tells that the gap is as small as it is to be, which rounding cannot tell of
// one below its own.
func (r *run) closed() bool { return r.Tolerance >= nothing && r.gap() <= r.Tolerance }

// tell reports the gap.
func (r *run) tell(ctx context.Context) {
	note := "semidefinite programme"
	if gap := r.gap(); !math.IsInf(gap, 0) {
		note = fmt.Sprintf("semidefinite programme, gap %.0e", gap)
	}
	engine.Tell(ctx, engine.Progress{Note: note, Fraction: 1 - 1/(1+float64(r.at.steps)/50)})
}

// gap is how much less than the value there may be.
func (r *run) gap() float64 {
	size := math.Abs(r.at.value)
	if r.pull == 0 {
		size = 1 // the lengths themselves are the unit
	}
	return max(0, r.at.value-r.below) / size
}

// look raises the bound by the multipliers where that closes the gap: they are raised
// themselves by half of what it may be, which hides as much of their error.
func (r *run) look(ctx context.Context) error {
	if r.pull == 0 {
		r.below = 0
		return ctx.Err()
	}
	b, err := r.objective.prove(ctx, r.scalar, r.at.t, r.Tolerance/2)
	if b != nil {
		r.take(b)
	}
	return err
}

// prove raises the bound as far as it can be: the multipliers are raised more and more
// until they prove less than before.
func (r *run) prove(ctx context.Context) error {
	const first, more = 1e-9, 8
	if r.pull == 0 {
		r.below = 0
		return ctx.Err()
	}
	last := math.Inf(-1)
	for raise := 0.; ; raise = math.Max(first, more*raise) {
		b, err := r.objective.prove(ctx, r.scalar, r.at.t, raise)
		if err != nil {
			return err
		}
		if b == nil {
			continue
		}
		if math.IsInf(last, 0) {
			r.raise = raise
		}
		r.take(b)
		if b.below <= last {
			return nil
		}
		last = b.below
	}
}

// take keeps a bound that is above the last: one from before still holds.
func (r *run) take(b *bound) {
	if b.below > r.below {
		r.below, r.excess = b.below, b.excess
	}
}

// widen gives Y the direction of escape for a column, as long as the lowest point of
// its line is; nil without one.
func (r *run) widen(ctx context.Context) (*mat.Dense, error) {
	n, p := r.at.y.Dims()
	if p >= n-1 || r.pull == 0 {
		return nil, ctx.Err()
	}
	excess, escape, err := r.escape(ctx, r.scalar, r.at.t, r.raise)
	if err != nil || excess <= 1e-9 {
		return nil, err
	}
	var bend float64
	x := mat.NewDense(n, 1, escape)
	for i := range n {
		for e := r.Keep.Start[i]; e < r.Keep.Start[i+1]; e++ {
			rise := square(x.RawRowView(i), x.RawRowView(int(r.Keep.End[e]))) * r.inverse[e]
			bend += float64(rise * rise)
		}
	}
	// xᵀ Σ x = −excess xᵀ T x, and xᵀ T x = 1.
	length := math.Sqrt(excess / (bend / r.pairs))
	wider := mat.NewDense(n, p+1, nil)
	for i := range n {
		row := wider.RawRowView(i)
		copy(row, r.at.y.RawRowView(i))
		row[p] = length * escape[i]
	}
	return wider, nil
}

// solution turns the end of the run to its principal axes.
func (r *run) solution(ctx context.Context, reference float64) (*Solution, error) {
	y := mat.DenseCopyOf(r.at.y)
	centre(y)
	_, p := y.Dims()
	var products, turned mat.Dense
	products.Mul(y.T(), y)
	axes, err := spectral.Top(ctx, &products, p)
	if err != nil {
		return nil, err
	}
	turned.Mul(y, axes.Vectors)
	spectral.Orient(&turned)
	s := &Solution{
		Y: &turned, Spectrum: axes.Values, Reference: reference,
		Proof:  engine.Proof{Objective: r.at.value, Gap: r.gap(), Certificate: min(0, -r.excess), Certified: r.gap() <= max(r.Tolerance, usualTolerance)},
		Rounds: r.count, Steps: r.steps,
	}
	if s.Tension, err = r.tensions(ctx, y, nil); err != nil {
		return nil, err
	}
	for _, rho := range s.Tension {
		s.Strain += float64(rho * rho)
	}
	s.Strain /= 2 * r.pairs
	if r.pull > 0 {
		s.Stretched = (s.Strain - s.Objective) / r.Nu
	}
	return s, nil
}
