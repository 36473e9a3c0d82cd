package neighbour

import (
	"context"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
	"unfold/engine/remedy"
)

// width is how many rows a panel holds.
const width = simd.PanelWidth

// A kdTree holds the rows of a table in panels of 64 that lie close
// together: the leaves of k-d trees. Nodes split their rows at a median of
// the widest column, equal values by row number, so that copies of a row end
// up in order and no node is lopsided, whatever the data.
//
// Each subtree is a tree of its own and holds rows of one group, unless it
// is mixed: what groups of less than a panel are put into.
type kdTree struct {
	x           *mat.Dense
	n, d        int
	row         []int32 // by position, 64 a panel; -1 where a panel is not full
	position    []int32 // by row
	subtrees    []subtree
	leaf        []int32   // node by panel
	boxes       []float64 // by node: d lowest values, then d highest
	smallestRow []int32   // by node

	packing sync.Mutex
	panels  []float64 // by packPanels; nil before
}

// A subtree is a tree over some of the rows. Its nodes are in preorder: the left
// child of a node follows it, the right one follows all nodes of the left.
type subtree struct {
	first, panels int // panels
	count         int // rows; they fill all panels but the last
	root          int // node
	mixed         bool
}

// start returns the first position of a subtree, and end the one after its last
// row.
func (p subtree) start() int { return p.first * width }
func (p subtree) end() int   { return p.first*width + p.count }

// buildKDTree sorts the rows of x into panels, by groups if any are given: of[i]
// is the group of row i, from 0. Values must be finite. Time O(nd log n).
func buildKDTree(ctx context.Context, x *mat.Dense, of []int32) (*kdTree, error) {
	n, d := x.Dims()
	a := &kdTree{x: x, n: n, d: d, position: make([]int32, n)}
	members := groupRows(of, n)
	total, nodes := 0, 0
	for i, rows := range members {
		p := subtree{first: total, panels: (len(rows) + width - 1) / width, count: len(rows), root: nodes}
		p.mixed = of != nil && i == len(members)-1
		if p.count > 0 {
			a.subtrees = append(a.subtrees, p)
			total, nodes = total+p.panels, nodes+2*p.panels-1
		}
	}
	if err := memory.Claim(ctx, uint64(nodes)*uint64(16*d+4)+uint64(total)*width*4, fmt.Sprintf("a tree over %d rows", n), remedy.FewerRows()); err != nil {
		return nil, err
	}
	a.row, a.leaf = make([]int32, total*width), make([]int32, total)
	a.boxes, a.smallestRow = make([]float64, nodes*2*d), make([]int32, nodes)
	for i := range a.row {
		a.row[i] = -1
	}
	at := 0
	for _, rows := range members {
		if len(rows) > 0 {
			copy(a.row[a.subtrees[at].start():], rows)
			at++
		}
	}
	if err := a.split(ctx); err != nil {
		return nil, err
	}
	for pos, i := range a.row {
		if i >= 0 {
			a.position[i] = int32(pos)
		}
	}
	return a, nil
}

// groupRows returns the rows of each group that fills a panel, and last those of
// all others.
func groupRows(of []int32, n int) [][]int32 {
	if of == nil {
		all := make([]int32, n)
		for i := range all {
			all[i] = int32(i)
		}
		return [][]int32{all}
	}
	var size []int
	for _, g := range of {
		for int(g) >= len(size) {
			size = append(size, 0)
		}
		size[g]++
	}
	at, large := make([]int, len(size)), 0
	for g, s := range size {
		at[g] = -1
		if s >= width {
			at[g] = large
			large++
		}
	}
	members := make([][]int32, large+1)
	for i, g := range of {
		to := at[g]
		if to < 0 {
			to = large
		}
		members[to] = append(members[to], int32(i))
	}
	return members
}

// packPanels copies the rows into panels, if that is not done: value c of position
// 64p + j is at 64(pd + c) + j, and NaN where there is no row.
func (a *kdTree) packPanels(ctx context.Context) ([]float64, error) {
	a.packing.Lock()
	defer a.packing.Unlock()
	if a.panels != nil {
		return a.panels, nil
	}
	if err := memory.Claim(ctx, 8*uint64(len(a.row))*uint64(a.d), fmt.Sprintf("the panels of %d rows", a.n), remedy.FewerRows()); err != nil {
		return nil, err
	}
	panels := make([]float64, len(a.row)*a.d)
	err := parallel.For(ctx, len(a.leaf), 1+1<<12/(a.d+1), func(lo, hi int) {
		for p := lo; p < hi; p++ {
			packPanel(panels[p*a.d*width:(p+1)*a.d*width], a.x, a.row[p*width:(p+1)*width])
		}
	})
	if err != nil {
		return nil, err
	}
	a.panels = panels
	return panels, nil
}

func packPanel(panel []float64, x *mat.Dense, rows []int32) {
	for j, i := range rows {
		if i < 0 {
			for at := j; at < len(panel); at += width {
				panel[at] = math.NaN()
			}
			continue
		}
		simd.Pack(panel, j, x.RawRowView(int(i)))
	}
}

// box returns the lowest and highest values of a node's rows.
func (a *kdTree) box(node int) (low, high []float64) {
	b := a.boxes[2*a.d*node : 2*a.d*(node+1)]
	return b[:a.d], b[a.d:]
}

// minSquare returns the least square that engine.Euclidean's sum from a point
// between two corners to a row of the node can have: rounding keeps the order
// of differences, of squares and of sums. A point is two equal corners.
func (a *kdTree) minSquare(node int, from, to []float64) float64 {
	low, high := a.box(node)
	var sum float64
	for c, v := range from {
		var g float64
		if w := to[c]; w < low[c] {
			g = low[c] - w
		} else if v > high[c] {
			g = v - high[c]
		}
		sum += float64(g * g)
	}
	return sum
}

// spread is how large values may be for squared distances not to overflow.
const spread = 1e150

// checkPoints refuses values that are not finite, and reports whether all
// squared distances are.
func checkPoints(ctx context.Context, x *mat.Dense) (bounded bool, err error) {
	n, d := x.Dims()
	var wide atomic.Bool
	err = parallel.Each(ctx, n, 1+1<<18/(d+1), func(lo, hi int) error {
		for i := lo; i < hi; i++ {
			for c, v := range x.RawRowView(i) {
				if math.Abs(v) <= spread {
					continue
				}
				if math.IsNaN(v) || math.IsInf(v, 0) {
					return check.Cell(engine.Sample{X: x}, i, c)
				}
				wide.Store(true)
			}
		}
		return nil
	})
	return !wide.Load(), err
}
