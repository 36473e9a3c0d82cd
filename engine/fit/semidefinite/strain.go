package semidefinite

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
)

// rowBlock is how many rows a goroutine takes: few enough for work to be even, and
// as many as are worth its start.
const rowBlock = 512

// An objective is F on the factor:
//
//	F(Y) = 1/|S| Σ_S ρ_ij² − c ⟨L, Y Yᵀ⟩,  ρ_ij = ‖y_i − y_j‖²/τ_ij² − 1
//
// with c = ν/reference, where ρ below zero counts as zero if pairs may be shorter.
type objective struct {
	*Problem
	inverse []float64 // 1/τ² of each entry of Keep.End
	pairs   float64   // |S|
	pull    float64   // c
}

func newObjective(p *Problem, reference float64) *objective {
	o := &objective{Problem: p, pairs: float64(len(p.Keep.End)) / 2}
	if p.Stretch != nil && reference > 0 {
		o.pull = p.Nu / reference
	}
	for _, length := range p.Keep.Length {
		o.inverse = append(o.inverse, 1/float64(length*length))
	}
	return o
}

// stretch returns L y; nil if nothing is drawn apart.
func (o *objective) stretch(ctx context.Context, y *mat.Dense) (*mat.Dense, error) {
	if o.pull == 0 {
		return nil, ctx.Err()
	}
	n, p := y.Dims()
	drawn := mat.NewDense(n, p, nil)
	return drawn, o.Stretch.Multiply(ctx, drawn, y)
}

// value returns F(y) and L y, and fills gradient with 4/|S| Σ ρ/τ² (y_i − y_j) − 2c L y.
func (o *objective) value(ctx context.Context, y, gradient *mat.Dense) (float64, *mat.Dense, error) {
	drawn, err := o.stretch(ctx, y)
	if err != nil {
		return 0, nil, err
	}
	strain, err := parallel.Sum(ctx, o.Keep.Len(), rowBlock, func(lo, hi int) (sum float64) {
		for i := lo; i < hi; i++ {
			sum += o.strainRow(y, gradient.RawRowView(i), i)
		}
		return sum
	})
	value := strain / 2 / o.pairs
	if drawn != nil {
		n, _ := y.Dims()
		for i := range n {
			own, into := y.RawRowView(i), gradient.RawRowView(i)
			for c, v := range drawn.RawRowView(i) {
				value -= float64(o.pull * float64(own[c]*v))
				into[c] -= float64(2 * o.pull * v)
			}
		}
	}
	return value, drawn, err
}

// strainRow returns Σ_j ρ_ij², and fills gradient with what pulls at row i.
func (o *objective) strainRow(y *mat.Dense, gradient []float64, i int) (strain float64) {
	clear(gradient)
	own := y.RawRowView(i)
	for e := o.Keep.Start[i]; e < o.Keep.Start[i+1]; e++ {
		other := y.RawRowView(int(o.Keep.End[e]))
		rho := o.tension(float64(square(own, other)*o.inverse[e]) - 1)
		strain += float64(rho * rho)
		factor := 4 * rho * o.inverse[e] / o.pairs
		for c, v := range own {
			gradient[c] += float64(factor * (v - other[c]))
		}
	}
	return strain
}

// tension is ρ, or zero for a pair that may be shorter and is.
func (o *objective) tension(rho float64) float64 {
	if o.AtMost {
		return math.Max(0, rho)
	}
	return rho
}

// square is ‖a − b‖².
func square(a, b []float64) (sum float64) {
	for c, v := range a {
		d := v - b[c]
		sum += float64(d * d)
	}
	return sum
}

// tensions returns ρ of each entry of Keep.End at y; along a step, if one is given,
// to first order: these are the multipliers that the step leads to.
func (o *objective) tensions(ctx context.Context, y, step *mat.Dense) ([]float64, error) {
	t := make([]float64, len(o.inverse))
	return t, parallel.For(ctx, o.Keep.Len(), rowBlock, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			own := y.RawRowView(i)
			for e := o.Keep.Start[i]; e < o.Keep.Start[i+1]; e++ {
				j := int(o.Keep.End[e])
				other := y.RawRowView(j)
				length := square(own, other)
				if step != nil {
					from, to := step.RawRowView(i), step.RawRowView(j)
					for c, v := range own {
						length += float64(2 * (v - other[c]) * (from[c] - to[c]))
					}
				}
				t[e] = o.tension(float64(length*o.inverse[e]) - 1)
			}
		}
	})
}

// A model is F to second order at y, with multipliers t for the tensions, and damped:
// for a step s it is ⟨∇F, s⟩ + ½ ⟨s, (H + λ T) s⟩,
//
//	H s = 4/|S| Σ t/τ² (s_i − s_j) + 8/|S| Σ 1/τ⁴ (y_i − y_j) ⟨y_i − y_j, s_i − s_j⟩ − 2c L s
//	T s = 4/|S| Σ 1/τ² (s_i − s_j)
type model struct {
	*objective
	y       *mat.Dense
	t       []float64
	damping float64 // λ
	ground  float64 // holds the first row in its place where the sparse part is written out
}

// multiply returns (H + λ T) s.
func (m *model) multiply(ctx context.Context, s *mat.Dense) (*mat.Dense, error) {
	drawn, err := m.stretch(ctx, s)
	if err != nil {
		return nil, err
	}
	n, p := s.Dims()
	product := mat.NewDense(n, p, nil)
	return product, parallel.For(ctx, n, rowBlock, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			into := product.RawRowView(i)
			if drawn != nil {
				for c, v := range drawn.RawRowView(i) {
					into[c] = -2 * m.pull * v
				}
			}
			m.multiplyRow(into, s, i)
		}
	})
}

// multiplyRow adds what kept pairs do to row i.
func (m *model) multiplyRow(into []float64, s *mat.Dense, i int) {
	own, moved := m.y.RawRowView(i), s.RawRowView(i)
	for e := m.Keep.Start[i]; e < m.Keep.Start[i+1]; e++ {
		j := int(m.Keep.End[e])
		stress, stiffness := m.weights(e)
		other, along := m.y.RawRowView(j), s.RawRowView(j)
		var inner float64
		for c, v := range own {
			inner += float64((v - other[c]) * (moved[c] - along[c]))
		}
		inner *= stiffness
		for c, v := range own {
			into[c] += float64(stress*(moved[c]-along[c])) + float64(inner*(v-other[c]))
		}
	}
}

// weights are 4(t + λ)/(|S|τ²) and 8/(|S|τ⁴) of an entry of Keep.End.
func (m *model) weights(e int) (stress, stiffness float64) {
	q := m.inverse[e]
	if m.isSlack(e) {
		return 4 * m.damping * q / m.pairs, 0
	}
	return 4 * (m.t[e] + m.damping) * q / m.pairs, 8 * q * q / m.pairs
}

// isSlack tells of a pair that may be shorter, and is.
func (m *model) isSlack(e int) bool { return m.AtMost && m.t[e] <= 0 }

// bend returns 4/|S| Σ ‖s_i − s_j‖²/τ⁴ (y_i − y_j): the pull of the lengths that a step
// gains beyond its first order.
func (m *model) bend(s *mat.Dense) *mat.Dense {
	n, p := s.Dims()
	pull := mat.NewDense(n, p, nil)
	for i := range n {
		own, moved, into := m.y.RawRowView(i), s.RawRowView(i), pull.RawRowView(i)
		for e := m.Keep.Start[i]; e < m.Keep.Start[i+1]; e++ {
			if m.isSlack(e) {
				continue
			}
			j, q := int(m.Keep.End[e]), m.inverse[e]
			gain := 4 * q * q * square(moved, s.RawRowView(j)) / m.pairs
			for c, v := range m.y.RawRowView(j) {
				into[c] += float64(gain * (own[c] - v))
			}
		}
	}
	return pull
}

// Row writes out the sparse part of H + λ T for row i. What moves all rows alike does
// nothing there, so that the first is held.
func (m *model) Row(i int, diagonal, edges []float64) {
	own := m.y.RawRowView(i)
	p := len(own)
	clear(diagonal)
	for e := m.Keep.Start[i]; e < m.Keep.Start[i+1]; e++ {
		stress, stiffness := m.weights(e)
		other, block := m.y.RawRowView(int(m.Keep.End[e])), edges[(e-m.Keep.Start[i])*p*p:]
		for a, v := range own {
			along := stiffness * (v - other[a])
			for b, w := range own {
				entry := float64(along * (w - other[b]))
				if a == b {
					entry += stress
				}
				block[a*p+b] = -entry
				diagonal[a*p+b] += entry
			}
		}
	}
	for a := range p {
		if i == 0 {
			diagonal[a*p+a] += m.ground
		}
	}
}
