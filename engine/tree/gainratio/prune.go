package gainratio

import (
	"context"
	"math"
	"slices"

	"unfold/engine/internal/parallel"
)

// worse is by how many errors a smaller tree may be thought worse than a larger
// one and still be taken.
const worse = 0.1

// collapse makes a leaf of each node that errs no more on its cases than the
// leaves below it, but for a thousandth of a case.
func (g *Grown) collapse() {
	below := make([]float64, len(g.nodes)) // errors of the leaves below each node
	for i := len(g.nodes) - 1; i >= 0; i-- {
		n := &g.nodes[i]
		if n.split == nil {
			below[i] = n.errors()
			continue
		}
		for _, child := range n.children {
			below[i] += below[child]
		}
	}
	for i := range g.nodes {
		if n := &g.nodes[i]; n.split != nil && below[i] >= n.errors()-1e-3 {
			n.split, n.children = nil, nil
		}
	}
}

// errors returns how many cases are not of the largest class.
func (n *node) errors() float64 { return (sum(n.counts) - slices.Max(n.counts)).rows() }

func sum(weights []weight) weight {
	var total weight
	for _, w := range weights {
		total += w
	}
	return total
}

// A Pruning is how a tree is made smaller.
type Pruning struct {
	Confidence float64 // of the limit that errors are estimated by, in (0, ½]: less prunes more
	Raise      bool    // whether the largest branch of a node may take its place
}

// pruned returns the nodes of a smaller tree, in which not all are in use. A node
// becomes a leaf if that is thought to err no more, by worse at most, than what is
// below it and than its largest branch would in its place; else that branch takes
// its place if it is thought to err no more than all branches.
//
// Time O(1) for each case and level of the tree; with raising, for each case of the
// smaller branches of a node O(1) for each level below its largest one, or for each
// case of the node where rows lack cells.
func (g *Grown) pruned(ctx context.Context, how Pruning) ([]node, error) {
	p := &pruner{rows: g.rows, torn: g.torn, nodes: slices.Clone(g.nodes), limit: NewLimit(how.Confidence), raise: how.Raise}
	n, _ := g.rows.dims()
	return p.nodes, p.prune(ctx, 0, allCases(n))
}

type pruner struct {
	rows  Rows
	torn  bool // some rows lack a cell
	nodes []node
	limit Limit
	raise bool
}

// prune prunes a node, which has the given cases, and all below it.
func (p *pruner) prune(ctx context.Context, at int, c cases) error {
	n := &p.nodes[at]
	if n.split == nil {
		return nil
	}
	parts := p.rows.divide(c, n.split).parts
	if err := p.pruneBranches(ctx, n.children, parts); err != nil {
		return err
	}
	leaf, all, raised := p.estimate(n.counts), p.estimateBelow(at), math.Inf(1)
	largest := largestOf(parts)
	joining := p.joining(c, parts, largest)
	if p.raise {
		raised = p.estimateWith(n.children[largest], joining)
	}
	switch {
	case leaf <= all+worse && leaf <= raised+worse:
		n.split, n.children = nil, nil
	case raised <= all+worse:
		*n = p.nodes[n.children[largest]]
		p.recount(at, joining)
		return p.prune(ctx, at, c)
	}
	return nil
}

// pruneBranches prunes the branches of a node; large ones at once.
func (p *pruner) pruneBranches(ctx context.Context, children []int, parts []cases) error {
	const large = 1000
	size := 0
	for _, part := range parts {
		size += len(part.row)
	}
	grain := len(parts)
	if size >= large {
		grain = 1
	}
	return parallel.Each(ctx, len(parts), grain, func(lo, hi int) error {
		for b := lo; b < hi; b++ {
			if err := p.prune(ctx, children[b], parts[b]); err != nil {
				return err
			}
		}
		return nil
	})
}

// largestOf returns which part has the largest weight, of equals the first.
func largestOf(parts []cases) int {
	best, most := 0, weight(0)
	for b, part := range parts {
		if w := sum(part.weight); w > most {
			best, most = b, w
		}
	}
	return best
}

// estimate returns how many errors a leaf of the cases is thought to make.
func (p *pruner) estimate(counts []weight) float64 {
	total := sum(counts)
	return p.limit.Errors(total.rows(), (total - slices.Max(counts)).rows())
}

// estimateBelow returns how many errors the leaves below a node are thought to
// make.
func (p *pruner) estimateBelow(at int) float64 {
	n := &p.nodes[at]
	if n.split == nil {
		return p.estimate(n.counts)
	}
	var errors float64
	for _, child := range n.children {
		errors += p.estimateBelow(child)
	}
	return errors
}

// joining returns which of the cases c of a node its largest branch is given when it
// takes the place of the node: those of the others. Where rows are torn all are given
// anew, since their shares depend on one another.
func (p *pruner) joining(c cases, parts []cases, largest int) cases {
	if p.torn {
		return c
	}
	var others cases
	for b, part := range parts {
		if b != largest {
			others.row = append(others.row, part.row...)
			others.weight = append(others.weight, part.weight...)
		}
	}
	return others
}

// countsWith returns the cases of each class at a node which others join.
func (p *pruner) countsWith(n *node, joining cases) []weight {
	counts := p.rows.count(joining)
	if !p.torn {
		for c, w := range n.counts {
			counts[c] += w
		}
	}
	return counts
}

// estimateWith is estimateBelow with the cases that join the node.
func (p *pruner) estimateWith(at int, joining cases) float64 {
	n := &p.nodes[at]
	switch {
	case !p.torn && len(joining.row) == 0:
		return p.estimateBelow(at)
	case n.split == nil:
		return p.estimate(p.countsWith(n, joining))
	}
	var errors float64
	for b, part := range p.rows.divide(joining, n.split).parts {
		errors += p.estimateWith(n.children[b], part)
	}
	return errors
}

// recount counts the cases that join a node there and below it.
func (p *pruner) recount(at int, joining cases) {
	n := &p.nodes[at]
	n.counts = p.countsWith(n, joining)
	if n.split == nil {
		return
	}
	for b, part := range p.rows.divide(joining, n.split).parts {
		p.recount(n.children[b], part)
	}
}
