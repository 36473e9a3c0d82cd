package semidefinite

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/memory"
	"unfold/engine/internal/simd"
	"unfold/engine/remedy"
)

// A descent goes down from a point by Newton's steps, each of which is damped (Levenberg
// 1944, doi:10.1090/qam/10666), bent and then made as long as is best.
//
//	(H + λ T) s = −∇F
//
// Lengths are stiff and their valley is bent, so the tensions at a point say little
// of those at the next: H takes the multipliers that the last step led to, to first
// order, in their place, as methods for constraints do. A step s changes lengths by
// ‖s_i − s_j‖² more than it is to, which is what limits it, so that is what the
// damping weighs: T is the Laplacian of kept pairs, and λ a tension that all of them
// have more. It holds pairs together and leaves it to all of the points to unfold.
//
// The same change of lengths, worked back, bends the step (geodesic acceleration:
// Transtrum, Sethna 2012, arXiv:1201.5885):
//
//	(H + λ T) b = 4/|S| Σ ‖s_i − s_j‖²/τ⁴ (y_i − y_j)
//
// The next point is the lowest of all y + α s + β b + γ s', with the step before, s'
// (span.go). How far it goes along s says how much damping there should have been.
//
// What kept pairs add to H + λ T is sparse and is factored; conjugate gradients, with
// the factor as preconditioner, do the rest, − 2c L, of which few directions matter.
type descent struct {
	*objective
	system   *system
	y        *mat.Dense
	value    float64
	slope    *mat.Dense // ∇F
	drawn    *mat.Dense // L y, nil if nothing is drawn apart
	t        []float64  // multipliers
	damping  float64    // λ
	before   *direction // the last step
	expected float64    // decrease of the value by the last step, as a share of it
	steps    int
	idle     int // of them, those that were expected to lower the value by next to nothing
}

// A direction is where y may go, with L times it.
type direction struct{ along, drawn *mat.Dense }

const (
	mostSteps = 400   // of a descent
	mostIdle  = 12    // of them
	nothing   = 1e-13 // of the value, below which a decrease is rounding
	firm      = 1     // is λ to begin with: the tension of a pair whose square is twice what it is to be
	least     = 1e-10 // of the mean multiplier is λ at least
)

// newDescent begins at y.
func newDescent(ctx context.Context, o *objective, y *mat.Dense, damping float64) (*descent, error) {
	n, p := y.Dims()
	d := &descent{objective: o, y: y, slope: mat.NewDense(n, p, nil), damping: damping}
	var err error
	if d.system, err = newSystem(ctx, o.Keep, p); err != nil {
		return nil, err
	}
	if err := memory.Claim(ctx, d.system.plan.Bytes(), fmt.Sprintf("the Newton steps of %d rows and %.0f kept pairs", n, o.pairs), remedy.Set("landmarks").Or(remedy.Reduce("k")).Or(remedy.FewerRows())); err != nil {
		return nil, err
	}
	if d.value, d.drawn, err = o.value(ctx, y, d.slope); err != nil {
		return nil, err
	}
	d.project(d.slope)
	d.t, err = o.tensions(ctx, y, nil)
	return d, err
}

// stiffness is the mean of 8/(|S|τ²) over kept pairs: what holds a row in its place,
// about.
func (o *objective) stiffness() float64 {
	var sum float64
	for _, q := range o.inverse {
		sum += q
	}
	return 8 * sum / (float64(len(o.inverse)) * o.pairs)
}

// ended tells that the value falls no more.
func (d *descent) ended() bool { return d.idle >= mostIdle || d.steps >= mostSteps }

// step goes one step down, or damps the next one more.
func (d *descent) step(ctx context.Context) error {
	d.steps++
	m, ways, err := d.find(ctx)
	if err != nil {
		return err
	}
	s := ways[0].along
	expected := inner(d.slope, s) / 2 // as (H + λ T) s = −∇F
	d.expected = -expected / math.Abs(d.value)
	tiny := -expected <= d.negligible()*math.Abs(d.value)
	if tiny {
		d.idle++
	}
	rounding := -expected <= nothing*math.Abs(d.value) // the value no longer tells
	lengths := []float64{1}
	if !rounding {
		if lengths, err = d.lowest(ctx, ways); err != nil {
			return err
		}
	}
	return d.move(ctx, m, s, combined(ways[:len(lengths)], lengths), lengths[0], rounding)
}

// negligible is the share of the value by which a step that lowers it no more leaves
// the gap below what is sought, about: the gap goes with the root of it.
func (d *descent) negligible() float64 {
	return math.Max(nothing, float64(d.Tolerance*d.Tolerance)/1000)
}

// move goes where the step leads if that is down, and sets the damping by how far it
// goes along Newton's direction s.
func (d *descent) move(ctx context.Context, m *model, s *mat.Dense, way direction, length float64, rounding bool) error {
	const softer, firmer = 10, 10
	n, p := d.y.Dims()
	to, slope := mat.NewDense(n, p, nil), mat.NewDense(n, p, nil)
	to.Add(d.y, way.along)
	value, drawn, err := d.objective.value(ctx, to, slope)
	if err != nil {
		return err
	}
	d.project(slope)
	if down := value < d.value; rounding && !(mat.Norm(slope, 2) < mat.Norm(d.slope, 2)) || !rounding && !down {
		d.damping *= firmer
		d.before = nil
		d.t, err = d.tensions(ctx, d.y, nil)
		return err
	}
	d.damping *= math.Max(1./softer, math.Min(1/math.Max(length, 0), firmer))
	d.damping = math.Max(d.damping, least*meanSize(d.t))
	d.y, d.value, d.slope, d.drawn, d.before = to, value, slope, drawn, &way
	d.t, err = d.tensions(ctx, m.y, s)
	return err
}

// find returns the model at the point, and the ways from there: Newton's direction,
// its bend, and the last step. There is more damping where H + λ T is not positive
// definite.
func (d *descent) find(ctx context.Context) (*model, []direction, error) {
	const firmer = 4
	for ; ; d.damping *= firmer {
		m, solve, err := d.model(ctx)
		if err != nil {
			return nil, nil, err
		}
		s, err := solve(d.slope)
		if err != nil {
			return nil, nil, err
		}
		if s == nil {
			continue
		}
		s.Scale(-1, s)
		b, err := solve(m.bend(s))
		if err != nil {
			return nil, nil, err
		}
		ways, err := d.ways(ctx, s, b)
		return m, ways, err
	}
}

// ways are some directions, but for those that there are not, and the last step.
func (d *descent) ways(ctx context.Context, directions ...*mat.Dense) ([]direction, error) {
	var ways []direction
	for _, along := range directions {
		if along == nil {
			continue
		}
		drawn, err := d.stretch(ctx, along)
		if err != nil {
			return nil, err
		}
		ways = append(ways, direction{along, drawn})
	}
	if d.before != nil {
		ways = append(ways, *d.before)
	}
	return ways, nil
}

// combined is so much of each way.
func combined(ways []direction, lengths []float64) direction {
	n, p := ways[0].along.Dims()
	sum := direction{along: mat.NewDense(n, p, nil)}
	if ways[0].drawn != nil {
		sum.drawn = mat.NewDense(n, p, nil)
	}
	for k, length := range lengths {
		addScaled(sum.along, length, ways[k].along)
		if sum.drawn != nil {
			addScaled(sum.drawn, length, ways[k].drawn)
		}
	}
	return sum
}

// inner is ⟨a, b⟩.
func inner(a, b *mat.Dense) float64 { return simd.Dot(a.RawMatrix().Data, b.RawMatrix().Data) }

// addScaled adds factor b to a.
func addScaled(a *mat.Dense, factor float64, b *mat.Dense) {
	simd.AddScaled(a.RawMatrix().Data, factor, b.RawMatrix().Data)
}
