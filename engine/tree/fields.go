package tree

import (
	"math"

	"unfold/engine/codec"
)

func init() {
	codec.Register[*Tree]("tree", 1)
	codec.Register[Threshold]("split.threshold", 1)
	codec.Register[Levels]("split.levels", 1)
	codec.Register[Oblique]("split.oblique", 1)
}

// Fields tells the nodes. Names of columns and what is known of the training rows beyond
// what predicts stay behind.
func (t *Tree) Fields(f *codec.Fields) {
	f.Bool("fractional", &t.Fractional)
	if f.Reading() {
		t.Width = f.Columns()
		t.Classes, t.Responses = make([]string, f.Shape.Classes), make([]string, f.Shape.Responses)
		if f.Shape.Classes == 0 {
			t.Classes = nil
		}
	}
	f.Check(t.Width == f.Columns() && (t.Classes == nil) == (f.Shape.Classes == 0) && len(t.Classes) <= f.Shape.Classes && (t.Classes != nil || len(t.Responses) == f.Shape.Responses), "a tree of %d columns for %d", t.Width, f.Columns())
	codec.List(f, "nodes", &t.Nodes, t.nodeFields)
	f.Check(len(t.Nodes) > 0, "there are no nodes")
	led := make([]bool, len(t.Nodes)) // there is a way to them already
	for i := 0; i < len(t.Nodes) && f.Good(); i++ {
		t.checkWays(f, i, led)
	}
}

// nodeFields tells a node.
func (t *Tree) nodeFields(f *codec.Fields, n *Node) {
	f.Float("weight", &n.Weight)
	f.Ints("children", &n.Children)
	f.Int("class", &n.Class)
	f.Floats("counts", &n.Counts)
	f.Floats("mean", &n.Mean)
	leaf := n.Split == nil
	if f.Bool("leaf", &leaf); !leaf && f.Good() {
		codec.Value(f, "split", &n.Split)
		codec.List(f, "instead", &n.Instead, func(f *codec.Fields, s *Split) { codec.Value(f, "split", s) })
	}
	if t.Classes == nil {
		f.Check(len(n.Mean) == len(t.Responses), "%d means of %d responses", len(n.Mean), len(t.Responses))
	} else {
		codec.Indices(f, []int{n.Class}, len(t.Classes))
		f.Check(len(n.Counts) <= len(t.Classes) && n.Mean == nil, "%d classes of %d", len(n.Counts), len(t.Classes))
	}
	f.Check(n.Weight >= 0, "a weight of %v", n.Weight)
}

// checkWays checks that ways from a node lead down, each to a node of its own: so all end,
// and there are no more than nodes.
func (t *Tree) checkWays(f *codec.Fields, i int, led []bool) {
	n := &t.Nodes[i]
	if n.Leaf() {
		f.Check(len(n.Children) == 0, "a leaf has branches")
		return
	}
	ways := n.Split.Branches()
	f.Check(len(n.Children) == ways && ways > 0, "%d branches of %d", len(n.Children), ways)
	for _, s := range n.Instead {
		f.Check(s.Branches() == ways, "%d branches of %d", s.Branches(), ways)
	}
	for _, child := range n.Children {
		if f.Check(child > i && child < len(t.Nodes) && !led[child], "node %d leads to node %d", i, child); f.Good() {
			led[child] = true
		}
	}
}

// Fields tells the bound.
func (s *Threshold) Fields(f *codec.Fields) {
	f.Int("column", &s.Column)
	f.Number("at", &s.At)
	f.Bool("reversed", &s.Reversed)
	codec.Indices(f, []int{s.Column}, f.Columns())
	f.Check(!math.IsNaN(s.At), "the bound is no number")
}

// Fields tells the branches of the levels.
func (s *Levels) Fields(f *codec.Fields) {
	f.Int("column", &s.Column)
	f.Ints("to", &s.To)
	f.Int("ways", &s.Ways)
	codec.Indices(f, []int{s.Column}, f.Columns())
	for _, to := range s.To {
		f.Check(to == CannotTell || to >= 0 && to < s.Ways, "a level takes branch %d of %d", to, s.Ways)
	}
}

// Fields tells the weights and the bound.
func (s *Oblique) Fields(f *codec.Fields) {
	f.Ints("columns", &s.Columns)
	f.Floats("weights", &s.Weights)
	f.Number("at", &s.At)
	codec.Indices(f, s.Columns, f.Columns())
	f.Check(len(s.Columns) == len(s.Weights) && !math.IsNaN(s.At), "%d weights of %d columns", len(s.Weights), len(s.Columns))
}
