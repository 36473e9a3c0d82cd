package neighbour

import (
	"context"
	"math"
	"math/bits"

	"unfold/engine/internal/simd"
)

const (
	batch  = simd.BelowRows // rows that meet a panel together
	stride = 16             // panels a call, after which bounds are drawn in
	cached = 1 << 19        // bytes of panels that all rows of a block meet together
)

// A sweeper takes a block of rows past all panels. Each goroutine has one.
type sweeper struct {
	*filter
	rowsOf    []int32   // of the block
	lowest    int       // position of its first row
	columns   []float32 // of its rows, by batches
	from      []float64 // lowest and
	to        []float64 // highest values of its rows
	masks     []uint64  // who passed,
	estimates []float32 // and the sums of all (simd.Below)
	sieve     sieve
	sieving   bool           // whether what passes goes through it
	panel     []float64      // one panel, as it is measured,
	packed    int            // which
	sums      [width]float64 // and its sums
	found     []int32
	lengths   []float64
	first     []int // by batch: the panel of a part that it saw first
	seen      []int // by batch: how many panels of the part it saw
	wanted    []int // panels of a chunk
	mixed     bool  // whether the block's rows are of several groups
	tested    int   // pairs
	wasted    int   // of them measured for nothing
}

// sweep offers the keeper what it wants for the rows of a block. It reports
// false if the filter lets so much pass for nothing that walking is faster, as
// it does where clusters are tighter than the rounding of float32 between them.
func (w *sweeper) sweep(ctx context.Context, own int, rows []int32, lowest int, keep keeper) (bool, error) {
	w.mixed = w.parts[own].mixed
	w.load(rows, lowest)
	w.sieving = w.sieved(keep)
	for at := range len(w.parts) {
		p := w.parts[(own+at)%len(w.parts)]
		if !p.mixed && !w.mixed && !keep.admits(0, w.row[p.lowest()]) {
			continue
		}
		if at > 0 && w.gap(p.root, w.from, w.to) > w.reach(keep) {
			continue
		}
		w.begin(p, at == 0, keep)
		if useful, err := w.part(ctx, p, keep); !useful {
			return false, err
		}
	}
	if w.sieving {
		for s := range rows {
			w.tighten(s)
			w.settle(s, keep)
		}
	}
	return true, nil
}

// part takes the block past the panels of a part, chunk by chunk: the
// half of every subtree first that holds the panel seen before, so that bounds
// soon are close. It reports whether the filter is of use.
func (w *sweeper) part(ctx context.Context, p part, keep keeper) (useful bool, err error) {
	size := max(2, cached/(4*w.d*width))
	chunks := (p.panels + size - 1) / size
	near := (w.first[0] - p.first) / size
	for step := range 1 << bits.Len(uint(chunks-1)) {
		at := near ^ step
		if at >= chunks {
			continue
		}
		if err := ctx.Err(); err != nil {
			return false, err
		}
		w.chunk(p, p.first+at*size, p.first+min((at+1)*size, p.panels), keep)
		if w.wasted > w.tested/8 && w.tested > 1<<14 {
			return false, nil
		}
	}
	return true, nil
}

// load prepares the block's rows.
func (w *sweeper) load(rows []int32, lowest int) {
	w.rowsOf, w.lowest, w.tested, w.wasted = rows, lowest, 0, 0
	batches := (len(rows) + batch - 1) / batch
	size := w.d * batch
	if len(w.columns) < batches*size {
		w.columns, w.first, w.seen = make([]float32, batches*size), make([]int, batches), make([]int, batches)
		w.masks, w.estimates = make([]uint64, stride*batch), make([]float32, stride*batch*width)
		w.from, w.to = make([]float64, w.d), make([]float64, w.d)
		w.panel, w.packed = make([]float64, size/batch*width), -1
	}
	for g := range batches {
		w.filter.rows(w.columns[g*size:(g+1)*size], lowest+g*batch, min(batch, len(rows)-g*batch))
	}
	copy(w.from, w.x.RawRowView(int(rows[0])))
	copy(w.to, w.from)
	for _, i := range rows {
		for c, v := range w.x.RawRowView(int(i)) {
			w.from[c], w.to[c] = min(w.from[c], v), max(w.to[c], v)
		}
	}
}

// begin lets every batch see the panel of a part that they lie in or near,
// so that the rest of it is met with a bound that leaves out nearly all. All
// pairs are measured.
func (w *sweeper) begin(p part, own bool, keep keeper) {
	for g := range (len(w.rowsOf) + batch - 1) / batch {
		panel := (w.lowest + g*batch) / width
		if !own {
			panel = w.nearest(p, w.x.RawRowView(int(w.rowsOf[g*batch])))
		}
		w.first[g], w.seen[g] = panel, 1
		if w.sieving {
			w.compare(g, p, panel, panel+1, keep)
			continue
		}
		if w.packed != panel {
			packPanel(w.panel, w.x, w.row[panel*width:(panel+1)*width])
			w.packed = panel
		}
		for s := g * batch; s < min(len(w.rowsOf), (g+1)*batch); s++ {
			w.measure(s, panel, p.mixed || w.mixed, keep)
		}
	}
	w.tested, w.wasted = 0, 0
}

// measure offers the rows of the packed panel.
func (w *sweeper) measure(slot, panel int, mixed bool, keep keeper) {
	i, most := w.rowsOf[slot], ceiling(keep.limit(slot).length)
	mask := simd.PanelSquares(&w.sums, w.panel, w.x.RawRowView(int(i)), most)
	for ; mask != 0; mask &= mask - 1 {
		b := bits.TrailingZeros64(mask)
		if j := w.row[panel*width+b]; j != i && (!mixed || keep.admits(slot, j)) {
			keep.offer(slot, j, math.Sqrt(w.sums[b]))
		}
	}
}

// nearest descends to a panel of a part near to x.
func (w *sweeper) nearest(p part, x []float64) int {
	node, first, panels := p.root, p.first, p.panels
	for panels > 1 {
		left := panels / 2
		if w.gap(node+1, x, x) <= w.gap(node+2*left, x, x) {
			node, panels = node+1, left
		} else {
			node, first, panels = node+2*left, first+left, panels-left
		}
	}
	return first
}

// chunk takes all rows of the block past panels lo to hi of a part, as far as
// their boxes are within the reach of the block.
func (w *sweeper) chunk(p part, lo, hi int, keep keeper) {
	most := w.reach(keep)
	w.wanted = w.wanted[:0]
	for panel := lo; panel < hi; panel++ {
		if w.gap(int(w.leaf[panel]), w.from, w.to) <= most {
			w.wanted = append(w.wanted, panel)
		}
	}
	for g := range (len(w.rowsOf) + batch - 1) / batch {
		for at := 0; at < len(w.wanted); {
			first := w.wanted[at]
			if first == w.first[g] {
				at++
				continue
			}
			last, longest := first+1, w.run(g, keep)
			for at++; at < len(w.wanted) && w.wanted[at] == last && last-first < longest && last != w.first[g]; at++ {
				last++
			}
			w.compare(g, p, first, last, keep)
		}
	}
}

// reach returns a number that no square is above which a row of the block
// wants.
func (w *sweeper) reach(keep keeper) float64 {
	most := -1.0
	for s := range w.rowsOf {
		most = max(most, w.limit(s, keep))
	}
	return ceiling(most)
}

// limit returns how far rows may be that a slot wants.
func (w *sweeper) limit(slot int, keep keeper) float64 {
	if w.sieving {
		return w.sieve.slots[slot].length
	}
	return keep.limit(slot).length
}

// run returns how many panels six rows may meet with the bounds they have: as
// many as they have seen, since bounds fall about as their number rises, and
// one as long as some row takes whatever it meets.
func (w *sweeper) run(g int, keep keeper) int {
	for s := g * batch; s < min(len(w.rowsOf), (g+1)*batch); s++ {
		if math.IsInf(w.limit(s, keep), 1) {
			return 1
		}
	}
	return min(w.seen[g], stride)
}

// within returns the bound on the sums of what a slot wants.
func (w *sweeper) within(slot int, keep keeper) float32 {
	if w.sieving {
		return w.sieve.slots[slot].bound
	}
	return w.bound(w.lowest+slot, keep.limit(slot).length)
}

// compare takes six rows past the panels lo to hi.
func (w *sweeper) compare(g int, p part, lo, hi int, keep keeper) {
	begin, end := g*batch, min(len(w.rowsOf), (g+1)*batch)
	var bounds [batch]float32
	idle := true
	for q := range bounds {
		bounds[q] = float32(math.Inf(-1))
		if s := begin + q; s < end {
			bounds[q] = w.within(s, keep)
			idle = idle && math.IsInf(float64(bounds[q]), -1)
		}
	}
	if idle {
		return
	}
	size := w.d * width
	simd.Below(w.masks, w.estimates, w.filter.panels[lo*size:hi*size], w.squares[lo*width:hi*width], w.columns[g*w.d*batch:(g+1)*w.d*batch], &bounds, w.d)
	for s := begin; s < end; s++ {
		if w.sieving {
			w.sift(s, s-begin, p.mixed || w.mixed, lo, hi, keep)
			continue
		}
		w.collect(s, s-begin, p.mixed || w.mixed, lo, hi, keep)
		w.offer(s, keep)
	}
	w.tested += (end - begin) * (hi - lo) * width
	w.seen[g] += hi - lo
}

// collect lists the rows that passed for a slot and that it admits.
func (w *sweeper) collect(slot, q int, mixed bool, lo, hi int, keep keeper) {
	w.found = w.found[:0]
	own := w.rowsOf[slot]
	for p := lo; p < hi; p++ {
		for mask := w.masks[(p-lo)*batch+q]; mask != 0; mask &= mask - 1 {
			j := w.row[p*width+bits.TrailingZeros64(mask)]
			if j != own && (!mixed || keep.admits(slot, j)) {
				w.found = append(w.found, j)
			}
		}
	}
}

// offer measures the rows found and hands them to the keeper.
func (w *sweeper) offer(slot int, keep keeper) {
	if len(w.found) == 0 {
		return
	}
	if cap(w.lengths) < len(w.found) {
		w.lengths = make([]float64, 2*len(w.found))
	}
	w.lengths = w.lengths[:len(w.found)]
	lengths(w.lengths, w.x, w.x.RawRowView(int(w.rowsOf[slot])), w.found)
	limit := keep.limit(slot).length
	for at, j := range w.found {
		if w.lengths[at] > limit {
			w.wasted++
		}
		keep.offer(slot, j, w.lengths[at])
	}
}
