package cart

import (
	"context"

	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
)

// A Rule says how a tree grows.
type Rule struct {
	Min        int // the least weight of a leaf
	Depth      int // the most tests in a row; zero for any number
	Surrogates int // the most splits that are kept for rows which lack the cell that a split asks for

	// Columns is how many columns, drawn from Random, a node looks at; if none of
	// them divides its rows, it goes on until one does. Zero is all columns.
	Columns int
	Random  *random.Stream
}

// A Grown is a tree with the rows that it grew from.
type Grown struct {
	table   *Table
	weights []uint16
	rows    []int32 // in the order of the leaves
	nodes   []node  // root first, each before its children
}

// A node is a place in the tree, with the rows from lo up to but not hi.
type node struct {
	split
	instead       []split // nil where all rows have the cell
	lo, hi        int32
	first, second int32 // its children
}

// leaf is the column of a node that asks nothing.
const leaf = -1

// Grow grows a tree from the given rows, each with its weight; without weights all
// count once. It divides nodes by the cut that lowers the impurity most, of equals
// the first by column and value, until their rows are of one class or have equal
// responses, or no cut leaves both sides the least weight.
//
// It takes O(d n) time for each level of the tree. Large nodes are searched column
// by column in parallel, and the trees below them grow in parallel; a tree that
// draws its columns grows alone. Bits are the same at any number of processors.
func (t *Table) Grow(ctx context.Context, rows []int32, weights []uint16, rule Rule) (*Grown, error) {
	g := &growth{table: t, rule: rule, weights: weights, rows: rows, room: make([]int32, len(rows)), count: parallel.Count(ctx, "growing", len(rows))}
	top := g.newGrower(ctx)
	if rule.Random == nil {
		top.large = max(smallest, len(rows)/8)
	}
	if _, err := top.grow(0, len(rows), 0); err != nil {
		return nil, err
	}
	branches := make([][]node, len(top.later))
	err := parallel.Try(ctx, len(branches), 1, func() *grower { return g.newGrower(ctx) }, func(w *grower, lo, hi int) error {
		for b := lo; b < hi; b++ {
			at := top.later[b]
			w.nodes = nil
			if _, err := w.grow(int(top.nodes[at.node].lo), int(top.nodes[at.node].hi), at.depth); err != nil {
				return err
			}
			branches[b] = w.nodes
		}
		return nil
	})
	return &Grown{t, weights, rows, top.graft(branches)}, err
}

// smallest is up to how many rows a node is never worth many processors.
const smallest = 1024

// A growth is what the goroutines share that grow a tree.
type growth struct {
	table     *Table
	rule      Rule
	weights   []uint16
	rows      []int32
	room      []int32 // as many
	count     *parallel.Counter
	scratches scratches
}

// A target is the rows of a node with what is to be learned of them.
type target interface {
	open(rows []int32) (weight int64, pure bool)
	cut(c *column, w *scratch) cut
	sets(c *column, w *scratch) cut
}

// A grower grows nodes, in one goroutine.
type grower struct {
	*growth
	ctx    context.Context
	target target
	*scratch
	sides   []int8
	columns []int
	nodes   []node

	large int        // nodes of at most so many rows are for others to grow
	later []branchAt // those
}

// A branchAt is where a tree has yet to grow.
type branchAt struct{ node, depth int }

func (g *growth) newGrower(ctx context.Context) *grower {
	w := &grower{growth: g, ctx: ctx, scratch: new(scratch), columns: make([]int, len(g.table.columns))}
	for c := range w.columns {
		w.columns[c] = c
	}
	if g.table.classes > 0 {
		w.target = &classes{table: g.table, weights: g.weights, min: int64(g.rule.Min)}
	} else {
		w.target = &responses{table: g.table, weights: g.weights, min: int64(g.rule.Min)}
	}
	return w
}

// grow grows the tree of some rows and returns the number of its root.
func (g *grower) grow(lo, hi, depth int) (int32, error) {
	at := len(g.nodes)
	g.nodes = append(g.nodes, node{split: split{column: leaf}, lo: int32(lo), hi: int32(hi)})
	if hi-lo <= g.large {
		g.later = append(g.later, branchAt{at, depth})
		return int32(at), nil
	}
	if err := g.ctx.Err(); err != nil {
		return 0, err
	}
	weight, pure := g.target.open(g.rows[lo:hi])
	if pure || weight < 2*int64(g.rule.Min) || depth == g.rule.Depth && depth > 0 {
		g.count.Add(hi - lo)
		return int32(at), nil
	}
	s, err := g.search()
	if err != nil || s.column == leaf {
		g.count.Add(hi - lo)
		return int32(at), err
	}
	mid, instead := g.divide(s, lo, hi)
	first, err := g.grow(lo, mid, depth+1)
	if err != nil {
		return 0, err
	}
	second, err := g.grow(mid, hi, depth+1)
	n := &g.nodes[at]
	n.split, n.instead, n.first, n.second = s, instead, first, second
	return int32(at), err
}

// graft returns the nodes of a tree, of which branches have grown elsewhere.
func (g *grower) graft(branches [][]node) []node {
	if len(branches) == 0 {
		return g.nodes
	}
	of := map[int32][]node{}
	for b, at := range g.later {
		of[int32(at.node)] = branches[b]
	}
	var all []node
	var add func(at int32) int32
	add = func(at int32) int32 {
		base := int32(len(all))
		if branch, ok := of[at]; ok {
			for _, n := range branch {
				n.first, n.second = n.first+base, n.second+base
				all = append(all, n)
			}
			return base
		}
		n := g.nodes[at]
		if all = append(all, n); n.column != leaf {
			first := add(n.first)
			second := add(n.second)
			all[base].first, all[base].second = first, second
		}
		return base
	}
	add(0)
	return all
}
