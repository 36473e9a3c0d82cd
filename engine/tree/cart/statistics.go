package cart

import (
	"context"
	"fmt"

	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
	"unfold/engine/tree"
	"unfold/engine/wording"
)

// What nodes and splits take, about half of the nodes being leaves.
const (
	bytesOfNode  = 200
	bytesOfSplit = 48
)

// Tree returns the tree for readers, without the branches below nodes that are cut
// off (nil for none). Nodes that ask something get surrogates, at most so many,
// for new rows that lack the cell, also where no training row does.
func (g *Grown) Tree(ctx context.Context, off []bool, surrogates int) (*tree.Tree, error) {
	s := g.table.sample
	_, d := s.X.Dims()
	out := &tree.Tree{Columns: s.Columns, Width: d}
	if g.table.classes > 0 {
		out.Classes = s.Classes
	} else {
		out.Responses = s.ResponseNames()
	}
	kept := g.keep(out, nil, 0, off)
	bytes := uint64(len(kept)) * uint64(bytesOfNode+8*g.table.classes+16*g.table.width+bytesOfSplit*surrogates/2)
	if err := memory.Claim(ctx, bytes, fmt.Sprintf("a tree of %s", wording.Count(len(kept), "node")), remedy.Raise("min")); err != nil {
		return nil, err
	}
	return out, parallel.With(ctx, len(kept), 1, func() *scratch { return new(scratch) }, func(w *scratch, lo, hi int) {
		for at := lo; at < hi; at++ {
			g.publish(&out.Nodes[at], &g.nodes[kept[at]], surrogates, w)
		}
	})
}

// keep adds the node at and those below it that are not off to a tree, and returns
// which they are.
func (g *Grown) keep(t *tree.Tree, kept []int32, at int32, off []bool) []int32 {
	node := len(kept)
	t.Nodes, kept = append(t.Nodes, tree.Node{}), append(kept, at)
	if n := &g.nodes[at]; n.column != leaf && (off == nil || !off[at]) {
		children := []int{len(kept), 0}
		kept = g.keep(t, kept, n.first, off)
		children[1] = len(kept)
		kept = g.keep(t, kept, n.second, off)
		t.Nodes[node].Children = children
	}
	return kept
}

// publish writes a node as readers know it.
func (g *Grown) publish(to *tree.Node, n *node, surrogates int, w *scratch) {
	g.describe(to, g.rows[n.lo:n.hi])
	if to.Children == nil {
		return
	}
	to.Split = n.public()
	for _, s := range g.surrogatesOf(n, surrogates, w) {
		to.Instead = append(to.Instead, s.public())
	}
}

// describe fills in what is known of the rows of a node.
func (g *Grown) describe(n *tree.Node, rows []int32) {
	if g.table.classes > 0 {
		n.Counts = make([]float64, g.table.classes)
		for _, r := range rows {
			n.Counts[g.table.labels[r]] += float64(weightOf(g.weights, r))
		}
		for class, count := range n.Counts {
			n.Weight += count
			if count > n.Counts[n.Class] {
				n.Class = class
			}
		}
		return
	}
	n.Mean, n.Variance, n.Weight = g.table.moments(rows, g.weights)
}

// moments returns the mean and the variance of each response of some rows, and
// their weight.
func (t *Table) moments(rows []int32, weights []uint16) (mean, variance []float64, weight float64) {
	m := t.width
	mean, variance = make([]float64, m), make([]float64, m)
	for _, r := range rows {
		w := float64(weightOf(weights, r))
		weight += w
		for k, v := range t.values[int(r)*m : (int(r)+1)*m] {
			mean[k] += float64(w * v)
		}
	}
	for k := range mean {
		mean[k] /= weight
	}
	for _, r := range rows {
		w := float64(weightOf(weights, r))
		for k, v := range t.values[int(r)*m : (int(r)+1)*m] {
			variance[k] += float64(w * float64((v-mean[k])*(v-mean[k])))
		}
	}
	for k := range variance {
		variance[k] /= weight
	}
	return mean, variance, weight
}

// impurity returns Gini's index of some rows, or the mean variance of their
// responses, and their weight.
func (g *Grown) impurity(rows []int32) (impurity, weight float64) {
	var n tree.Node
	g.describe(&n, rows)
	if g.table.classes > 0 {
		for _, count := range n.Counts {
			impurity += float64((count / n.Weight) * (count / n.Weight))
		}
		return 1 - impurity, n.Weight
	}
	for _, v := range n.Variance {
		impurity += v
	}
	return impurity / float64(g.table.width), n.Weight
}
