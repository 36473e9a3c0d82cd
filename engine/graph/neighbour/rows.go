package neighbour

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/selection"
	"unfold/engine/internal/simd"
)

// nearestByRows compares all rows of dissimilarities.
func nearestByRows(ctx context.Context, d engine.Distances, k int) (*engine.Neighbours, error) {
	n := d.Len()
	nb, err := NewLists(ctx, n, k)
	if err != nil {
		return nil, err
	}
	breaker, _ := d.(engine.TieBreaker)
	count := parallel.Count(ctx, "neighbours", n)
	err = parallel.Try(ctx, n, parallel.Grain(n), func() *rowWorkspace { return newRowWorkspace(n, k) }, func(w *rowWorkspace, lo, hi int) error {
		for i := lo; i < hi; i++ {
			row, err := w.read(d, i)
			if err != nil {
				return err
			}
			if breaker == nil {
				w.listByValue(nb, row, i, i)
			} else {
				w.listWithTies(nb, row, i, breaker)
			}
		}
		count.Add(hi - lo)
		return nil
	})
	return nb, err
}

// rowWorkspace is the workspace of a goroutine.
type rowWorkspace struct {
	row, tie []float64
	all      []Candidate // the other rows, where there is a second key
	list     nearestHeap
}

func newRowWorkspace(n, k int) *rowWorkspace {
	return &rowWorkspace{row: make([]float64, n), list: make(nearestHeap, 0, k)}
}

// A Stored is a Distances that keeps its rows, and knows that they are finite
// and not negative. They are read in place, at the speed of memory.
type Stored interface {
	engine.Distances
	// Stored returns row i, which must not be changed.
	Stored(i int) []float64
}

// read returns row i, which it has looked over.
func (w *rowWorkspace) read(d engine.Distances, i int) ([]float64, error) {
	if s, ok := d.(Stored); ok {
		return s.Stored(i), nil
	}
	d.Row(w.row, i)
	return w.row, check.Dissimilarities(w.row, i)
}

// listByValue lists the least of a row as neighbours of row i, by their values
// alone, without entry own.
func (w *rowWorkspace) listByValue(nb *engine.Neighbours, row []float64, i, own int) {
	w.list = w.list[:0]
	var mask [8]uint64
	for lo, hi := 0, 0; lo < len(row); lo = hi {
		most := w.list.limit().length
		hi = min(lo+64*len(mask), len(row))
		if math.IsInf(most, 1) {
			hi = min(lo+64, len(row))
		}
		if simd.Within(mask[:(hi-lo+63)/64], row[lo:hi], most) == 0 {
			continue
		}
		for at, word := range mask[:(hi-lo+63)/64] {
			for ; word != 0; word &= word - 1 {
				if j := lo + 64*at + bits.TrailingZeros64(word); j != own {
					w.list.offer(nearby{row[j], int32(j)})
				}
			}
		}
	}
	w.list.sort()
	index, length := nb.Of(i)
	for r, c := range w.list {
		index[r], length[r] = c.j, c.e
	}
}

// listWithTies lists them by the second key, too.
func (w *rowWorkspace) listWithTies(nb *engine.Neighbours, row []float64, i int, breaker engine.TieBreaker) {
	tie := w.tieValues()
	breaker.Tie(tie, i)
	w.all = w.all[:0]
	for j, v := range row {
		if j != i {
			w.all = append(w.all, Candidate{Key: v, Tie: tie[j], Index: int32(j), Length: v})
		}
	}
	selection.Least(w.all, nb.K, Candidate.before)
	first := w.all[:nb.K]
	slices.SortFunc(first, Candidate.Compare)
	index, length := nb.Of(i)
	for r, c := range first {
		index[r], length[r] = c.Index, c.Length
	}
}

func (w *rowWorkspace) tieValues() []float64 {
	if w.tie == nil {
		w.tie = make([]float64, len(w.row))
	}
	return w.tie
}
