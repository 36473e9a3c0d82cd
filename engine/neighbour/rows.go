package neighbour

import (
	"context"
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/internal/parallel"
)

// nearestByRows compares all rows of dissimilarities.
func nearestByRows(ctx context.Context, d engine.Distances, k int) (*engine.Neighbours, error) {
	n := d.Len()
	nb, err := makeLists(n, k)
	if err != nil {
		return nil, err
	}
	breaker, _ := d.(engine.TieBreaker)
	count := parallel.Count(ctx, "neighbours", n)
	err = parallel.Try(ctx, n, grain(n), func() *scratch { return newScratch(n, k) }, func(w *scratch, lo, hi int) error {
		for i := lo; i < hi; i++ {
			d.Row(w.row, i)
			if err := checkRow(w.row, i); err != nil {
				return err
			}
			if breaker == nil {
				w.plain(nb, i, i)
			} else {
				w.tied(nb, i, breaker)
			}
		}
		count.Add(hi - lo)
		return nil
	})
	return nb, err
}

// scratch is the workspace of a goroutine.
type scratch struct {
	row, tie []float64
	best     nearest
	list     shortlist
}

func newScratch(n, k int) *scratch {
	return &scratch{row: make([]float64, n), best: make(nearest, 0, k), list: make(shortlist, 0, k)}
}

// plain lists the nearest rows as those of row i, by their dissimilarities
// alone, and without row own.
func (w *scratch) plain(nb *engine.Neighbours, i, own int) {
	w.list = w.list[:0]
	most := math.Inf(1)
	for j, v := range w.row {
		if v < most && j != own {
			w.list.offer(nearby{v, int32(j)}) // of equal ones the first is in already
			most = w.list.limit().length
		}
	}
	w.list.sort()
	index, length := nb.Of(i)
	for r, c := range w.list {
		index[r], length[r] = c.j, c.e
	}
}

// tied lists them by the second key, too.
func (w *scratch) tied(nb *engine.Neighbours, i int, breaker engine.TieBreaker) {
	tie := w.ties()
	breaker.Tie(tie, i)
	w.best.reset(nb.K)
	for j, v := range w.row {
		if j != i {
			w.best.offer(Candidate{Key: v, Tie: tie[j], Index: int32(j), Length: v})
		}
	}
	index, length := nb.Of(i)
	for r, c := range w.best.sorted() {
		index[r], length[r] = c.Index, c.Length
	}
}

func (w *scratch) ties() []float64 {
	if w.tie == nil {
		w.tie = make([]float64, len(w.row))
	}
	return w.tie
}

// checkRow refuses dissimilarities that have no order.
func checkRow(row []float64, i int) error {
	for j, v := range row {
		if !(v >= 0 && v <= math.MaxFloat64) {
			return &engine.Error{
				Cause:  fmt.Sprintf("dissimilarity of rows %d and %d is %v: values must be finite and not negative", i, j, v),
				Remedy: "put impute before it if cells are missing",
			}
		}
	}
	return nil
}

// grain is how many rows of n make a block of well below a tenth of a second.
func grain(n int) int { return max(1, min(64, 1<<18/max(1, n))) }
