package predictor

import (
	"context"
	"math"
)

// A dual is the quadratic program of two classes,
//
//	min ½αᵀQα − Σα,  0 ≤ α ≤ C,  yᵀα = 0,  Q_ij = y_i y_j K_ij.
//
// It is solved by sequential minimal optimisation: of all variables, two at a
// time move along the constraint yᵀα = 0, chosen by second-order information
// (Fan, Chen, Lin 2005, whose method Chang, Lin 2011 describe in
// doi:10.1145/1961189.1961199).
//
// In place of the gradient G it keeps v_t = −y_t G_t = y_t − Σ_s α_s y_s K_ts,
// what is left of y_t once the surface without its offset is taken away.
// In these terms α is optimal when no row that may rise (up: y = 1 and α < C,
// or y = −1 and α > 0) has a larger v than a row that may fall (low: y = 1
// and α > 0, or y = −1 and α < C).
type dual struct {
	y    []float64
	c    float64
	tol  float64
	rows *rowCache // K
}

// A solution of a dual: f(x) = Σ α_i y_i k(x_i, x) − ρ.
type solution struct {
	alpha     []float64
	rho       float64
	gap       float64 // largest v among up less smallest v among low
	objective float64
}

// flat stands for a curvature that rounding has made zero or negative.
const flat = 1e-12

func (d dual) solve(ctx context.Context) (*solution, error) {
	n := len(d.y)
	alpha := make([]float64, n)
	v := append([]float64(nil), d.y...)
	diagonal := d.rows.diagonal()
	limit := max(10_000_000, 100*n)
	for step := 0; ; step++ {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		i := d.first(alpha, v)
		if i < 0 {
			return d.finish(alpha, v, math.Inf(-1)), nil
		}
		rowI := d.rows.row(i)
		j, lowest := d.second(alpha, v, i, rowI, diagonal)
		gap := v[i] - lowest
		if gap < d.tol || j < 0 || step == limit {
			return d.finish(alpha, v, gap), nil
		}
		rowJ := d.rows.row(j)
		curvature := diagonal[i] + diagonal[j] - 2*rowI[j]
		move := d.move(alpha, i, j, (v[i]-v[j])/max(curvature, flat))
		for t := range v {
			v[t] -= move * (rowI[t] - rowJ[t])
		}
	}
}

// up and low tell whether y_t α_t may rise and fall.
func (d dual) up(alpha []float64, t int) bool {
	if d.y[t] > 0 {
		return alpha[t] < d.c
	}
	return alpha[t] > 0
}

func (d dual) low(alpha []float64, t int) bool {
	if d.y[t] > 0 {
		return alpha[t] > 0
	}
	return alpha[t] < d.c
}

// first returns the row that most wants to rise: the largest v among up.
func (d dual) first(alpha, v []float64) int {
	i := -1
	for t := range v {
		if d.up(alpha, t) && (i < 0 || v[t] > v[i]) {
			i = t
		}
	}
	return i
}

// second returns the row with which row i gains most: it maximises
// (v_i − v_j)² / (K_ii + K_jj − 2K_ij), twice the fall of the objective if no
// bound were met. It also returns the smallest v among low.
func (d dual) second(alpha, v []float64, i int, rowI, diagonal []float64) (j int, lowest float64) {
	j, lowest = -1, math.Inf(1)
	most := 0.0
	for t := range v {
		if !d.low(alpha, t) {
			continue
		}
		lowest = min(lowest, v[t])
		excess := v[i] - v[t]
		if excess <= 0 {
			continue
		}
		gain := excess * excess / max(diagonal[i]+diagonal[t]-2*rowI[t], flat)
		if gain > most {
			j, most = t, gain
		}
	}
	return j, lowest
}

// move raises y_i α_i and lowers y_j α_j by step, or by as much as the bounds
// allow, and returns by how much. A variable that meets its bound is set to
// it, not near it.
func (d dual) move(alpha []float64, i, j int, step float64) float64 {
	boundI, boundJ := d.c, 0.0
	if d.y[i] < 0 {
		boundI = 0
	}
	if d.y[j] < 0 {
		boundJ = d.c
	}
	roomI, roomJ := math.Abs(boundI-alpha[i]), math.Abs(boundJ-alpha[j])
	step = min(step, roomI, roomJ)
	alpha[i] += d.y[i] * step
	alpha[j] -= d.y[j] * step
	if step == roomI {
		alpha[i] = boundI
	}
	if step == roomJ {
		alpha[j] = boundJ
	}
	return step
}

// finish finds the offset: rows strictly between the bounds lie on the margin,
// where v = −ρ; without one, −ρ may be anything between the largest v of up and
// the smallest of low, and the middle is taken.
func (d dual) finish(alpha, v []float64, gap float64) *solution {
	s := &solution{alpha: alpha, gap: gap}
	highest, lowest := math.Inf(-1), math.Inf(1)
	var sum float64
	free := 0
	for t, a := range alpha {
		s.objective -= a * (1 + d.y[t]*v[t]) / 2
		if 0 < a && a < d.c {
			sum += v[t]
			free++
		}
		if d.up(alpha, t) {
			highest = max(highest, v[t])
		}
		if d.low(alpha, t) {
			lowest = min(lowest, v[t])
		}
	}
	if s.rho = -(highest + lowest) / 2; free > 0 {
		s.rho = -sum / float64(free)
	}
	return s
}
