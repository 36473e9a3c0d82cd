package smo

import (
	"context"
	"errors"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// threeClasses returns points of three classes, their classes and folds.
func threeClasses(n, folds int) (x *mat.Dense, labels []int, held [][]int) {
	x, _ = cloud(8, n, 3)
	labels, held = make([]int, n), make([][]int, folds)
	for i := range n {
		labels[i] = i * 7 % 3
		x.Set(i, labels[i], x.At(i, labels[i])+1)
		held[i%folds] = append(held[i%folds], i)
	}
	return x, labels, held
}

// TestGridIsTheProblemsOneByOne compares each cell with the problems solved on
// their own from zero, with a table and without.
func TestGridIsTheProblemsOneByOne(t *testing.T) {
	x, labels, held := threeClasses(150, 4)
	held[3] = append(held[3], held[0]...) // a row may be held more than once
	points := Gaussian(x, 0.3, 1)
	for _, budget := range []int{0, 1 << 20} {
		g := Grid{Points: points, Labels: labels, Classes: 3, Held: held, Costs: []float64{5, 0.2, 40}, Tol: 1e-8, Budget: budget}
		cells, err := g.Solve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for c, cost := range g.Costs {
			for f := range held {
				wantCell(t, cells[c][f], points, labels, held[f], cost)
			}
		}
	}
}

// wantCell compares a cell with what OneAgainstOne and a tile make of it.
func wantCell(t *testing.T, got Cell, points *Points, labels []int, held []int, c float64) {
	t.Helper()
	away := map[int]bool{}
	for _, r := range held {
		away[r] = true
	}
	members := make([][]int, 3)
	for i, l := range labels {
		if !away[i] {
			members[l] = append(members[l], i)
		}
	}
	pairs, err := OneAgainstOne(t.Context(), points, members, Settings{C: c, Tol: 1e-8, Budget: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	var objective float64
	for at, p := range pairs {
		objective += p.Objective
		var support []int32
		for _, r := range p.Rows {
			support = append(support, int32(r))
		}
		columns, row := points.Columns(support), make([]float32, len(p.Rows))
		for i, r := range held {
			columns.Row(row, r)
			want := -p.Rho
			for s, w := range p.Weights {
				want += w * float64(row[s])
			}
			if math.Abs(got.Decisions[at][i]-want) > 1e-6*max(1, c) {
				t.Errorf("C = %v: decision of pair %d for row %d is %v, want %v", c, at, r, got.Decisions[at][i], want)
			}
		}
	}
	if math.Abs(got.Objective-objective) > 1e-8*math.Abs(objective) {
		t.Errorf("C = %v: objective is %v, want %v", c, got.Objective, objective)
	}
	for i := range held {
		votes := make([]int, 3)
		for at := range pairs {
			pairs[at].Vote(votes, got.Decisions[at][i])
		}
		if want := Winner(votes); got.Predicted[i] != want {
			t.Errorf("C = %v: row %d is of class %d, want %d", c, held[i], got.Predicted[i], want)
		}
	}
}

func TestGridIsTheSameOnAnyProcessors(t *testing.T) {
	x, labels, held := threeClasses(120, 3)
	var want [][]Cell
	for _, procs := range []int{1, 2, 8} {
		before := runtime.GOMAXPROCS(procs)
		got, err := Grid{Points: Gaussian(x, 1, 1), Labels: labels, Classes: 3, Held: held, Costs: []float64{1, 10}, Tol: 1e-4, Budget: 1 << 20}.Solve(t.Context())
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = got
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("on %d processors cells differ", procs)
		}
	}
}

func TestGridWithoutRowsOfAClass(t *testing.T) {
	// A fold that holds all rows of class 0 leaves pairs with one class, which
	// decide for the other.
	x, labels, _ := threeClasses(60, 1)
	var held []int
	for i, l := range labels {
		if l == 0 {
			held = append(held, i)
		}
	}
	cells, err := Grid{Points: Linear(x, 1), Labels: labels, Classes: 3, Held: [][]int{held, nil}, Costs: []float64{1}, Tol: 1e-3}.Solve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range cells[0][0].Predicted {
		if p == 0 {
			t.Errorf("row %d is predicted to be of a class nobody saw", held[i])
		}
	}
	if got := len(cells[0][1].Predicted); got != 0 {
		t.Errorf("%d rows of an empty fold are predicted", got)
	}
}

func TestGridsAreRefused(t *testing.T) {
	x, labels, held := threeClasses(30, 2)
	good := Grid{Points: Gaussian(x, 1, 1), Labels: labels, Classes: 3, Held: held, Costs: []float64{1}, Tol: 1e-3}
	for want, spoil := range map[string]func(g *Grid){
		"29 labels for a kernel of 30": func(g *Grid) { g.Labels = g.Labels[1:] },
		"has class 2 of 2":             func(g *Grid) { g.Classes = 2 },
		"fold 1 holds row 30 of 30":    func(g *Grid) { g.Held = [][]int{nil, {30}} },
		"C = -1":                       func(g *Grid) { g.Costs = []float64{-1} },
	} {
		g := good
		spoil(&g)
		if _, err := g.Solve(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want one with %q", err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := good.Solve(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want %v", err, context.Canceled)
	}
}

func TestPairsAreTheSameOnAnyProcessors(t *testing.T) {
	x, labels, _ := threeClasses(200, 1)
	members := membersOf(labels, 3)
	var want []Pair
	for _, procs := range []int{1, 2, 8} {
		before := runtime.GOMAXPROCS(procs)
		got, err := OneAgainstOne(t.Context(), Gaussian(x, 1, 1), members, Settings{C: 10, Tol: 1e-3, Budget: 1 << 16})
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = got
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("on %d processors pairs differ", procs)
		}
	}
}
