package ridge

import (
	"context"
	"math"

	"unfold/engine/internal/elementary"
	"unfold/engine/internal/parallel"
)

// reduction is what a descent is to leave of a residual: as much as float32
// lessens it without going astray, so that two are enough.
const reduction = 2e-4

// A descent takes the steps of a jointSolver in float32, from residuals scaled to
// a length of one. The columns of systems that have not arrived lie one after
// the other, so that others do not take part in products.
type descent struct {
	*jointSolver
	systems []*system
	first   bool // no step was taken yet

	x, residual, preconditioned, direction, product []float32 // columns in n numbers
	projected                                       []float32 // Lᵀ times columns, in m
}

// descend lessens the residuals of all systems, and adds what that takes to the
// solutions. It returns by how much each column moved.
func (s *jointSolver) descend(ctx context.Context, systems []*system) (moved []float64, err error) {
	n := s.plan.n
	moved = make([]float64, len(s.x)/n)
	d := &descent{jointSolver: s, systems: append([]*system(nil), systems...), first: true}
	of := func(n int) []float32 { return make([]float32, d.columnCount()*n) }
	d.x, d.residual, d.preconditioned, d.direction, d.product, d.projected = of(n), of(n), of(n), of(n), of(n), of(s.sketch.m)
	err = d.eachSystem(ctx, d.scaleResiduals)
	for d.retire(moved); len(d.systems) > 0 && err == nil; d.retire(moved) {
		err = d.step(ctx)
	}
	return moved, err
}

// columnCount returns how many there still are.
func (d *descent) columnCount() (count int) {
	for _, m := range d.systems {
		count += m.dim
	}
	return count
}

// eachSystem calls do for every system and the place of its first column.
func (d *descent) eachSystem(ctx context.Context, do func(m *system, place int)) error {
	places, place := make([]int, len(d.systems)), 0
	for i, m := range d.systems {
		places[i] = place
		place += m.dim
	}
	return parallel.For(ctx, len(d.systems), 1, func(i, _ int) { do(d.systems[i], places[i]) })
}

// column returns a column.
func (d *descent) column(v []float32, place int) []float32 {
	n := d.plan.n
	return v[place*n : (place+1)*n]
}

// scaleResiduals scales the residuals of a system.
func (d *descent) scaleResiduals(m *system, place int) {
	n := d.plan.n
	for q := range m.dim {
		residual := d.residualOf(m.first+q, n)
		m.scale[q], m.remaining[q], m.goal[q] = norm(residual), 0, 1
		if m.scale[q] == 0 {
			continue
		}
		size := d.norms[(m.first+q)%d.plan.r]
		m.remaining[q], m.goal[q] = 1, max(reduction, scoreGoal.residual/3*size/m.scale[q])
		for i, v := range residual {
			d.column(d.residual, place+q)[i] = float32(v / m.scale[q])
		}
	}
}

func (s *jointSolver) residualOf(column, n int) []float64 { return s.residual[column*n : (column+1)*n] }

// step is one of conjugate gradients, for every column.
func (d *descent) step(ctx context.Context) error {
	columns := d.columnCount()
	if err := d.condition(ctx); err != nil {
		return err
	}
	if err := d.eachSystem(ctx, d.updateDirections); err != nil {
		return err
	}
	d.first = false
	d.steps++
	if err := d.single.times(ctx, d.product, d.direction, columns); err != nil {
		return err
	}
	return d.eachSystem(ctx, d.moveAlong)
}

// condition sets preconditioned to what the sketch makes of the residuals. Its
// capacitances are damped: where L Lᵀ is large beside s, rounding could make
// the difference of two almost equal terms negative.
func (d *descent) condition(ctx context.Context) error {
	const damping = 1 - 4e-6
	columns := d.columnCount()
	if err := d.sketch.lt.times(ctx, d.projected, d.residual, columns); err != nil {
		return err
	}
	if err := d.solveCapacitances(ctx); err != nil {
		return err
	}
	if err := d.sketch.l.times(ctx, d.preconditioned, d.projected, columns); err != nil {
		return err
	}
	return d.eachSystem(ctx, func(m *system, place int) {
		by := float32(1 / m.capacitance.shift)
		for q := range m.dim {
			residual, preconditioned := d.column(d.residual, place+q), d.column(d.preconditioned, place+q)
			for i, v := range residual {
				preconditioned[i] = (v - float32(damping*preconditioned[i])) * by
			}
			d.clearHeld(m, preconditioned)
		}
	})
}

// solveCapacitances solves the capacitances' systems, each for the columns of all who share it.
func (d *descent) solveCapacitances(ctx context.Context) error {
	var starts, places []int // systems that share one, and their first columns
	place := 0
	for i, m := range d.systems {
		if i == 0 || d.systems[i-1].capacitance != m.capacitance {
			starts, places = append(starts, i), append(places, place)
		}
		place += m.dim
	}
	places = append(places, place)
	none, wide := func() struct{} { return struct{}{} }, d.sketch.m
	return parallel.Try(ctx, len(starts), 1, none, func(_ struct{}, at, _ int) error {
		from, to := places[at], places[at+1]
		return d.systems[starts[at]].capacitance.factor.solve(ctx, d.projected[from*wide:to*wide], to-from)
	})
}

// clearHeld sets the held rows of a system to zero.
func (d *descent) clearHeld(m *system, v []float32) {
	for _, i := range d.plan.held[m.fold] {
		v[i] = 0
	}
}

// updateDirections makes the directions of a system conjugate to those before.
func (d *descent) updateDirections(m *system, place int) {
	for q := range m.dim {
		preconditioned, direction := d.column(d.preconditioned, place+q), d.column(d.direction, place+q)
		slope, beta := dot32(d.column(d.residual, place+q), preconditioned), float32(0)
		if !d.first && m.slope[q] > 0 {
			beta = float32(slope / m.slope[q])
		}
		m.slope[q] = slope
		for i, v := range preconditioned {
			direction[i] = v + float32(beta*direction[i])
		}
	}
}

// moveAlong takes the steps of a system along its directions.
func (d *descent) moveAlong(m *system, place int) {
	lambda := float32(m.lambda)
	for q := range m.dim {
		direction, product := d.column(d.direction, place+q), d.column(d.product, place+q)
		for i, v := range direction {
			product[i] += float32(lambda * v)
		}
		d.clearHeld(m, product)
		curvature := dot32(direction, product)
		if !(m.slope[q] > 0) || !(curvature > 0) {
			if m.remaining[q] > m.goal[q] { // rounding, or a matrix that is not positive definite
				m.remaining[q] = math.NaN()
			}
			continue
		}
		x, residual, length := d.column(d.x, place+q), d.column(d.residual, place+q), float32(m.slope[q]/curvature)
		for i, v := range direction {
			x[i] += float32(length * v)
			residual[i] -= float32(length * product[i])
		}
		m.remaining[q] = math.Sqrt(dot32(residual, residual))
	}
}

// retire lets go of systems that have arrived, whose columns it adds to the
// solutions, and of those that are given up.
func (d *descent) retire(moved []float64) {
	d.abandonSlow()
	n, to, from := d.plan.n, 0, 0
	kept := d.systems[:0]
	for _, m := range d.systems {
		switch {
		case d.abandoned[m.ridge]:
		case m.arrived():
			d.addToSolution(m, from, moved)
		default:
			if from != to {
				for _, v := range [][]float32{d.x, d.residual, d.direction} {
					copy(v[to*n:(to+m.dim)*n], v[from*n:])
				}
			}
			kept, to = append(kept, m), to+m.dim
		}
		from += m.dim
	}
	d.systems = kept
}

// arrived reports whether all residuals are within the goal.
func (m *system) arrived() bool {
	for q, remaining := range m.remaining {
		if !(remaining <= m.goal[q]) {
			return false
		}
	}
	return true
}

// addToSolution adds what a descent found for a system, and notes how long that is.
func (d *descent) addToSolution(m *system, place int, moved []float64) {
	n := d.plan.n
	for q := range m.dim {
		x := d.column(d.x, place+q)
		moved[m.first+q] = m.scale[q] * math.Sqrt(dot32(x, x))
		for i, v := range x {
			d.jointSolver.x[(m.first+q)*n+i] += float64(m.scale[q] * float64(v))
		}
	}
}

// abandonSlow gives up ridges whose columns would take more steps, at the rate they
// had so far, than a decomposition costs, or do not get anywhere.
func (d *descent) abandonSlow() {
	const (
		early    = 8 // steps that tell no rate
		patience = 4 // decompositions that steps may cost at any rate
	)
	worst := make([]float64, len(d.lambdas))
	for _, m := range d.systems {
		for q, remaining := range m.remaining {
			if size := d.norms[(m.first+q)%d.plan.r]; size != 0 {
				worst[m.ridge] = max(worst[m.ridge], remaining*m.scale[q]/size)
			}
		}
	}
	for l, remaining := range worst {
		if math.IsNaN(remaining) {
			d.abandoned[l] = true
		}
		if d.abandoned[l] || remaining == 0 {
			continue
		}
		d.least[l] = min(d.least[l], remaining)
		if d.steps < early {
			continue
		}
		total := float64(d.steps) * elementary.Log(scoreGoal.residual/3) / elementary.Log(d.least[l])
		ahead := (total - float64(d.steps)) * d.plan.stepCost()
		d.abandoned[l] = !(total > 0) || ahead > d.plan.decompositionCost() || float64(d.steps)*d.plan.stepCost() > patience*d.plan.decompositionCost()
	}
}

// dot32 returns x·y, summed in float64 in a fixed order.
func dot32(x, y []float32) float64 {
	y = y[:len(x)]
	var s0, s1, s2, s3 float64
	i := 0
	for ; i+4 <= len(x); i += 4 {
		s0 += float64(float64(x[i]) * float64(y[i]))
		s1 += float64(float64(x[i+1]) * float64(y[i+1]))
		s2 += float64(float64(x[i+2]) * float64(y[i+2]))
		s3 += float64(float64(x[i+3]) * float64(y[i+3]))
	}
	for ; i < len(x); i++ {
		s0 += float64(float64(x[i]) * float64(y[i]))
	}
	return (s0 + s1) + (s2 + s3)
}
