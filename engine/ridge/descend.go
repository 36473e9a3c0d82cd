package ridge

import (
	"context"
	"math"

	"unfold/engine/internal/elementary"
	"unfold/engine/internal/parallel"
)

// descent is what a descent is to leave of a residual: as much as float32
// lessens it without going astray, so that two are enough.
const descent = 2e-4

// A descender takes the steps of a search in float32, from residuals scaled to
// a length of one. The columns of members that have not arrived lie one after
// the other, so that others do not take part in products.
type descender struct {
	*search
	members []*member
	first   bool // no step was taken yet

	x, rest, image, way, product []float32 // columns in n numbers
	small                        []float32 // Lᵀ times columns, in m
}

// descend lessens the residuals of all members, and adds what that takes to the
// solutions. It returns by how much each column moved.
func (s *search) descend(ctx context.Context, members []*member) (moved []float64, err error) {
	n := s.plan.n
	moved = make([]float64, len(s.x)/n)
	d := &descender{search: s, members: append([]*member(nil), members...), first: true}
	of := func(n int) []float32 { return make([]float32, d.columns()*n) }
	d.x, d.rest, d.image, d.way, d.product, d.small = of(n), of(n), of(n), of(n), of(n), of(s.sketch.m)
	err = d.each(ctx, d.begin)
	for d.leave(moved); len(d.members) > 0 && err == nil; d.leave(moved) {
		err = d.step(ctx)
	}
	return moved, err
}

// columns returns how many there still are.
func (d *descender) columns() (count int) {
	for _, m := range d.members {
		count += m.dim
	}
	return count
}

// each calls do for every member and the place of its first column.
func (d *descender) each(ctx context.Context, do func(m *member, place int)) error {
	places, place := make([]int, len(d.members)), 0
	for i, m := range d.members {
		places[i] = place
		place += m.dim
	}
	return parallel.For(ctx, len(d.members), 1, func(i, _ int) { do(d.members[i], places[i]) })
}

// row returns a column.
func (d *descender) row(v []float32, place int) []float32 {
	n := d.plan.n
	return v[place*n : (place+1)*n]
}

// begin scales the residuals of a member.
func (d *descender) begin(m *member, place int) {
	n := d.plan.n
	for q := range m.dim {
		rest := d.rest64(m.first+q, n)
		m.scale[q], m.left[q], m.goal[q] = norm(rest), 0, 1
		if m.scale[q] == 0 {
			continue
		}
		size := d.size[(m.first+q)%d.plan.r]
		m.left[q], m.goal[q] = 1, max(descent, ofScores.residual/3*size/m.scale[q])
		for i, v := range rest {
			d.row(d.rest, place+q)[i] = float32(v / m.scale[q])
		}
	}
}

func (s *search) rest64(column, n int) []float64 { return s.rest[column*n : (column+1)*n] }

// step is one of conjugate gradients, for every column.
func (d *descender) step(ctx context.Context) error {
	columns := d.columns()
	if err := d.condition(ctx); err != nil {
		return err
	}
	if err := d.each(ctx, d.turn); err != nil {
		return err
	}
	d.first = false
	d.steps++
	if err := d.single.times(ctx, d.product, d.way, columns); err != nil {
		return err
	}
	return d.each(ctx, d.advance)
}

// condition sets the images to what the sketch makes of the residuals. Its
// small systems are damped: where L Lᵀ is large beside s, rounding could make
// the difference of two almost equal terms negative.
func (d *descender) condition(ctx context.Context) error {
	const damping = 1 - 4e-6
	columns := d.columns()
	if err := d.sketch.onto.times(ctx, d.small, d.rest, columns); err != nil {
		return err
	}
	if err := d.solve(ctx); err != nil {
		return err
	}
	if err := d.sketch.from.times(ctx, d.image, d.small, columns); err != nil {
		return err
	}
	return d.each(ctx, func(member *member, place int) {
		by := float32(1 / member.small.shift)
		for q := range member.dim {
			rest, image := d.row(d.rest, place+q), d.row(d.image, place+q)
			for i, v := range rest {
				image[i] = (v - float32(damping*image[i])) * by
			}
			d.hide(member, image)
		}
	})
}

// solve solves the small systems, each for the columns of all who share it.
func (d *descender) solve(ctx context.Context) error {
	var starts, places []int // members that share one, and their first columns
	place := 0
	for i, m := range d.members {
		if i == 0 || d.members[i-1].small != m.small {
			starts, places = append(starts, i), append(places, place)
		}
		place += m.dim
	}
	places = append(places, place)
	none, wide := func() struct{} { return struct{}{} }, d.sketch.m
	return parallel.Try(ctx, len(starts), 1, none, func(_ struct{}, at, _ int) error {
		from, to := places[at], places[at+1]
		return d.members[starts[at]].small.factor.solve(ctx, d.small[from*wide:to*wide], to-from)
	})
}

// hide sets the held rows of a member to zero.
func (d *descender) hide(m *member, v []float32) {
	for _, i := range d.plan.held[m.fold] {
		v[i] = 0
	}
}

// turn sets the ways of a member.
func (d *descender) turn(m *member, place int) {
	for q := range m.dim {
		image, way := d.row(d.image, place+q), d.row(d.way, place+q)
		slope, turn := product32(d.row(d.rest, place+q), image), float32(0)
		if !d.first && m.slope[q] > 0 {
			turn = float32(slope / m.slope[q])
		}
		m.slope[q] = slope
		for i, v := range image {
			way[i] = v + float32(turn*way[i])
		}
	}
}

// advance takes the steps of a member along its ways.
func (d *descender) advance(m *member, place int) {
	lambda := float32(m.lambda)
	for q := range m.dim {
		way, image := d.row(d.way, place+q), d.row(d.product, place+q)
		for i, v := range way {
			image[i] += float32(lambda * v)
		}
		d.hide(m, image)
		curve := product32(way, image)
		if !(m.slope[q] > 0) || !(curve > 0) {
			if m.left[q] > m.goal[q] { // rounding, or a matrix that is not positive definite
				m.left[q] = math.NaN()
			}
			continue
		}
		x, rest, length := d.row(d.x, place+q), d.row(d.rest, place+q), float32(m.slope[q]/curve)
		for i, v := range way {
			x[i] += float32(length * v)
			rest[i] -= float32(length * image[i])
		}
		m.left[q] = math.Sqrt(product32(rest, rest))
	}
}

// leave lets go of members that have arrived, whose columns it adds to the
// solutions, and of those that are lost.
func (d *descender) leave(moved []float64) {
	d.despair()
	n, to, from := d.plan.n, 0, 0
	kept := d.members[:0]
	for _, m := range d.members {
		arrived := true
		for q := range m.dim {
			arrived = arrived && m.left[q] <= m.goal[q]
		}
		switch {
		case d.lost[m.ridge]:
		case arrived:
			for q := range m.dim {
				x := d.row(d.x, from+q)
				moved[m.first+q] = m.scale[q] * math.Sqrt(product32(x, x))
				for i, v := range x {
					d.search.x[(m.first+q)*n+i] += float64(m.scale[q] * float64(v))
				}
			}
		default:
			if from != to {
				for _, v := range [][]float32{d.x, d.rest, d.way} {
					copy(v[to*n:(to+m.dim)*n], v[from*n:])
				}
			}
			kept, to = append(kept, m), to+m.dim
		}
		from += m.dim
	}
	d.members = kept
}

// despair gives up ridges whose columns would take more steps, at the rate they
// had so far, than a decomposition costs, or do not get anywhere.
func (d *descender) despair() {
	const (
		early    = 8 // steps that tell no rate
		patience = 4 // decompositions that steps may cost at any rate
	)
	worst := make([]float64, len(d.lambdas))
	for _, m := range d.members {
		for q, left := range m.left {
			if size := d.size[(m.first+q)%d.plan.r]; size != 0 {
				worst[m.ridge] = max(worst[m.ridge], left*m.scale[q]/size)
			}
		}
	}
	for l, left := range worst {
		if math.IsNaN(left) {
			d.lost[l] = true
		}
		if d.lost[l] || left == 0 {
			continue
		}
		d.drop[l] = min(d.drop[l], left)
		if d.steps < early {
			continue
		}
		total := float64(d.steps) * elementary.Log(ofScores.residual/3) / elementary.Log(d.drop[l])
		ahead := (total - float64(d.steps)) * d.plan.step()
		d.lost[l] = !(total > 0) || ahead > d.plan.decomposition() || float64(d.steps)*d.plan.step() > patience*d.plan.decomposition()
	}
}

// product32 returns x·y, summed in float64 in a fixed order.
func product32(x, y []float32) float64 {
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
