package insight

import (
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/tree"
)

// steps is a tree that asks a column again and again: every leaf but the last has
// one row, and the last has the rest.
func steps(leaves int) *tree.Tree {
	t := &tree.Tree{Columns: []engine.Column{{Name: "height"}}, Width: 1, Classes: []string{"low", "high"}}
	for i := range leaves - 1 {
		rows := float64(2*leaves - i)
		t.Nodes = append(t.Nodes,
			tree.Node{Split: tree.Threshold{At: float64(i)}, Children: []int{2*i + 1, 2*i + 2}, Weight: rows, Counts: []float64{rows - 1, 1}},
			tree.Node{Weight: 1, Counts: []float64{0, 1}, Class: 1})
	}
	// the order is root, leaf, then the next inner node
	rest := float64(leaves + 1)
	t.Nodes = append(t.Nodes, tree.Node{Weight: rest, Counts: []float64{rest, 0}})
	return t
}

func treeReport(t *tree.Tree) *engine.Report {
	return &engine.Report{Runs: []*engine.Run{{Train: engine.Sample{X: mat.NewDense(2, 1, nil)}, Predictor: t}}}
}

func drawTree(t *testing.T, m *Tree, r *engine.Report) (*figure.Figure, figure.Nodes) {
	t.Helper()
	f, err := m.View(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return f, f.Layers[0].(figure.Nodes)
}

func TestTreeIsDrawn(t *testing.T) {
	f, nodes := drawTree(t, &Tree{Fold: 1, Leaves: 30}, treeReport(steps(3)))
	if !slices.Equal(nodes.Parent, []int{-1, 0, 0, 2, 2}) || !slices.Equal(nodes.Text, []string{"", "high  (1 of 1)", "", "high  (1 of 1)", "low  (4 of 4)"}) {
		t.Errorf("%v, %q", nodes.Parent, nodes.Text)
	}
	if nodes.Test[4] != "height" || nodes.Answer[4] != "> 1" || nodes.Tips[0] != "6 training rows, low\nlow 5\nhigh 1" || slices.Contains(nodes.Closed, true) {
		t.Errorf("%+v", nodes)
	}
	if want := "Tree of 3 leaves, 2 tests, depth 2. If height ≤ 0 then high (1 row); if 0 < height ≤ 1 then high (1 row); if height > 1 then low (4 rows)."; f.Alt != want {
		t.Errorf("%q, want %q", f.Alt, want)
	}
}

// TestLargeTreesAreClosed: so many ends are drawn, and what is left out is counted.
func TestLargeTreesAreClosed(t *testing.T) {
	f, nodes := drawTree(t, &Tree{Fold: 1, Leaves: 5}, treeReport(steps(40)))
	if len(nodes.Parent) != 9 || nodes.Text[8] != "… 36 leaves, 35 tests" || !nodes.Closed[8] || slices.Contains(nodes.Closed[:8], true) {
		t.Errorf("%q", nodes.Text)
	}
	if !strings.Contains(f.Caption, "1 part of the tree is closed") || !strings.Contains(f.Alt, "the 3 rules of most rows. If height > 38 then low") {
		t.Error(f.Caption, f.Alt)
	}
}

func TestTreeOfResponses(t *testing.T) {
	grown := &tree.Tree{Width: 1, Responses: []string{"width"}, Nodes: []tree.Node{
		{Split: tree.Threshold{At: 1}, Children: []int{1, 2}, Weight: 3, Mean: []float64{2}, Variance: []float64{2.25}},
		{Weight: 1, Mean: []float64{-1}, Variance: []float64{0}}, {Weight: 2, Mean: []float64{3.5}, Variance: []float64{0.25}},
	}}
	_, nodes := drawTree(t, &Tree{Fold: 1, Leaves: 2}, treeReport(grown))
	if nodes.Class != nil || nodes.Text[2] != "3.5  (2)" || nodes.Text[1] != "−1  (1)" || nodes.Tips[0] != "3 training rows, 2\nstandard deviation 1.5" {
		t.Errorf("%+v", nodes)
	}
}

func TestTreeOfAThinnedFold(t *testing.T) {
	r := treeReport(steps(3))
	r.Runs = append(r.Runs, &engine.Run{Thinned: true})
	if _, err := (&Tree{Fold: 2, Leaves: 30}).View(t.Context(), r); err == nil || !strings.Contains(err.Error(), "was let go") {
		t.Error(err)
	}
	if _, err := (&Tree{Fold: 3, Leaves: 30}).View(t.Context(), r); err == nil || !strings.Contains(err.Error(), "beyond") {
		t.Error(err)
	}
}
