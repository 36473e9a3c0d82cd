package onnx

import (
	"math"

	"unfold/engine/export"
)

// trees adds the nodes that ask trees.
func (g *graph) trees(op *export.Operation, x string) string {
	var all []string
	var plain []export.Tree
	for i := range op.Trees {
		if op.Trees[i].Fractional {
			all = append(all, g.shares(&op.Trees[i], x))
		} else {
			plain = append(plain, op.Trees[i])
		}
	}
	if plain != nil {
		all = append(all, g.walk(op.Part, plain, x))
	}
	if len(all) == 1 {
		return all[0]
	}
	return g.node("Concat", all, axis1)
}

// ones is a column of ones, a row for each row of x.
func (g *graph) ones(x string) string {
	first := g.node("Gather", []string{x, g.list(0)}, axis1)
	return g.where(g.node("IsNaN", []string{first}), g.number(1), g.number(1))
}

// A forest is trees as tables, in which nodes are numbered through. A node has as many
// answers as it has levels, or two, and one more for what it cannot tell; the node that
// answer a of node i leads to stands at begin[i] + a. A leaf leads to itself.
type forest struct {
	roots, column, begin, levels, next []int
	bound, says                        []float64
	depth                              int
}

// newForest makes tables of trees.
func newForest(trees []export.Tree) *forest {
	f := &forest{}
	for t := range trees {
		root, width := len(f.column), trees[t].Width()
		f.roots, f.depth = append(f.roots, root), max(f.depth, trees[t].Depth())
		for i := range trees[t].Nodes {
			f.add(&trees[t].Nodes[i], root, root+i, width)
		}
	}
	return f
}

// add appends a node of the tree that begins at root.
func (f *forest) add(n *export.Node, root, self, width int) {
	f.column, f.begin = append(f.column, n.Column), append(f.begin, len(f.next))
	bound, levels, says := n.Bound, 0, n.Says
	if n.Levels {
		levels = len(n.Next)
	}
	if n.Next == nil {
		bound = math.Inf(1)
		f.next = append(f.next, self, self, self)
	} else {
		says = make([]float64, width)
		for _, next := range n.Next {
			if next < 0 {
				next = n.Unknown
			}
			f.next = append(f.next, root+next)
		}
		f.next = append(f.next, root+n.Unknown)
	}
	f.bound, f.levels, f.says = append(f.bound, bound), append(f.levels, levels), append(f.says, says...)
}

// walk takes all rows down all trees side by side, a step for each level of the deepest.
func (g *graph) walk(part string, trees []export.Tree, x string) string {
	f := newForest(trees)
	count := len(f.column)
	column, begin, next := g.whole(part+"_column", f.column, count), g.whole(part+"_begin", f.begin, count), g.whole(part+"_next", f.next, len(f.next))
	bound, levels := g.doubles(part+"_bound", f.bound, count), ""
	for _, l := range f.levels {
		if l > 0 && levels == "" {
			levels = g.whole(part+"_levels", f.levels, count)
		}
	}
	roots := g.whole(part+"_roots", f.roots, 1, len(f.roots))
	at := g.where(g.cast(g.ones(x), bools), roots, roots)
	for range f.depth {
		v := g.node("GatherElements", []string{x, g.node("Gather", []string{column, at})}, axis1)
		unknown := g.node("IsNaN", []string{v})
		within := g.node("LessOrEqual", []string{v, g.node("Gather", []string{bound, at})})
		answer := g.where(unknown, g.list(2), g.where(within, g.list(0), g.list(1)))
		if levels != "" {
			answer = g.level(v, unknown, g.node("Gather", []string{levels, at}), answer)
		}
		at = g.node("Gather", []string{next, g.node("Add", []string{g.node("Gather", []string{begin, at}), answer})})
	}
	width := len(f.says) / count
	said := g.node("Gather", []string{g.doubles(part+"_says", f.says, count, width), at}, attribute{"axis", 0})
	return g.node("Reshape", []string{said, g.list(-1, width*len(trees))})
}

// level is the answer where a node asks for a level: its number, or behind the last where
// there is none such; elsewhere it is the one that was found.
func (g *graph) level(v, unknown, levels, answer string) string {
	number := g.cast(g.where(unknown, g.number(-1), v), int64s)
	there := g.node("And", []string{
		g.node("GreaterOrEqual", []string{number, g.list(0)}),
		g.node("Less", []string{number, levels}),
	})
	return g.where(g.node("Greater", []string{levels, g.list(0)}), g.where(there, number, levels), answer)
}

// shares asks a tree that sends rows down several branches: each node has the share of
// the row that comes to it, and the leaves say theirs in the order of the nodes.
func (g *graph) shares(t *export.Tree, x string) string {
	share := make([]string, len(t.Nodes))
	share[0] = g.ones(x)
	sum := ""
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if share[i] == "" {
			continue // no training row came there, and no row is sent
		}
		if n.Next == nil {
			said := g.node("Mul", []string{share[i], g.doubles("says", n.Says, 1, len(n.Says))})
			if sum != "" {
				said = g.node("Add", []string{sum, said})
			}
			sum = said
			continue
		}
		g.divide(n, share, share[i], x)
	}
	return sum
}

// divide gives the nodes below n their shares.
func (g *graph) divide(n *export.Node, share []string, own, x string) {
	goes, total := g.goes(n, x), 0.0
	for _, w := range n.Weights {
		total += w
	}
	for branch, to := range n.Branches {
		part := g.node("Div", []string{g.node("Mul", []string{own, g.number(n.Weights[branch])}), g.number(total)})
		here := g.node("Equal", []string{goes, g.number(float64(to))})
		lost := g.node("Equal", []string{goes, g.number(-1)})
		share[to] = g.where(lost, part, g.where(here, own, g.number(0)))
	}
	for _, to := range n.Next { // branches that no training row took
		if to >= 0 && share[to] == "" {
			share[to] = g.where(g.node("Equal", []string{goes, g.number(float64(to))}), own, g.number(0))
		}
	}
}

// goes is the node that rows go on at, −1 where n cannot tell.
func (g *graph) goes(n *export.Node, x string) string {
	v := g.node("Gather", []string{x, g.list(n.Column)}, axis1)
	unknown := g.node("IsNaN", []string{v})
	if !n.Levels {
		within := g.node("LessOrEqual", []string{v, g.number(n.Bound)})
		return g.where(unknown, g.number(-1), g.where(within, g.number(float64(n.Next[0])), g.number(float64(n.Next[1]))))
	}
	next := make([]float64, len(n.Next)+1)
	for level, to := range n.Next {
		next[level] = float64(to)
	}
	next[len(n.Next)] = -1
	known := g.node("And", []string{g.node("GreaterOrEqual", []string{v, g.number(0)}), g.node("Less", []string{v, g.number(float64(len(n.Next)))})})
	level := g.cast(g.where(known, v, g.number(float64(len(n.Next)))), int64s)
	return g.node("Gather", []string{g.doubles("next", next, len(next)), level}, attribute{"axis", 0})
}
