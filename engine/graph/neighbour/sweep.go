package neighbour

import (
	"context"
	"math"
	"math/bits"

	"unfold/engine/internal/simd"
)

const (
	batch      = simd.BelowRows // rows that meet a panel together
	mostPanels = 16             // panels a call, after which bounds are drawn in
	chunkBytes = 1 << 19        // bytes of panels that all rows of a block meet together
)

// A sweeper takes a block of rows past all panels. Each goroutine has one.
type sweeper struct {
	*filter
	rowsOf       []int32   // of the block
	start        int       // position of its first row
	columns      []float32 // of its rows, by batches
	from         []float64 // lowest and
	to           []float64 // highest values of its rows
	masks        []uint64  // who passed,
	estimates    []float32 // and the sums of all (simd.Below)
	prefilter    prefilter
	prefiltering bool           // whether what passes goes through it
	panel        []float64      // one panel, as it is measured,
	packed       int            // which
	sums         [width]float64 // and its sums
	found        []int32
	lengths      []float64
	firstPanel   []int // by batch: the panel of a subtree that it saw first
	panelsSeen   []int // by batch: how many panels of the subtree it saw
	wanted       []int // panels of a chunk
	mixed        bool  // whether the block's rows are of several groups
	tested       int   // pairs
	wasted       int   // of them measured for nothing
}

// sweep offers the collector what it wants for the rows of a block. It reports
// false if the filter lets so much pass for nothing that walking is faster, as
// it does where clusters are tighter than the rounding of float32 between them.
func (w *sweeper) sweep(ctx context.Context, own int, rows []int32, lowest int, collect collector) (bool, error) {
	w.mixed = w.subtrees[own].mixed
	w.loadRows(rows, lowest)
	w.prefiltering = w.startPrefilter(collect)
	for at := range len(w.subtrees) {
		p := w.subtrees[(own+at)%len(w.subtrees)]
		if !p.mixed && !w.mixed && !collect.admits(0, w.row[p.start()]) {
			continue
		}
		if at > 0 && w.minSquare(p.root, w.from, w.to) > w.maxSquare(collect) {
			continue
		}
		w.sweepFirstPanels(p, at == 0, collect)
		if useful, err := w.sweepSubtree(ctx, p, collect); !useful {
			return false, err
		}
	}
	if w.prefiltering {
		for s := range rows {
			w.dropFar(s)
			w.measurePending(s, collect)
		}
	}
	return true, nil
}

// sweepSubtree takes the block past the panels of a subtree, chunk by chunk: the
// half of every subtree first that holds the panel seen before, so that bounds
// soon are close. It reports whether the filter is of use.
func (w *sweeper) sweepSubtree(ctx context.Context, p subtree, collect collector) (useful bool, err error) {
	size := max(2, chunkBytes/(4*w.d*width))
	chunks := (p.panels + size - 1) / size
	near := (w.firstPanel[0] - p.first) / size
	for step := range 1 << bits.Len(uint(chunks-1)) {
		at := near ^ step
		if at >= chunks {
			continue
		}
		if err := ctx.Err(); err != nil {
			return false, err
		}
		w.sweepChunk(p, p.first+at*size, p.first+min((at+1)*size, p.panels), collect)
		if w.wasted > w.tested/8 && w.tested > 1<<14 {
			return false, nil
		}
	}
	return true, nil
}

// loadRows prepares the block's rows.
func (w *sweeper) loadRows(rows []int32, lowest int) {
	w.rowsOf, w.start, w.tested, w.wasted = rows, lowest, 0, 0
	batches := (len(rows) + batch - 1) / batch
	size := w.d * batch
	if len(w.columns) < batches*size {
		w.columns, w.firstPanel, w.panelsSeen = make([]float32, batches*size), make([]int, batches), make([]int, batches)
		w.masks, w.estimates = make([]uint64, mostPanels*batch), make([]float32, mostPanels*batch*width)
		w.from, w.to = make([]float64, w.d), make([]float64, w.d)
		w.panel, w.packed = make([]float64, size/batch*width), -1
	}
	for g := range batches {
		w.filter.packRows(w.columns[g*size:(g+1)*size], lowest+g*batch, min(batch, len(rows)-g*batch))
	}
	copy(w.from, w.x.RawRowView(int(rows[0])))
	copy(w.to, w.from)
	for _, i := range rows {
		for c, v := range w.x.RawRowView(int(i)) {
			w.from[c], w.to[c] = min(w.from[c], v), max(w.to[c], v)
		}
	}
}

// sweepFirstPanels lets every batch see the panel of a subtree that they lie in or near,
// so that the rest of it is met with a bound that leaves out nearly all. All
// pairs are measured.
func (w *sweeper) sweepFirstPanels(p subtree, own bool, collect collector) {
	for g := range (len(w.rowsOf) + batch - 1) / batch {
		panel := (w.start + g*batch) / width
		if !own {
			panel = w.nearestPanel(p, w.x.RawRowView(int(w.rowsOf[g*batch])))
		}
		w.firstPanel[g], w.panelsSeen[g] = panel, 1
		if w.prefiltering {
			w.comparePanels(g, p, panel, panel+1, collect)
			continue
		}
		if w.packed != panel {
			packPanel(w.panel, w.x, w.row[panel*width:(panel+1)*width])
			w.packed = panel
		}
		for s := g * batch; s < min(len(w.rowsOf), (g+1)*batch); s++ {
			w.offerPanel(s, panel, p.mixed || w.mixed, collect)
		}
	}
	w.tested, w.wasted = 0, 0
}

// offerPanel offers the rows of the packed panel.
func (w *sweeper) offerPanel(slot, panel int, mixed bool, collect collector) {
	i, most := w.rowsOf[slot], ceiling(collect.limit(slot).length)
	mask := simd.PanelSquares(&w.sums, w.panel, w.x.RawRowView(int(i)), most)
	for ; mask != 0; mask &= mask - 1 {
		b := bits.TrailingZeros64(mask)
		if j := w.row[panel*width+b]; j != i && (!mixed || collect.admits(slot, j)) {
			collect.offer(slot, j, math.Sqrt(w.sums[b]))
		}
	}
}

// nearestPanel descends to a panel of a subtree near to x.
func (w *sweeper) nearestPanel(p subtree, x []float64) int {
	node, first, panels := p.root, p.first, p.panels
	for panels > 1 {
		left := panels / 2
		if w.minSquare(node+1, x, x) <= w.minSquare(node+2*left, x, x) {
			node, panels = node+1, left
		} else {
			node, first, panels = node+2*left, first+left, panels-left
		}
	}
	return first
}

// sweepChunk takes all rows of the block past panels lo to hi of a subtree, as far as
// their boxes are near enough to the block.
func (w *sweeper) sweepChunk(p subtree, lo, hi int, collect collector) {
	most := w.maxSquare(collect)
	w.wanted = w.wanted[:0]
	for panel := lo; panel < hi; panel++ {
		if w.minSquare(int(w.leaf[panel]), w.from, w.to) <= most {
			w.wanted = append(w.wanted, panel)
		}
	}
	for g := range (len(w.rowsOf) + batch - 1) / batch {
		for at := 0; at < len(w.wanted); {
			first := w.wanted[at]
			if first == w.firstPanel[g] {
				at++
				continue
			}
			last, longest := first+1, w.panelsPerCall(g, collect)
			for at++; at < len(w.wanted) && w.wanted[at] == last && last-first < longest && last != w.firstPanel[g]; at++ {
				last++
			}
			w.comparePanels(g, p, first, last, collect)
		}
	}
}

// maxSquare returns a number that no square is above which a row of the block
// wants.
func (w *sweeper) maxSquare(collect collector) float64 {
	most := -1.0
	for s := range w.rowsOf {
		most = max(most, w.radius(s, collect))
	}
	return ceiling(most)
}

// radius returns how far rows may be that a slot wants.
func (w *sweeper) radius(slot int, collect collector) float64 {
	if w.prefiltering {
		return w.prefilter.slots[slot].length
	}
	return collect.limit(slot).length
}

// panelsPerCall returns how many panels six rows may meet with the bounds they have: as
// many as they have seen, since bounds fall about as their number rises, and
// one as long as some row takes whatever it meets.
func (w *sweeper) panelsPerCall(g int, collect collector) int {
	for s := g * batch; s < min(len(w.rowsOf), (g+1)*batch); s++ {
		if math.IsInf(w.radius(s, collect), 1) {
			return 1
		}
	}
	return min(w.panelsSeen[g], mostPanels)
}

// bound32 returns the bound on the sums of what a slot wants.
func (w *sweeper) bound32(slot int, collect collector) float32 {
	if w.prefiltering {
		return w.prefilter.slots[slot].bound
	}
	return w.bound(w.start+slot, collect.limit(slot).length)
}

// comparePanels takes six rows past the panels lo to hi.
func (w *sweeper) comparePanels(g int, p subtree, lo, hi int, collect collector) {
	begin, end := g*batch, min(len(w.rowsOf), (g+1)*batch)
	var bounds [batch]float32
	idle := true
	for q := range bounds {
		bounds[q] = float32(math.Inf(-1))
		if s := begin + q; s < end {
			bounds[q] = w.bound32(s, collect)
			idle = idle && math.IsInf(float64(bounds[q]), -1)
		}
	}
	if idle {
		return
	}
	size := w.d * width
	simd.Below(w.masks, w.estimates, w.filter.panels[lo*size:hi*size], w.squares[lo*width:hi*width], w.columns[g*w.d*batch:(g+1)*w.d*batch], &bounds, w.d)
	for s := begin; s < end; s++ {
		if w.prefiltering {
			w.addPassed(s, s-begin, p.mixed || w.mixed, lo, hi, collect)
			continue
		}
		w.listPassed(s, s-begin, p.mixed || w.mixed, lo, hi, collect)
		w.offerFound(s, collect)
	}
	w.tested += (end - begin) * (hi - lo) * width
	w.panelsSeen[g] += hi - lo
}

// listPassed lists the rows that passed for a slot and that it admits.
func (w *sweeper) listPassed(slot, q int, mixed bool, lo, hi int, collect collector) {
	w.found = w.found[:0]
	own := w.rowsOf[slot]
	for p := lo; p < hi; p++ {
		for mask := w.masks[(p-lo)*batch+q]; mask != 0; mask &= mask - 1 {
			j := w.row[p*width+bits.TrailingZeros64(mask)]
			if j != own && (!mixed || collect.admits(slot, j)) {
				w.found = append(w.found, j)
			}
		}
	}
}

// offerFound measures the rows found and hands them to the collector.
func (w *sweeper) offerFound(slot int, collect collector) {
	if len(w.found) == 0 {
		return
	}
	if cap(w.lengths) < len(w.found) {
		w.lengths = make([]float64, 2*len(w.found))
	}
	w.lengths = w.lengths[:len(w.found)]
	lengths(w.lengths, w.x, w.x.RawRowView(int(w.rowsOf[slot])), w.found)
	limit := collect.limit(slot).length
	for at, j := range w.found {
		if w.lengths[at] > limit {
			w.wasted++
		}
		collect.offer(slot, j, w.lengths[at])
	}
}
