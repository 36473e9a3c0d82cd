package oblique

import (
	"context"
	"fmt"
	"math"
	"runtime"

	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/tree"
	"unfold/engine/tree/gainratio"
)

// Settings are how hard planes are looked for.
type Settings struct {
	Starts int // planes that are drawn for each node, to start from
	Jumps  int // drawn directions along which a plane is moved in vain before it stays
	Least  int // rows on either side of a split
	Seed   int // of what is drawn
}

// A Grown is a tree before it is pruned.
type Grown struct {
	rows  Rows
	nodes []node // the root first, each before its children
}

// A node is a place in a tree.
type node struct {
	rows     []int32
	counts   []int // rows of each class
	split    tree.Split
	impurity gainratio.Information // that is left
	children []int
}

// Bytes returns how much memory it takes to grow a tree from n rows of d columns: the
// standardised columns, and a copy of them for each plane that is moved at once.
func Bytes(n, d int) uint64 {
	each := 8 * uint64(n) * uint64(d+5)
	return each * uint64(1+runtime.GOMAXPROCS(0))
}

// Bytes returns how large the tree is, beside the rows.
func (g *Grown) Bytes() uint64 {
	var sum uint64
	for i := range g.nodes {
		_, d := g.rows.X.Dims()
		sum += uint64(4*len(g.nodes[i].rows) + 8*len(g.nodes[i].counts) + 16*d + 128)
	}
	return sum
}

// A grower is what all nodes have in common.
type grower struct {
	Rows
	Settings
	least    int
	standard standard
	entropy  *gainratio.Entropy
	nodes    []node
}

// Grow splits the rows, level by level, until they are of one class or no split
// makes them purer. Each node starts from the best threshold of a column and from
// planes that are drawn, and takes a plane only if it leaves less impurity than the
// threshold. With fewer than 2d rows it takes the threshold.
//
// Time O(dn log n) for each start and pass over the coefficients at each level of the
// tree. Memory O(nd).
func Grow(ctx context.Context, r Rows, s Settings) (*Grown, error) {
	n, _ := r.X.Dims()
	g := &grower{Rows: r, Settings: s, least: max(1, s.Least), standard: standardise(r.X), entropy: gainratio.NewEntropy(n)}
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	g.add(all)
	count := parallel.Count(ctx, "rows in leaves", n)
	for from := 0; from < len(g.nodes); {
		to := len(g.nodes)
		if err := g.splitLevel(ctx, from, to); err != nil {
			return nil, err
		}
		for at := from; at < to; at++ {
			if g.nodes[at].split == nil {
				count.Add(len(g.nodes[at].rows))
			} else {
				g.divide(at)
			}
		}
		from = to
	}
	return &Grown{r, g.nodes}, nil
}

// add adds a node of the rows and returns its number.
func (g *grower) add(rows []int32) int {
	n := node{rows: rows, counts: make([]int, len(g.Classes))}
	for _, i := range rows {
		n.counts[g.Labels[i]]++
	}
	g.nodes = append(g.nodes, n)
	return len(g.nodes) - 1
}

// divide sends the rows of a node down its branches.
func (g *grower) divide(at int) {
	var sides [2][]int32
	for _, i := range g.nodes[at].rows {
		side := g.nodes[at].split.Branch(g.X.RawRowView(int(i)))
		sides[side] = append(sides[side], i)
	}
	for _, side := range sides {
		child := g.add(side)
		g.nodes[at].children = append(g.nodes[at].children, child)
	}
}

// A start is a plane that a node starts from, and what became of it.
type start struct {
	at, number int // the node; which of its starts: see from
	axis       axis
	split      tree.Split
	impurity   gainratio.Information
}

// splitLevel finds the splits of nodes: first thresholds, then planes from all starts
// of all nodes at once.
func (g *grower) splitLevel(ctx context.Context, from, to int) error {
	level := g.nodes[from:to]
	found := make([]axis, len(level))
	if err := parallel.For(ctx, len(level), 1, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			found[i] = g.bestAxis(&level[i])
		}
	}); err != nil {
		return err
	}
	var starts []start
	for i, a := range found {
		n := &level[i]
		n.impurity = g.before(n)
		n.take(a.split, a.impurity)
		starts = append(starts, g.startsOf(from+i, a)...)
	}
	if err := parallel.Each(ctx, len(starts), 1, func(lo, hi int) error { return g.follow(ctx, &starts[lo]) }); err != nil {
		return err
	}
	for _, s := range starts {
		g.nodes[s.at].take(s.split, s.impurity)
	}
	return nil
}

// take splits a node, if that leaves less impurity than there is.
func (n *node) take(s tree.Split, impurity gainratio.Information) {
	if s != nil && impurity < n.impurity {
		n.split, n.impurity = s, impurity
	}
}

// startsOf returns the starts of a node whose best threshold is known: none where
// that leaves no impurity, or rows are too few for the columns.
func (g *grower) startsOf(at int, a axis) []start {
	d := len(g.standard.columns)
	if a.split == nil || a.impurity == 0 || d == 1 || len(g.nodes[at].rows) < 2*d {
		return nil
	}
	starts := make([]start, drawn+g.Starts)
	for number := range starts {
		starts[number] = start{at: at, number: number, axis: a}
	}
	return starts
}

// before returns the impurity of a node that is not split.
func (g *grower) before(n *node) gainratio.Information {
	sum := g.entropy.OfRows(len(n.rows))
	for _, k := range n.counts {
		sum -= g.entropy.OfRows(k)
	}
	return sum
}

// follow moves a plane from its start to where it stays.
func (g *grower) follow(ctx context.Context, s *start) error {
	n := &g.nodes[s.at]
	w := g.walker(n, random.New(g.Seed, fmt.Sprintf("oc1 node %d start %d", s.at, s.number)))
	p := g.from(s, n, w)
	if _, err := w.descend(ctx, p, g.Jumps); err != nil {
		return err
	}
	s.split, s.impurity = g.splitOf(n, w, p)
	return nil
}

// drawn is the first start that is drawn.
const drawn = 2

// from returns the plane of a start: the best threshold of a column; the plane
// between the means of the largest class and of the others; and planes that are
// drawn.
func (g *grower) from(s *start, n *node, w *walker) plane {
	switch s.number {
	case 0:
		return g.planeOf(s.axis.split.(tree.Threshold))
	case 1:
		return w.betweenMeans(n.counts)
	}
	return w.draw(len(w.columns))
}

// walker returns what moves planes among the rows of a node.
func (g *grower) walker(n *node, stream *random.Stream) *walker {
	m := len(n.rows)
	w := &walker{least: g.least, entropy: g.entropy, stream: stream, class: make([]int32, m)}
	w.value, w.moved, w.slope = make([]float64, m), make([]float64, m), make([]float64, m)
	w.sides = [2][]int{make([]int, len(g.Classes)), make([]int, len(g.Classes))}
	ones := make([]float64, m)
	for j, i := range n.rows {
		w.class[j], ones[j] = int32(g.Labels[i]), 1
	}
	for _, column := range g.standard.columns {
		part := make([]float64, m)
		for j, i := range n.rows {
			part[j] = column[i]
		}
		w.columns = append(w.columns, part)
	}
	w.columns = append(w.columns, ones)
	return w
}

// splitOf returns the plane as a split of the columns themselves, half way between
// the rows on its sides, and the impurity that it leaves; nil if rounding or a
// weight beyond all numbers leaves too few rows on a side.
func (g *grower) splitOf(n *node, w *walker, p plane) (tree.Split, gainratio.Information) {
	var s tree.Oblique
	for c, v := range p[:len(p)-1] {
		if v != 0 {
			s.Columns = append(s.Columns, c)
			s.Weights = append(s.Weights, v/g.standard.deviation[c])
		}
	}
	below, above := math.Inf(-1), math.Inf(1)
	for j, i := range n.rows {
		at := s.Sum(g.X.RawRowView(int(i)))
		if w.value[j] > 0 {
			above = min(above, at)
		} else {
			below = max(below, at)
		}
		w.moved[j] = at
	}
	s.At = between(below, above)
	for j, at := range w.moved {
		w.moved[j] = 1
		if at <= s.At {
			w.moved[j] = -1
		}
	}
	found, ok := w.impurity(w.moved)
	if !ok {
		return nil, 0
	}
	return s, found
}
