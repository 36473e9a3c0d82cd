package gainratio

import (
	"context"

	"unfold/engine/tree"
)

// Prune returns a smaller tree. The grown one stays as it is.
func (g *Grown) Prune(ctx context.Context, how Pruning) (*tree.Tree, error) {
	nodes, err := g.pruned(ctx, how)
	if err != nil {
		return nil, err
	}
	return g.finish(nodes), nil
}

// Whole returns the tree as it was grown.
func (g *Grown) Whole() *tree.Tree { return g.finish(g.nodes) }

// finish returns the tree of the nodes that the root leads to, each before what is
// below it, branch after branch.
func (g *Grown) finish(nodes []node) *tree.Tree {
	_, d := g.rows.dims()
	t := &tree.Tree{Columns: g.rows.Columns, Width: d, Classes: g.rows.Classes, Fractional: true}
	var visit func(at, class int) int
	visit = func(at, class int) int {
		n := &nodes[at]
		place := len(t.Nodes)
		t.Nodes = append(t.Nodes, finished(n, class))
		class = t.Nodes[place].Class
		for _, child := range n.children {
			below := visit(child, class)
			t.Nodes[place].Children = append(t.Nodes[place].Children, below)
		}
		return place
	}
	visit(0, 0)
	return t
}

// finished returns a node without its children. One that no case came to says the
// class that the node above it says.
func finished(n *node, above int) tree.Node {
	f := tree.Node{Split: n.split, Class: above, Weight: sum(n.counts).rows(), Counts: make([]float64, len(n.counts))}
	largest := weight(0)
	for c, w := range n.counts {
		f.Counts[c] = w.rows()
		if w > largest {
			largest, f.Class = w, c
		}
	}
	return f
}
