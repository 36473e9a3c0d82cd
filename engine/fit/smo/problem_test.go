package smo

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// cloud returns n points in d dimensions of two classes that overlap, and their
// labels.
func cloud(seed uint64, n, d int) (*mat.Dense, []float64) {
	r := rand.New(rand.NewPCG(seed, 11))
	x, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range y {
		y[i] = float64(1 - 2*(i%2))
		for c := range d {
			x.Set(i, c, r.NormFloat64()+y[i]/2)
		}
	}
	return x, y
}

// gaussianProblem is one with the rows of a cloud.
func gaussianProblem(seed uint64, n, d int, c, tol float64) Problem {
	x, y := cloud(seed, n, d)
	return classes(Problem{Kernel: Gaussian(x, 1/float64(d), 1), Rows: rangeUpTo(n), Y: y, C: c, Tol: tol, Budget: 1 << 30})
}

// classes makes a problem that of two classes.
func classes(p Problem) Problem {
	p.P = nil
	for range p.Y {
		p.P = append(p.P, -1)
	}
	return p
}

func solve(t *testing.T, p Problem) *Solution {
	t.Helper()
	s, err := new(Solver).Solve(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A given is a kernel matrix written down.
type given [][]float32

func (g given) Len() int                   { return len(g) }
func (g given) Columns(of []int32) Columns { return givenColumns{g, of} }

type givenColumns struct {
	given
	of []int32
}

func (c givenColumns) Row(dst []float32, i int) {
	for t, j := range c.of {
		dst[t] = c.given[i][j]
	}
}

func (c givenColumns) Diagonal(dst []float32) {
	for t, j := range c.of {
		dst[t] = c.given[j][j]
	}
}

// matrix writes a problem's part of its kernel down.
func matrix(p Problem) given {
	columns, g := p.Kernel.Columns(p.Rows), make(given, len(p.Rows))
	for t, r := range p.Rows {
		g[t] = make([]float32, len(p.Rows))
		columns.Row(g[t], int(r))
	}
	return g
}

// wantOptimal checks, with sums of its own, the conditions of Karush, Kuhn and
// Tucker, which for a Mercer kernel only the optimum meets: with m_t = y_t f(t),
// m ≥ −p where α = 0, m ≤ −p where α = C, m = −p between, each to the tolerance;
// that yᵀα = 0; and that the objective, the residuals and the gap are those of α.
func wantOptimal(t *testing.T, p Problem, s *Solution) {
	t.Helper()
	g, n := matrix(p), len(p.Rows)
	var balance, objective, size float64
	for i, a := range s.Alpha {
		if !(a >= 0 && a <= p.C) {
			t.Fatalf("α_%d = %v lies outside [0, %v]", i, a, p.C)
		}
		balance += a * p.Y[i]
		size += a
		var rest float64
		for j, other := range s.Alpha {
			rest -= other * p.Y[j] * float64(g[i%n][j%n])
		}
		rest -= p.Y[i] * p.P[i]
		objective += a * (p.P[i] - p.Y[i]*rest) / 2
		if math.Abs(rest-s.Residual[i]) > 1e-9*max(1, p.C) {
			t.Errorf("residual %d is %v, want %v", i, s.Residual[i], rest)
		}
		// y_t f(t) + p_t = −y_t (v_t + ρ)
		excess := -p.Y[i] * (s.Residual[i] + s.Rho)
		if a < p.C && excess < -p.Tol || a > 0 && excess > p.Tol {
			t.Errorf("row %d has α = %v of C = %v and y f = −p%+.3g, to %g", i, a, p.C, excess, p.Tol)
		}
	}
	if math.Abs(balance) > 1e-12*max(1, size) {
		t.Errorf("Σ α y = %v, want 0", balance)
	}
	if math.Abs(objective-s.Objective) > 1e-9*max(1, size) {
		t.Errorf("objective is %v, want %v", s.Objective, objective)
	}
	if s.Gap >= p.Tol {
		t.Errorf("gap is %v, above the tolerance %v", s.Gap, p.Tol)
	}
}
