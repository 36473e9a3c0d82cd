package cart

import "unfold/engine/tree"

// Tree returns the tree for readers, without the branches below nodes that are cut
// off (nil for none). Nodes that ask something get surrogates, at most so many,
// for new rows that lack the cell, also where no training row does.
func (g *Grown) Tree(off []bool, surrogates int) *tree.Tree {
	s := g.table.sample
	_, d := s.X.Dims()
	out := &tree.Tree{Columns: s.Columns, Width: d}
	if g.table.classes > 0 {
		out.Classes = s.Classes
	} else {
		out.Responses = s.ResponseNames()
	}
	w := &publisher{Grown: g, off: off, surrogates: surrogates, all: out, scratch: new(scratch)}
	w.add(0)
	return out
}

// A publisher writes a grown tree as readers know it.
type publisher struct {
	*Grown
	off        []bool
	surrogates int
	all        *tree.Tree
	*scratch
}

// add writes a node and those below it, and returns the number of the node.
func (w *publisher) add(from int32) int {
	at, n := len(w.all.Nodes), &w.nodes[from]
	w.all.Nodes = append(w.all.Nodes, tree.Node{})
	out := tree.Node{}
	w.describe(&out, w.rows[n.lo:n.hi])
	if n.column != leaf && (w.off == nil || !w.off[from]) {
		out.Split = n.public()
		for _, s := range w.surrogatesOf(n, w.surrogates, w.scratch) {
			out.Instead = append(out.Instead, s.public())
		}
		out.Children = []int{w.add(n.first), w.add(n.second)}
	}
	w.all.Nodes[at] = out
	return at
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
