package smo

import (
	"fmt"
	"math"
)

// A Problem is ½αᵀQα + pᵀα with 0 ≤ α ≤ C and yᵀα = 0, where Q_st = y_s y_t K_st
// for the rows of the kernel that the variables s and t are about: one variable
// for each row, or as many for each of n rows, the variables t, n + t, 2n + t
// and so on for row t.
type Problem struct {
	Kernel    Kernel
	Rows      []int32    // the rows of the kernel that it is about
	Y         []float64  // +1 or −1 for each variable
	P         []float64  // the linear term of each, finite
	C         float64    // bound of each α, above zero and finite
	Tol       float64    // the largest violation of the optimality conditions that may remain, above zero
	Limit     int        // steps after which to stop; 0 is max(10,000,000, 100 rows), as in libsvm
	WarmStart *WarmStart // of the same problem for other costs; nil if it begins at α = 0
	Budget    int        // bytes of kernel rows to keep; two rows are kept in any case
}

// A Solution is the α where the solver stopped.
type Solution struct {
	C         float64
	Alpha     []float64
	Residual  []float64 // v_t = −y_t p_t − Σ_s α_s y_s K_ts for each variable t
	Rho       float64   // ρ of the surface Σ α_s y_s K_ts − ρ
	Gap       float64   // largest violation left: below Tol, unless the limit was met
	Objective float64   // ½αᵀQα + pᵀα
	Steps     int       // with those of smaller costs on the way
}

func (p *Problem) check() error {
	n := len(p.Rows)
	switch {
	case len(p.Y) != n*p.variablesPerRow():
		return fmt.Errorf("smo: %d labels for %d rows; give as many for each", len(p.Y), n)
	case len(p.P) != len(p.Y):
		return fmt.Errorf("smo: %d linear terms for %d labels; give one for each", len(p.P), len(p.Y))
	case !(p.C > 0) || math.IsInf(p.C, 1):
		return fmt.Errorf("smo: C = %v; it must be above zero and finite", p.C)
	case !(p.Tol > 0):
		return fmt.Errorf("smo: tolerance %v; it must be above zero", p.Tol)
	}
	for t, y := range p.Y {
		if y != 1 && y != -1 {
			return fmt.Errorf("smo: label %d is %v; labels are +1 and −1", t, y)
		}
		if math.IsNaN(p.P[t]) || math.IsInf(p.P[t], 0) {
			return fmt.Errorf("smo: linear term %d is %v; it must be finite", t, p.P[t])
		}
	}
	for t, r := range p.Rows {
		if r < 0 || int(r) >= p.Kernel.Len() {
			return fmt.Errorf("smo: row %d is number %d of a kernel of %d rows; rows are numbered from 0", t, r, p.Kernel.Len())
		}
	}
	return nil
}

// variablesPerRow is the number of variables for each row.
func (p *Problem) variablesPerRow() int { return max(1, len(p.Y)/max(1, len(p.Rows))) }

// limit is the number of steps after which to stop.
func (p *Problem) limit() int {
	if p.Limit > 0 {
		return p.Limit
	}
	return max(10_000_000, 100*len(p.Rows))
}

// solutionOf finds the offset and the objective: variables strictly between the bounds
// have v = −ρ; without one, −ρ may be anything between the largest v of up and
// the smallest of low, and the middle is taken.
func (p *Problem) solutionOf(alpha, residual []float64, gap float64, steps int) *Solution {
	s := &Solution{C: p.C, Alpha: alpha, Residual: residual, Gap: gap, Steps: steps}
	highest, lowest := math.Inf(-1), math.Inf(1)
	var sum float64
	free := 0
	for t, a := range alpha {
		s.Objective -= float64(a * (float64(p.Y[t]*residual[t]) - p.P[t]) / 2)
		if 0 < a && a < p.C {
			sum += residual[t]
			free++
		}
		if p.up(alpha, t) {
			highest = max(highest, residual[t])
		}
		if p.low(alpha, t) {
			lowest = min(lowest, residual[t])
		}
	}
	if s.Rho = -(highest + lowest) / 2; free > 0 {
		s.Rho = -sum / float64(free)
	}
	return s
}

// up and low tell whether y_t α_t may rise and fall.
func (p *Problem) up(alpha []float64, t int) bool {
	if p.Y[t] > 0 {
		return alpha[t] < p.C
	}
	return alpha[t] > 0
}

func (p *Problem) low(alpha []float64, t int) bool {
	if p.Y[t] > 0 {
		return alpha[t] > 0
	}
	return alpha[t] < p.C
}
