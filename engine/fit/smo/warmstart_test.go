package smo

import (
	"reflect"
	"testing"
)

// TestWarmStartChangesNoBit solves a problem for several costs in both orders with
// warm starts, and each alone.
func TestWarmStartChangesNoBit(t *testing.T) {
	costs := []float64{1, 2, 3, 8, 50, 128, 512, 3000}
	up, down := new(WarmStart), new(WarmStart)
	found := make([]*Solution, len(costs))
	for i, c := range costs {
		p := gaussianProblem(5, 300, 2, c, 1e-5)
		p.WarmStart = new(WarmStart)
		alone := solve(t, p)
		p.WarmStart = up
		found[i] = solve(t, p)
		if !reflect.DeepEqual(found[i], alone) {
			t.Errorf("C = %v: a warm start leads elsewhere", c)
		}
		wantOptimal(t, p, alone)
	}
	for i := len(costs) - 1; i >= 0; i-- {
		p := gaussianProblem(5, 300, 2, costs[i], 1e-5)
		p.WarmStart = down
		if got := solve(t, p); !reflect.DeepEqual(got, found[i]) {
			t.Errorf("C = %v: the order of costs changes a solution", costs[i])
		}
	}
}

// TestWarmStartEndsWhereNothingIsBounded has classes that can be separated: beyond
// some cost the solution stays as it is.
func TestWarmStartEndsWhereNothingIsBounded(t *testing.T) {
	p := classes(Problem{Kernel: given{{1, 0.5}, {0.5, 1}}, Rows: rangeUpTo(2), Y: []float64{1, -1}, C: 1e300, Tol: 1e-12, WarmStart: new(WarmStart)})
	if s := solve(t, p); s.Alpha[0] != 2 || s.Alpha[1] != 2 {
		t.Errorf("α = %v, want 2 and 2", s.Alpha)
	}
	if len(p.WarmStart.solutions) != 2 { // α meets the bound at C = 2
		t.Errorf("%d warm starts, want 2", len(p.WarmStart.solutions))
	}
}

func TestRungBelow(t *testing.T) {
	for cost, want := range map[float64]float64{0.1: 0, 2: 0, 2.5: 2, 8: 2, 9: 8, 128: 32, 513: 512} {
		if got := costBelow(cost); got != want {
			t.Errorf("the cost below %v is %v, want %v", cost, got, want)
		}
	}
}
