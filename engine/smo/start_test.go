package smo

import (
	"math"
	"slices"
	"testing"
)

// wantSameOptimum checks that two ways to a problem's solution met.
func wantSameOptimum(t *testing.T, p Problem, got, want *Solution) {
	t.Helper()
	wantOptimal(t, p, got)
	if math.Abs(got.Objective-want.Objective) > 1e-8*math.Abs(want.Objective) {
		t.Errorf("C = %v: objective is %v, from zero %v", p.C, got.Objective, want.Objective)
	}
}

func TestWarmStartsAlongCosts(t *testing.T) {
	p := gaussianProblem(5, 300, 3, 0.1, 1e-7)
	last := solve(t, p)
	for _, c := range []float64{0.3, 1, 5, 25, 2} {
		p.Start = last.Scaled(p.Y, p.C, c)
		p.C = c
		got := solve(t, p)
		p.Start = nil
		wantSameOptimum(t, p, got, solve(t, p))
		last = got
	}
}

func TestStartAtTheOptimumTakesNoStep(t *testing.T) {
	p := gaussianProblem(6, 200, 3, 4, 1e-6)
	s := solve(t, p)
	for _, residual := range [][]float64{s.Residual, nil} {
		p.Start = &Start{Alpha: s.Alpha, Residual: residual}
		again := solve(t, p)
		if again.Steps > 5 { // the balance is repaired by what rounding left
			t.Errorf("took %d steps", again.Steps)
		}
		wantSameOptimum(t, p, again, s)
	}
}

// TestStartsOfAnotherFold drops rows that had weight, so that yᵀα must be
// repaired.
func TestStartsOfAnotherFold(t *testing.T) {
	p := gaussianProblem(7, 250, 3, 10, 1e-7)
	whole, fold := solve(t, p), p
	fold.Rows, fold.Y, fold.Start = nil, nil, &Start{}
	for i := range p.Y {
		if i%5 != 0 || i < 20 {
			fold.Rows, fold.Y = append(fold.Rows, int32(i)), append(fold.Y, p.Y[i])
			fold.Start.Alpha = append(fold.Start.Alpha, whole.Alpha[i])
		}
	}
	got := solve(t, fold)
	fold.Start = nil
	want := solve(t, fold)
	wantSameOptimum(t, fold, got, want)
	t.Logf("%d steps, %d from zero", got.Steps, want.Steps)
}

func TestStartsAreClippedAndRepaired(t *testing.T) {
	p := Problem{Y: []float64{1, 1, 1, -1, -1}, C: 2}
	for _, c := range []struct{ start, want []float64 }{
		{[]float64{1, 2, 0, 1, 2}, []float64{1, 2, 0, 1, 2}},
		{[]float64{1, 2, 0, 1, 1}, []float64{0, 2, 0, 1, 1}},   // the free one gives
		{[]float64{9, 2, -1, 1, 0}, []float64{0, 1, 0, 1, 0}},  // all at C: the first gives
		{[]float64{0, 0, 0, 1.5, 2}, []float64{0, 0, 0, 0, 0}}, // the other side has nothing
	} {
		if got := p.repaired(c.start); !slices.Equal(got, c.want) {
			t.Errorf("%v becomes %v, want %v", c.start, got, c.want)
		}
	}
}
