package neighbour

import (
	"math"
	"math/bits"

	"unfold/engine/internal/simd"
)

// A walker searches trees for one row at a time. Each goroutine has one.
type walker struct {
	*arrangement
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

// walk offers the keeper the rows of a part that slot may want, x being its
// values, leaving out row i and the panel skip. It visits nodes from the
// nearest on, those of equal gaps by their smallest row, so that many copies
// of a row do not make it visit them all.
func (w *walker) walk(p part, slot int, x []float64, i int32, skip int, keep keeper) {
	w.stack = append(w.stack[:0], branch{p.root, p.first, p.panels, w.gap(p.root, x, x)})
	wanted := keep.limit(slot)
	most := ceiling(wanted.length)
	for len(w.stack) > 0 {
		b := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		if !w.wants(b, wanted, most) {
			continue
		}
		if b.panels == 1 {
			if b.first != skip {
				w.scan(b.first, p.mixed, slot, x, i, most, keep)
				wanted = keep.limit(slot)
				most = ceiling(wanted.length)
			}
			continue
		}
		w.effort.nodes += 2
		left := b.panels / 2
		near := branch{b.node + 1, b.first, left, w.gap(b.node+1, x, x)}
		far := branch{b.node + 2*left, b.first + left, b.panels - left, w.gap(b.node+2*left, x, x)}
		if far.sum < near.sum || far.sum == near.sum && w.least[far.node] < w.least[near.node] {
			near, far = far, near
		}
		if w.wants(far, wanted, most) {
			w.stack = append(w.stack, far)
		}
		w.stack = append(w.stack, near)
	}
}

// wants reports whether a node can have a row that is wanted.
func (w *walker) wants(b branch, wanted limit, most float64) bool {
	if b.sum > most {
		return false
	}
	return w.least[b.node] < wanted.before || math.Sqrt(b.sum) < wanted.nearer
}

// scan offers the rows of a panel whose squares are at most the given one.
func (w *walker) scan(panel int, mixed bool, slot int, x []float64, i int32, most float64, keep keeper) {
	w.effort.panels++
	size := w.d * width
	mask := simd.PanelSquares(&w.sums, w.panels[panel*size:(panel+1)*size], x, most)
	rows := w.row[panel*width : (panel+1)*width]
	for ; mask != 0; mask &= mask - 1 {
		b := bits.TrailingZeros64(mask)
		if j := rows[b]; j != i && (!mixed || keep.admits(slot, j)) {
			keep.offer(slot, j, math.Sqrt(w.sums[b]))
		}
	}
}

// search searches all parts for row i of the table, its own part first, and of
// that the panel in which it lies.
func (w *walker) search(slot int, i int32, own int, keep keeper) {
	x, skip := w.x.RawRowView(int(i)), -1
	if p := w.parts[own]; p.mixed || keep.admits(slot, i) {
		skip = int(w.place[i]) / width
		w.scan(skip, p.mixed, slot, x, i, ceiling(keep.limit(slot).length), keep)
		w.walk(p, slot, x, i, skip, keep)
	}
	for at, p := range w.parts {
		if at != own && (p.mixed || keep.admits(slot, w.row[p.lowest()])) {
			w.walk(p, slot, x, i, -1, keep)
		}
	}
}
