package tree

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

var missing = math.NaN()

// weather asks for the outlook, then for humidity where it is sunny and for a sum
// of temperature and wind where it rains:
//
//	0 outlook: sunny → 1, overcast → 2, rain → 3, hail → 8 (no training row)
//	1 humidity ≤ 75 → 4, else 5
//	3 temperature + 2 wind ≤ 30 → 6, else 7
func weather() *Tree {
	return &Tree{
		Columns: []engine.Column{
			{Name: "outlook", Levels: []string{"sunny", "overcast", "rain", "hail", "fog"}},
			{Name: "humidity"}, {Name: "temperature"}, {Name: "wind"},
		},
		Width:   4,
		Classes: []string{"stay", "play"},
		Nodes: []Node{
			{Split: Levels{Column: 0, To: []int{0, 1, 2, 3, CannotTell}, Ways: 4}, Children: []int{1, 2, 3, 8}, Weight: 14, Counts: []float64{5, 9}, Class: 1},
			{Split: Threshold{Column: 1, At: 75}, Children: []int{4, 5}, Weight: 5, Counts: []float64{3, 2}, Class: 0},
			{Weight: 4, Counts: []float64{0, 4}, Class: 1},
			{Split: Oblique{Columns: []int{2, 3}, Weights: []float64{1, 2}, At: 30}, Children: []int{6, 7}, Weight: 5, Counts: []float64{2, 3}, Class: 1},
			{Weight: 2, Counts: []float64{0, 2}, Class: 1},
			{Weight: 3, Counts: []float64{3, 0}, Class: 0},
			{Weight: 3, Counts: []float64{0, 3}, Class: 1},
			{Weight: 2, Counts: []float64{2, 0}, Class: 0},
			{Counts: []float64{0, 0}, Class: 1},
		},
	}
}

func predict(t *testing.T, tree *Tree, rows ...[]float64) []float64 {
	t.Helper()
	x := mat.NewDense(len(rows), tree.Width, slices.Concat(rows...))
	dst := make([]float64, len(rows)*max(1, len(tree.Responses)))
	if err := tree.Predict(t.Context(), dst, x); err != nil {
		t.Fatal(err)
	}
	return dst
}

func TestShape(t *testing.T) {
	tree := weather()
	if tree.Leaves() != 6 || tree.Tests() != 3 || tree.Depth() != 2 {
		t.Errorf("%d leaves, %d tests, depth %d; want 6, 3, 2", tree.Leaves(), tree.Tests(), tree.Depth())
	}
	leaf := &Tree{Nodes: []Node{{Class: 1}}}
	if leaf.Leaves() != 1 || leaf.Tests() != 0 || leaf.Depth() != 0 {
		t.Errorf("a leaf alone has %d leaves, %d tests, depth %d", leaf.Leaves(), leaf.Tests(), leaf.Depth())
	}
	if got := tree.ColumnName(3) + ", " + leaf.ColumnName(1); got != "wind, dimension 2" {
		t.Error(got)
	}
}

// TestEverySplitTells: each kind of split, at its bound and beyond.
func TestEverySplitTells(t *testing.T) {
	got := predict(t, weather(),
		[]float64{0, 75, 20, 0}, []float64{0, 75.5, 20, 0},
		[]float64{1, missing, missing, missing},
		[]float64{2, 90, 20, 5}, []float64{2, 90, 20, 5.5},
		[]float64{3, 70, 20, 0},
	)
	if want := []float64{1, 0, 1, 1, 0, 1}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestMajority: rows that lack what is asked for go where most training rows went,
// of equally many to the first branch; a level without training rows, or one that
// is not known at all, lacks as a missing cell does.
func TestMajority(t *testing.T) {
	for _, outlook := range []float64{missing, engine.Unseen, 4, 9} {
		got := predict(t, weather(), []float64{outlook, 70, 0, 0}, []float64{outlook, 80, 0, 0}, []float64{outlook, missing, 0, 0})
		if want := []float64{1, 0, 0}; !slices.Equal(got, want) {
			t.Errorf("outlook %v: %v, want %v", outlook, got, want)
		}
	}
}

// TestSurrogates: they are asked in turn, and the majority after them; a reversed
// one sends small values to the second branch.
func TestSurrogates(t *testing.T) {
	tree := &Tree{Width: 3, Classes: []string{"a", "b"}, Nodes: []Node{
		{Split: Threshold{At: 1}, Instead: []Split{Threshold{Column: 1, At: 5, Reversed: true}, Threshold{Column: 2, At: 2}}, Children: []int{1, 2}, Weight: 5},
		{Weight: 2, Class: 0}, {Weight: 3, Class: 1},
	}}
	got := predict(t, tree,
		[]float64{0, 0, 9}, []float64{missing, 5, 0}, []float64{missing, 6, 9}, []float64{missing, missing, 2}, []float64{missing, missing, 3}, []float64{missing, missing, missing})
	if want := []float64{0, 1, 0, 0, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestFractions: a row without outlook, humidity 70, goes down as 5/14 sunny and
// plays, 4/14 overcast and plays, 5/14 rain; cold and calm it plays there too. All
// in all sunny days count for stay by 3/5 where humidity is missing too.
func TestFractions(t *testing.T) {
	tree := weather()
	tree.Fractional = true
	for _, c := range []struct {
		row  []float64
		want []float64 // how likely each class is, times 14
	}{
		{[]float64{missing, 70, 20, 0}, []float64{0, 14}},
		{[]float64{missing, 80, 20, 0}, []float64{5, 9}},
		{[]float64{missing, missing, 40, 0}, []float64{3 + 5, 2 + 4}},
		{[]float64{missing, missing, missing, 0}, []float64{5, 9}},
		{[]float64{engine.Unseen, 80, 40, 0}, []float64{10, 4}},
	} {
		sums := make([]float64, 2)
		tree.spread(sums, c.row, &tree.Nodes[0], nil, 1)
		for class, v := range sums {
			if math.Abs(14*v-c.want[class]) > 1e-14 {
				t.Errorf("%v: %v, want %v/14", c.row, sums, c.want)
			}
		}
		if got, want := predict(t, tree, c.row)[0], float64(largest(c.want)); got != want {
			t.Errorf("%v: class %v, want %v", c.row, got, want)
		}
	}
}

// TestEmptyLeaf: a share of a row that ends where no training row came counts as the
// node above does.
func TestEmptyLeaf(t *testing.T) {
	tree := &Tree{Width: 2, Classes: []string{"a", "b"}, Fractional: true, Nodes: []Node{
		{Split: Threshold{At: 0}, Children: []int{1, 2}, Weight: 4, Counts: []float64{3, 1}},
		{Split: Levels{Column: 1, To: []int{0, 1}, Ways: 2}, Children: []int{3, 4}, Weight: 3, Counts: []float64{2, 1}},
		{Weight: 1, Counts: []float64{1, 0}},
		{Weight: 3, Counts: []float64{2, 1}}, {Counts: []float64{0, 0}},
	}}
	sums := make([]float64, 2)
	tree.spread(sums, []float64{missing, 1}, &tree.Nodes[0], nil, 1)
	if want := []float64{0.75*2/3 + 0.25, 0.75 / 3}; math.Abs(sums[0]-want[0])+math.Abs(sums[1]-want[1]) > 1e-15 {
		t.Errorf("%v, want %v", sums, want)
	}
}

// TestResponses: a leaf says its means; fractions weigh them.
func TestResponses(t *testing.T) {
	tree := &Tree{Width: 1, Responses: []string{"a", "b"}, Nodes: []Node{
		{Split: Threshold{At: 0}, Children: []int{1, 2}, Weight: 4},
		{Weight: 1, Mean: []float64{1, 2}}, {Weight: 3, Mean: []float64{5, -2}},
	}}
	if got, want := predict(t, tree, []float64{0}, []float64{1}, []float64{missing}), []float64{1, 2, 5, -2, 5, -2}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	tree.Fractional = true
	if got, want := predict(t, tree, []float64{missing}), []float64{4, -1}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestPredictRefusesOtherColumns(t *testing.T) {
	err := weather().Predict(t.Context(), make([]float64, 1), mat.NewDense(1, 3, nil))
	var e *engine.Error
	if !errors.As(err, &e) || e.Remedy == nil {
		t.Errorf("error is %v, want one with a remedy", err)
	}
}

func TestPredictStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := weather().Predict(ctx, make([]float64, 1), mat.NewDense(1, 4, nil)); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

// TestRowsCostNoMemory: whole rows and rows in fractions.
func TestRowsCostNoMemory(t *testing.T) {
	tree, dst, sums := weather(), make([]float64, 1), make([]float64, 2)
	tree.Fractional = true
	for _, row := range [][]float64{{0, 70, 20, 1}, {missing, missing, missing, 1}} {
		if n := testing.AllocsPerRun(100, func() { tree.predictRow(dst, row, sums) }); n > 0 {
			t.Errorf("%v: %v allocations", row, n)
		}
	}
}
