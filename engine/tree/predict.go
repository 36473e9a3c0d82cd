package tree

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/check"
	"unfold/engine/internal/parallel"
)

// Predict tells the class of each row, or its responses. Of classes that are
// equally likely it is the one with the smaller number. It takes O(depth) for each
// row, where a split cannot tell in a fractional tree as long for each branch.
func (t *Tree) Predict(ctx context.Context, dst []float64, y *mat.Dense) error {
	if err := check.Width(y, t.Width); err != nil {
		return err
	}
	n, _ := y.Dims()
	each := max(1, len(t.Responses))
	count := parallel.Count(ctx, "predictions", n)
	fresh := func() []float64 { return make([]float64, max(len(t.Classes), len(t.Responses))) }
	return parallel.With(ctx, n, 512, fresh, func(sums []float64, lo, hi int) {
		for i := lo; i < hi; i++ {
			t.predictRow(dst[i*each:(i+1)*each], y.RawRowView(i), sums)
		}
		count.Add(hi - lo)
	})
}

// predictRow fills dst with what the tree says of a row; sums is room for what
// the leaves of a row in fractions say.
func (t *Tree) predictRow(dst, row, sums []float64) {
	end, parent := t.descend(row)
	if end.Leaf() {
		if t.Classes == nil {
			copy(dst, end.Mean)
		} else {
			dst[0] = float64(end.Class)
		}
		return
	}
	clear(sums)
	t.spread(sums, row, end, parent, 1)
	if t.Classes == nil {
		copy(dst, sums)
	} else {
		dst[0] = float64(largest(sums))
	}
}

// descend returns the leaf that a row comes to or, in a fractional tree, the first
// node that cannot tell where it belongs; and the node above it, nil of the root.
func (t *Tree) descend(row []float64) (end, parent *Node) {
	for end = &t.Nodes[0]; !end.Leaf(); {
		branch := end.branch(row)
		if branch == CannotTell {
			if t.Fractional {
				return end, parent
			}
			branch = t.majority(end)
		}
		end, parent = &t.Nodes[end.Children[branch]], end
	}
	return end, parent
}

// branch asks the split of the node, then those instead of it.
func (n *Node) branch(row []float64) int {
	branch := n.Split.Branch(row)
	for i := 0; branch == CannotTell && i < len(n.Instead); i++ {
		branch = n.Instead[i].Branch(row)
	}
	return branch
}

// majority returns the branch that most training rows took, of equals the first.
func (t *Tree) majority(n *Node) int {
	best := 0
	for branch, child := range n.Children {
		if t.Nodes[child].Weight > t.Nodes[n.Children[best]].Weight {
			best = branch
		}
	}
	return best
}

// spread adds to sums what the leaves below a node say of a share of a row.
func (t *Tree) spread(sums, row []float64, n, parent *Node, share float64) {
	if n.Leaf() {
		n.add(sums, parent, share)
		return
	}
	if branch := n.branch(row); branch != CannotTell {
		t.spread(sums, row, &t.Nodes[n.Children[branch]], n, share)
		return
	}
	var total float64
	for _, child := range n.Children {
		total += t.Nodes[child].Weight
	}
	for _, child := range n.Children {
		if below := &t.Nodes[child]; below.Weight > 0 {
			t.spread(sums, row, below, n, float64(share*below.Weight/total))
		}
	}
}

// add adds to sums what a leaf says of a share of a row: the responses, or how
// likely each class is; where no training row came, as likely as in the node above.
func (n *Node) add(sums []float64, parent *Node, share float64) {
	for r, mean := range n.Mean {
		sums[r] += float64(share * mean)
	}
	if n.Weight == 0 && parent != nil {
		n = parent
	}
	for c, count := range n.Counts {
		sums[c] += float64(share * float64(count/n.Weight))
	}
}

// largest returns where the largest value stands first.
func largest(values []float64) int {
	best := 0
	for i, v := range values {
		if v > values[best] {
			best = i
		}
	}
	return best
}
