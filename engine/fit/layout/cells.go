package layout

import (
	"context"
	"slices"

	"unfold/engine/internal/parallel"
	"unfold/engine/internal/selection"
	"unfold/engine/internal/simd"
)

const (
	abreast   = 16 // points that are pushed together: as many as lanes
	leafCount = 4  // points of the smallest cells
)

// rebuilding is how many times cells are measured anew before points are dealt out
// to them anew. Cells are always where their points are; those that were dealt out
// some steps ago are only a little larger than need be.
const rebuilding = 10

// cells are a tree of points: a cell has half the leaves of the one above it, to
// either side of a line across where that is widest. Which points it has is told
// by order, so that copies and outliers make no tree deep.
type cells struct {
	wide   int     // dimensions
	order  []int32 // points, leaf by leaf
	nodes  []cell  // a cell, those to the left, those to the right
	blocks []int32 // nodes whose points are pushed together
	keys   []keyed
	age    int

	// What a search through the cells reads, for each of them or each place in order.
	sights  []sight
	records []float32 // as simd.RepelCells takes them, but for the centre
	placed  []float64 // where points are, and their mass
}

// A sight is what tells whether a cell is far enough.
type sight struct {
	centre [3]float64
	reach  float64 // the least square of a distance that is
	next   int32
	leaf   bool
}

// A cell is some points.
type cell struct {
	first, count, next int32      // in order; next is the node after all in it
	mass               float64    // rows
	centre             [3]float64 // their mean
	spread             [6]float64 // Σ m δ δᵀ around it, the upper triangle by rows
	mean               float64    // its trace by the mass
	low, high          [3]float64 // of its points
}

func (a *cell) isLeaf() bool { return a.count <= leafCount }

// A keyed point is ordered by a coordinate and then by its number.
type keyed struct {
	value float64
	point int32
}

func (k keyed) before(o keyed) bool {
	return k.value < o.value || k.value == o.value && k.point < o.point
}

// place brings the cells to where points are now. soft is how near a cell may be that
// is far enough by its size alone.
func (t *cells) place(ctx context.Context, z *Points, soft float64) error {
	if t.nodes == nil {
		t.begin(z)
	}
	if t.age%rebuilding == 0 {
		t.nodes, t.blocks = t.nodes[:0], t.blocks[:0]
		t.divide(z, 0, z.Len(), abreast)
		t.sights = slices.Grow(t.sights[:0], len(t.nodes))[:len(t.nodes)]
		size := len(t.nodes) * simd.CellSize(t.wide)
		t.records = slices.Grow(t.records[:0], size)[:size]
	}
	t.age++
	err := parallel.For(ctx, len(t.nodes), 512, func(lo, hi int) {
		for at := lo; at < hi; at++ {
			if a := &t.nodes[at]; a.isLeaf() {
				t.measure(a, z)
				t.record(at, soft)
			}
		}
	})
	for at := len(t.nodes) - 1; at >= 0; at-- {
		if a := &t.nodes[at]; !a.isLeaf() {
			a.join(&t.nodes[at+1], &t.nodes[t.nodes[at+1].next], t.wide)
			t.record(at, soft)
		}
	}
	return err
}

// begin puts points in the order that they have.
func (t *cells) begin(z *Points) {
	t.wide = z.Dim()
	t.order, t.placed = make([]int32, z.Len()), make([]float64, z.Len()*(t.wide+1))
	for i := range t.order {
		t.order[i] = int32(i)
	}
}

// record writes down what a search reads of a cell.
func (t *cells) record(at int, soft float64) {
	a, size := &t.nodes[at], simd.CellSize(t.wide)
	t.sights[at] = sight{a.centre, a.mean/(opening*opening) - soft, a.next, a.isLeaf()}
	record := t.records[at*size : (at+1)*size]
	trace := float64(a.mean * a.mass)
	record[t.wide], record[t.wide+1], record[t.wide+2] = float32(a.mass), float32(trace), float32(2*trace)
	for k, v := range a.spread[:t.wide*(t.wide+1)/2] {
		record[t.wide+3+k] = float32(4 * v)
	}
}

// divide appends the cells of some places in order: blocks, which are full but for
// the last, and in these cells that are.
func (t *cells) divide(z *Points, first, end, full int) {
	at := len(t.nodes)
	t.nodes = append(t.nodes, cell{first: int32(first), count: int32(end - first)})
	if full == abreast && end-first <= abreast {
		t.blocks = append(t.blocks, int32(at))
		full = leafCount
	}
	if !t.nodes[at].isLeaf() {
		parts := (end - first + full - 1) / full
		middle := first + (parts+1)/2*full
		t.part(z.At[widest(z, t.order[first:end])], first, middle, end)
		t.divide(z, first, middle, full)
		t.divide(z, middle, end, full)
	}
	t.nodes[at].next = int32(len(t.nodes))
}

// widest returns the dimension in which points are furthest apart.
func widest(z *Points, points []int32) (dim int) {
	most := -1.0
	for c, x := range z.At {
		low, high := x[points[0]], x[points[0]]
		for _, i := range points {
			low, high = min(low, x[i]), max(high, x[i])
		}
		if high-low > most {
			dim, most = c, high-low
		}
	}
	return dim
}

// part puts the points with the least coordinates before the middle.
func (t *cells) part(x []float64, first, middle, end int) {
	t.keys = t.keys[:0]
	for _, i := range t.order[first:end] {
		t.keys = append(t.keys, keyed{x[i], i})
	}
	selection.Least(t.keys, middle-first, keyed.before)
	for at, k := range t.keys {
		t.order[first+at] = k.point
	}
}

// measure finds where the points of a leaf are, and its mass, centre, spread and box.
func (t *cells) measure(a *cell, z *Points) {
	own := t.placed[int(a.first)*(t.wide+1) : int(a.first+a.count)*(t.wide+1)]
	for l, i := range t.order[a.first : a.first+a.count] {
		for c, x := range z.At {
			own[l*(t.wide+1)+c] = x[i]
		}
		own[l*(t.wide+1)+t.wide] = z.Mass[i]
	}
	a.mass, a.centre, a.spread, a.low, a.high = 0, [3]float64{}, [6]float64{}, [3]float64{}, [3]float64{}
	copy(a.low[:], own[:t.wide])
	copy(a.high[:], own[:t.wide])
	for p := own; len(p) > 0; p = p[t.wide+1:] {
		mass := p[t.wide]
		a.mass += mass
		for c, x := range p[:t.wide] {
			a.centre[c] += float64(mass * x)
			a.low[c], a.high[c] = min(a.low[c], x), max(a.high[c], x)
		}
	}
	for c := range t.wide {
		a.centre[c] /= a.mass
	}
	var diff [3]float64
	for p := own; len(p) > 0; p = p[t.wide+1:] {
		for c, x := range p[:t.wide] {
			diff[c] = x - a.centre[c]
		}
		a.spreadBy(p[t.wide], &diff, t.wide)
	}
	a.settle(t.wide)
}

// spreadBy adds mass at a distance from the centre.
func (a *cell) spreadBy(mass float64, diff *[3]float64, wide int) {
	at := 0
	for c := range wide {
		v := mass * diff[c]
		for e := c; e < wide; e++ {
			a.spread[at] += float64(v * diff[e])
			at++
		}
	}
}

// settle finds the mean square distance from the centre.
func (a *cell) settle(wide int) {
	at, trace := 0, 0.0
	for c := range wide {
		trace += a.spread[at]
		at += wide - c
	}
	a.mean = trace / a.mass
}

// join makes a cell of two.
func (a *cell) join(left, right *cell, wide int) {
	a.mass = left.mass + right.mass
	share := right.mass / a.mass
	var diff [3]float64
	for c := range wide {
		diff[c] = right.centre[c] - left.centre[c]
		a.centre[c] = left.centre[c] + float64(share*diff[c])
		a.low[c], a.high[c] = min(left.low[c], right.low[c]), max(left.high[c], right.high[c])
	}
	for at := range a.spread {
		a.spread[at] = left.spread[at] + right.spread[at]
	}
	a.spreadBy(left.mass*share, &diff, wide)
	a.settle(wide)
}
