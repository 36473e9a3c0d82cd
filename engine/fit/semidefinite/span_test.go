package semidefinite

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/random"
)

// stretched is an objective of some points, what draws them apart, and random
// directions from there.
func stretched(t *testing.T, atMost bool, stretch Stretch, directions int) (*descent, []direction) {
	t.Helper()
	g := cloud(20, 2, 5)
	r := random.New(3, "span")
	all := make([]*mat.Dense, directions+1)
	for k := range all {
		all[k] = mat.NewDense(g.Len(), 3, nil)
		for i := range g.Len() {
			for c := range 3 {
				all[k].Set(i, c, r.Normal())
			}
		}
	}
	o := newObjective(&Problem{Keep: g, Stretch: stretch, Nu: 0.3, AtMost: atMost}, 2)
	d, err := newDescent(t.Context(), o, all[0], firm)
	if err != nil {
		t.Fatal(err)
	}
	ways, err := d.ways(t.Context(), all[1:]...)
	if err != nil {
		t.Fatal(err)
	}
	return d, ways
}

// TestSpan: what a span says F is, is F, its derivatives are those of differences, and
// no point near the lowest one is lower.
func TestSpan(t *testing.T) {
	const h = 1e-5
	for _, atMost := range []bool{false, true} {
		for _, stretch := range []Stretch{Everywhere{}, nil} {
			d, ways := stretched(t, atMost, stretch, 3)
			s := d.newSpan(append([]direction{{d.y, d.drawn}}, ways...))
			v := []float64{1, 0.3, -0.2, 0.1}
			at := combined(append([]direction{{d.y, d.drawn}}, ways...), v)
			want, _, err := d.objective.value(t.Context(), at.along, mat.NewDense(20, 3, nil))
			if err != nil || math.Abs(s.value(v)/want-1) > 1e-12 {
				t.Fatalf("at most %v: F is %v, want %v, error %v", atMost, s.value(v), want, err)
			}
			gradient, bent := make([]float64, 3), mat.NewSymDense(3, nil)
			s.derivatives(v, gradient, bent)
			for k := range gradient {
				moved := func(by float64) []float64 {
					to := append([]float64(nil), v...)
					to[k+1] += by
					return to
				}
				if slope := (s.value(moved(h)) - s.value(moved(-h))) / (2 * h); math.Abs(slope-gradient[k]) > 1e-6*(1+math.Abs(slope)) {
					t.Errorf("at most %v: derivative %d is %v, want %v", atMost, k, gradient[k], slope)
				}
				up, down := make([]float64, 3), make([]float64, 3)
				s.derivatives(moved(h), up, mat.NewSymDense(3, nil))
				s.derivatives(moved(-h), down, mat.NewSymDense(3, nil))
				for l := range gradient {
					if want := (up[l] - down[l]) / (2 * h); math.Abs(bent.At(k, l)-want) > 1e-5*(1+math.Abs(want)) {
						t.Errorf("at most %v: derivative %d, %d is %v, want %v", atMost, k, l, bent.At(k, l), want)
					}
				}
			}
			lowest := append([]float64{1}, s.descend()...)
			for k := range gradient {
				for _, by := range []float64{-1e-3, 1e-3} {
					near := append([]float64(nil), lowest...)
					near[k+1] += by
					if s.value(near) < s.value(lowest) {
						t.Errorf("at most %v: F is %v at the lowest point and %v near it", atMost, s.value(lowest), s.value(near))
					}
				}
			}
		}
	}
}

// TestSteps: the solver of a model solves its system, by a factor and conjugate
// gradients and by the whole matrix in a basis, which here is all of the space.
func TestSteps(t *testing.T) {
	ctx := context.Background()
	for _, inBasis := range []bool{false, true} {
		d, ways := stretched(t, false, Everywhere{}, 1)
		n := d.Keep.Len()
		tolerance := 0.05 // of the residual, as conjugate gradients end early
		if inBasis {
			d.Basis, tolerance = mat.NewDense(n, n, nil), 1e-9
			for i := range n {
				d.Basis.Set(i, i, 1)
			}
		}
		b := ways[0].along
		centre(b)
		var m *model
		var x *mat.Dense
		for ; x == nil; d.damping *= 4 { // it is nil where that is too little
			var solve solver
			var err error
			if m, solve, err = d.model(ctx); err != nil {
				t.Fatal(err)
			}
			if x, err = solve(b); err != nil {
				t.Fatal(err)
			}
		}
		got, err := m.multiply(ctx, x)
		if err != nil {
			t.Fatal(err)
		}
		centre(got)
		got.Sub(got, b)
		if off := mat.Norm(got, 2) / mat.Norm(b, 2); off > tolerance {
			t.Errorf("in a basis %v: (H + λ T) x is off by %v", inBasis, off)
		}
	}
}
