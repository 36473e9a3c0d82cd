package rank

// mostCounted is the largest k whose ranks are counted. Beyond it, ordering
// whole rows takes less time than to count for each neighbour.
const mostCounted = 200

// A worker compares rows on one goroutine.
type worker struct {
	n, k         int
	data, placed *spaceSide
	pairs        []pair // of the row at hand
	visitor      visitor
}

func newWorker(data, placed space, n, k, batch int, v visitor) *worker {
	w := &worker{n: n, k: k, data: newSide(data, n, batch), placed: newSide(placed, n, batch), visitor: v}
	if k > mostCounted {
		w.data.order, w.placed.order = newRadixSort(n), newRadixSort(n)
	}
	return w
}

// compare shows the pairs of the rows to the visitor.
func (w *worker) compare(rows []int) error {
	if err := w.data.measure(rows); err != nil {
		return err
	}
	if err := w.placed.measure(rows); err != nil {
		return err
	}
	for t, i := range rows {
		w.pairs = w.pairs[:0]
		data, placed := w.data.rows[t], w.placed.rows[t]
		if w.k > mostCounted {
			w.compareByOrder(data, placed, i)
		} else {
			w.compareByCounts(data, placed)
		}
		w.visitor.visit(i, w.pairs)
	}
	return nil
}

// compareByCounts finds the k nearest in each space, and for those that only one of
// them has, the rank in the other.
func (w *worker) compareByCounts(data, placed []float64) {
	w.data.nearest(data, w.k)
	w.placed.nearest(placed, w.k)
	for _, j := range w.placed.near {
		if r := w.placed.rank[j]; int(r) <= w.k {
			w.pairs = append(w.pairs, pair{w.data.rankOf(data, j), r})
		}
	}
	for _, j := range w.data.near {
		rho, r := w.data.rank[j], w.placed.rank[j]
		if int(rho) > w.k || r > 0 && int(r) <= w.k {
			continue // too far, or shown above
		}
		w.pairs = append(w.pairs, pair{rho, w.placed.rankOf(placed, j)})
	}
	w.data.clearRanks()
	w.placed.clearRanks()
}

// compareByOrder brings the whole rows into order.
func (w *worker) compareByOrder(data, placed []float64, self int) {
	w.data.order.ranks(w.data.rank, data[:w.n])
	w.placed.order.ranks(w.placed.rank, placed[:w.n])
	k := int32(w.k)
	placedRanks := w.placed.rank[:w.n]
	for j, rho := range w.data.rank[:w.n] {
		if r := placedRanks[j]; (rho <= k || r <= k) && j != self {
			w.pairs = append(w.pairs, pair{rho, r})
		}
	}
}
