package oblique

import (
	"slices"

	"unfold/engine/tree"
	"unfold/engine/tree/gainratio"
)

// worse is by how many errors a leaf may be thought worse than what is below it and
// still be taken.
const worse = 0.1

// Prune returns the tree with a leaf in each place that is thought to err no more
// than what is below it, by limits of a confidence in (0, ½]: less prunes more. The
// grown tree stays as it is. Time O(1) for each node.
func (g *Grown) Prune(confidence float64) *tree.Tree {
	limit := gainratio.NewLimit(confidence)
	nodes, errors := slices.Clone(g.nodes), make([]float64, len(g.nodes))
	for at := len(nodes) - 1; at >= 0; at-- {
		n := &nodes[at]
		size := len(n.rows)
		leaf := limit.Errors(float64(size), float64(size-slices.Max(n.counts)))
		for _, child := range n.children {
			errors[at] += errors[child]
		}
		if n.split == nil || leaf <= errors[at]+worse {
			n.split, n.children, errors[at] = nil, nil, leaf
		}
	}
	return g.rows.finish(nodes)
}

// Whole returns the tree as it was grown.
func (g *Grown) Whole() *tree.Tree { return g.rows.finish(g.nodes) }

// finish returns the tree of the nodes that the root leads to, each before what is
// below it, branch after branch.
func (r Rows) finish(nodes []node) *tree.Tree {
	_, d := r.X.Dims()
	t := &tree.Tree{Columns: r.Columns, Width: d, Classes: r.Classes}
	var visit func(at int) int
	visit = func(at int) int {
		n := &nodes[at]
		place := len(t.Nodes)
		t.Nodes = append(t.Nodes, finished(n))
		for _, child := range n.children {
			below := visit(child)
			t.Nodes[place].Children = append(t.Nodes[place].Children, below)
		}
		return place
	}
	visit(0)
	return t
}

// finished returns a node without its children.
func finished(n *node) tree.Node {
	f := tree.Node{Split: n.split, Weight: float64(len(n.rows)), Counts: make([]float64, len(n.counts))}
	for c, k := range n.counts {
		f.Counts[c] = float64(k)
		if k > n.counts[f.Class] {
			f.Class = c
		}
	}
	return f
}
