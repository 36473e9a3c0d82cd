package neighbour

import (
	"math"
	"math/bits"

	"unfold/engine/internal/simd"
)

// A walker searches trees for one row at a time. Each goroutine has one.
type walker struct {
	*kdTree
	panels []float64
	stack  []branch
	sums   [width]float64
	effort effort
}

// effort counts what a search did.
type effort struct{ panels, nodes int }

// A branch is a node that is still to be looked into.
type branch struct {
	node, first, panels int
	sum                 float64 // its gap
}

// walk offers the collector the rows of a subtree that slot may want, x being its
// values, leaving out row i and the panel skip. It visits nodes from the
// nearest on, those of equal gaps by their smallest row, so that many copies
// of a row do not make it visit them all.
func (w *walker) walk(p subtree, slot int, x []float64, i int32, skip int, collect collector) {
	w.stack = append(w.stack[:0], branch{p.root, p.first, p.panels, w.minSquare(p.root, x, x)})
	wanted := collect.limit(slot)
	most := ceiling(wanted.length)
	for len(w.stack) > 0 {
		b := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		if !w.mayHoldWanted(b, wanted, most) {
			continue
		}
		if b.panels == 1 {
			if b.first != skip {
				w.offerPanel(b.first, p.mixed, slot, x, i, most, collect)
				wanted = collect.limit(slot)
				most = ceiling(wanted.length)
			}
			continue
		}
		w.effort.nodes += 2
		left := b.panels / 2
		near := branch{b.node + 1, b.first, left, w.minSquare(b.node+1, x, x)}
		far := branch{b.node + 2*left, b.first + left, b.panels - left, w.minSquare(b.node+2*left, x, x)}
		if far.sum < near.sum || far.sum == near.sum && w.smallestRow[far.node] < w.smallestRow[near.node] {
			near, far = far, near
		}
		if w.mayHoldWanted(far, wanted, most) {
			w.stack = append(w.stack, far)
		}
		w.stack = append(w.stack, near)
	}
}

// mayHoldWanted reports whether a node can have a row that is wanted.
func (w *walker) mayHoldWanted(b branch, wanted limit, most float64) bool {
	if b.sum > most {
		return false
	}
	return w.smallestRow[b.node] < wanted.before || math.Sqrt(b.sum) < wanted.nearer
}

// offerPanel offers the rows of a panel whose squares are at most the given one.
func (w *walker) offerPanel(panel int, mixed bool, slot int, x []float64, i int32, most float64, collect collector) {
	w.effort.panels++
	size := w.d * width
	mask := simd.PanelSquares(&w.sums, w.panels[panel*size:(panel+1)*size], x, most)
	rows := w.row[panel*width : (panel+1)*width]
	for ; mask != 0; mask &= mask - 1 {
		b := bits.TrailingZeros64(mask)
		if j := rows[b]; j != i && (!mixed || collect.admits(slot, j)) {
			collect.offer(slot, j, math.Sqrt(w.sums[b]))
		}
	}
}

// search searches all subtrees for row i of the table, its own subtree first, and of
// that the panel in which it lies.
func (w *walker) search(slot int, i int32, own int, collect collector) {
	x, skip := w.x.RawRowView(int(i)), -1
	if p := w.subtrees[own]; p.mixed || collect.admits(slot, i) {
		skip = int(w.position[i]) / width
		w.offerPanel(skip, p.mixed, slot, x, i, ceiling(collect.limit(slot).length), collect)
		w.walk(p, slot, x, i, skip, collect)
	}
	for at, p := range w.subtrees {
		if at != own && (p.mixed || collect.admits(slot, w.row[p.start()])) {
			w.walk(p, slot, x, i, -1, collect)
		}
	}
}
