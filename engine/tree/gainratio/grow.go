package gainratio

import (
	"context"

	"unfold/engine/internal/parallel"
	"unfold/engine/tree"
)

// A Grown is a tree before it is pruned.
type Grown struct {
	rows  Rows
	torn  bool   // some rows lack a cell
	nodes []node // the root first, each before its children
}

// A node is a place in a tree.
type node struct {
	split    tree.Split // nil in a leaf
	children []int      // their numbers
	counts   []weight   // of each class
}

// Bytes returns how large the tree is, beside the rows.
func (g *Grown) Bytes() uint64 {
	return uint64(len(g.nodes)) * uint64(96+8*len(g.rows.Classes))
}

// Grow splits the rows, level by level, until no split tells anything of their
// classes, or none has two branches with least cases in each. Splits that save no
// error on the training rows are undone.
//
// Time O(dn) to sort the columns, and for each level of the tree O(d) for each case,
// but for those that have the commonest value of a column where no cell is missing;
// memory: see [Bytes].
func Grow(ctx context.Context, r Rows, least int) (*Grown, error) {
	sorted, err := sortColumns(ctx, r)
	if err != nil {
		return nil, err
	}
	n, _ := r.dims()
	g := &grower{Rows: r, sorted: sorted, entropy: NewEntropy(n), least: weight(least) * whole, usual: r.usualColumns()}
	g.placed = parallel.Count(ctx, "cases in leaves", n)
	var above []*open
	for level := g.root(); len(level) > 0; {
		if err := g.look(ctx, above, level); err != nil {
			return nil, err
		}
		above = g.choose(level)
		if level, err = g.split(ctx, above); err != nil {
			return nil, err
		}
	}
	grown := &Grown{r, g.lacks(), g.nodes}
	grown.collapse()
	return grown, nil
}

// Bytes returns how much memory it takes to grow a tree from n rows of d columns:
// the sorted cells of a level and of the next, and the cases.
func Bytes(n, d int) uint64 { return 16*uint64(n)*uint64(d) + 64*uint64(n) }

// A grower is what all nodes have in common while a tree grows.
type grower struct {
	Rows
	sorted  []sorted
	entropy *Entropy
	least   weight // cases that two branches must have
	usual   []bool // of each column: see usualColumns
	present int    // classes that have rows
	nodes   []node
	placed  *parallel.Counter
}

// lacks reports whether some row lacks a cell.
func (g *grower) lacks() bool {
	n, d := g.dims()
	for c := range d {
		if g.levels(c) == 0 {
			if g.sorted[c].common == none {
				return true
			}
			continue
		}
		for i := range n {
			if g.level(int32(i), c) < 0 {
				return true
			}
		}
	}
	return false
}

// usualColumns are those that tell how much splits gain on average: columns of
// levels, of which there are three for ten rows or more, are left out, unless
// there are no others.
func (r Rows) usualColumns() []bool {
	n, d := r.dims()
	usual, some := make([]bool, d), false
	for c := range usual {
		usual[c] = 10*r.levels(c) < 3*n
		some = some || usual[c]
	}
	for c := range usual {
		usual[c] = usual[c] || !some
	}
	return usual
}

// An open node is one that may be split.
type open struct {
	at int // its number
	cases
	class  []int32 // of each case
	counts []weight
	total  weight
	sum    Information // Σ w_c log₂ w_c of the classes

	order      []span      // of each column of numbers, where the cells of the cases are; nil where nothing can be split
	candidates []candidate // of each column
	split      tree.Split
	division
	below []*open // the nodes that the branches lead to
}

// root opens the root, if there is anything to split.
func (g *grower) root() []*open {
	n, d := g.dims()
	root := g.open(allCases(n))
	for _, w := range root.counts {
		if w > 0 {
			g.present++
		}
	}
	g.nodes = []node{{counts: root.counts}}
	if !g.splittable(root) {
		return nil
	}
	root.order, root.candidates = make([]span, d), make([]candidate, d)
	for c, s := range g.sorted {
		root.order[c] = span{0, len(s.cells)}
	}
	return []*open{root}
}

// open returns a node of the cases.
func (g *grower) open(c cases) *open {
	n := &open{cases: c, class: make([]int32, len(c.row)), counts: make([]weight, len(g.Classes))}
	for i, row := range c.row {
		class := g.Labels[row]
		n.class[i] = int32(class)
		n.counts[class] += c.weight[i]
	}
	for _, w := range n.counts {
		n.total += w
		n.sum += g.entropy.of(w)
	}
	return n
}

// splittable reports whether a node has cases of two classes, and enough of them
// for two branches.
func (g *grower) splittable(n *open) bool {
	for _, w := range n.counts {
		if w == n.total {
			return false
		}
	}
	return n.total >= 2*g.least
}

// look looks at each column at each node of a level, to which it is passed on from the
// nodes above.
func (g *grower) look(ctx context.Context, above, level []*open) error {
	_, d := g.dims()
	size := 0
	for _, n := range level {
		size += len(n.row)
	}
	return parallel.With(ctx, d, parallel.Grain(16*size), g.scanner, func(s *scanner, lo, hi int) {
		for c := lo; c < hi; c++ {
			if above != nil {
				g.sorted[c].passDown(c, above)
			}
			for _, n := range level {
				n.candidates[c] = s.candidate(n, c)
			}
		}
	})
}

// choose sets the splits of the nodes, and returns those that have one.
func (g *grower) choose(level []*open) []*open {
	var split []*open
	for _, n := range level {
		c := g.best(n)
		if c < 0 {
			g.placed.Add(len(n.row))
			continue
		}
		n.split = g.splitOf(c, n.candidates[c])
		g.nodes[n.at].split = n.split
		split = append(split, n)
	}
	return split
}

// splitOf returns the split that a candidate of column c is.
func (g *grower) splitOf(c int, found candidate) tree.Split {
	levels := g.levels(c)
	if levels == 0 {
		return tree.Threshold{Column: c, At: g.sorted[c].threshold(found.low, found.high)}
	}
	to := make([]int, levels)
	for level := range to {
		to[level] = level
	}
	return tree.Levels{Column: c, To: to, Ways: levels}
}

// split divides the cases of nodes, and returns the nodes below them that may be
// split in turn.
func (g *grower) split(ctx context.Context, level []*open) ([]*open, error) {
	err := parallel.For(ctx, len(level), 1, func(lo, hi int) {
		for _, n := range level[lo:hi] {
			g.divideNode(n)
		}
	})
	return g.number(level), err
}

// divideNode sends the cases of a node down its branches.
func (g *grower) divideNode(n *open) {
	n.division = g.divide(n.cases, n.split)
	n.below = make([]*open, len(n.parts))
	for b, part := range n.parts {
		n.below[b] = g.open(part)
	}
}

// number gives the nodes below a level their numbers, and returns those that may
// be split.
func (g *grower) number(level []*open) []*open {
	_, d := g.dims()
	var next []*open
	for _, n := range level {
		for _, child := range n.below {
			child.at = len(g.nodes)
			g.nodes = append(g.nodes, node{counts: child.counts})
			g.nodes[n.at].children = append(g.nodes[n.at].children, child.at)
			if g.splittable(child) {
				child.order, child.candidates = make([]span, d), make([]candidate, d)
				next = append(next, child)
			} else {
				g.placed.Add(len(child.row))
			}
		}
	}
	return next
}
