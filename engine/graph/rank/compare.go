package rank

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sync"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

// Compare compares, for neighbourhoods of 1 to k rows, the ranks that pairs
// have in the data with those they have where the rows were placed. Pairs are
// made of the rows listed, all of them if the list is nil, with all others.
// Measures and views call it, after Sample where there may be many rows.
//
// Distances that are engine.Pointed are compared by the squares of their
// distances, which tells more pairs apart than the roots do.
//
// k must be from 1 to n−1, else the error names it. It fails, with an
// *engine.Error, where the two do not have as many rows, where a distance is not
// finite, and where memory will not do. Time O(n) for a row and each of the d columns and, for each
// neighbour that the spaces do not share, O(n) for its count; where k is large,
// O(n) for a row's order instead. Memory O(nd + k), and per processor O(n).
func Compare(ctx context.Context, data, placed engine.Distances, k int, rows []int) (*Agreement, error) {
	var parts visitors[*sums]
	n := data.Len()
	count, err := visitPairs(ctx, data, placed, k, rows, func() visitor { return parts.add(newSums(k)) })
	if err != nil {
		return nil, err
	}
	all := newSums(k)
	for _, s := range parts.list {
		all.merge(s)
	}
	return all.agreement(n, count), nil
}

// A pair is the ranks of a row seen from another: ρ in the data, r where the
// rows were placed.
type pair struct{ data, placed int32 }

// A visitor is shown the pairs of each row that are of rank k or less in
// either space.
type visitor interface{ visit(row int, pairs []pair) }

// visitors are the visitors of all goroutines.
type visitors[V visitor] struct {
	mu   sync.Mutex
	list []V
}

func (g *visitors[V]) add(v V) V {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.list = append(g.list, v)
	return v
}

// visitPairs shows the pairs of the listed rows to visitors, one a goroutine, and
// returns how many rows there were.
func visitPairs(ctx context.Context, data, placed engine.Distances, k int, rows []int, fresh func() visitor) (int, error) {
	n := data.Len()
	if m := placed.Len(); m != n {
		return 0, &engine.Error{Cause: fmt.Sprintf("the data have %d rows, but %d were placed", n, m), Remedy: remedy.Say("give the data that were placed, row by row")}
	}
	if n > math.MaxInt32 {
		return 0, &engine.Error{Cause: fmt.Sprintf("%d rows are more than can be ranked, %d", n, math.MaxInt32), Remedy: remedy.FewerRows()}
	}
	if k < 1 || k >= n {
		return 0, &engine.Error{Param: "k", Cause: fmt.Sprintf("k = %d must be from 1 to %d, below the %d rows", k, n-1, n), Remedy: remedy.Set("k")}
	}
	batch := batchSize(n)
	if err := memory.Claim(ctx, compareBytes(data, placed, k, batch), "ranking the rows", remedy.FewerRows()); err != nil {
		return 0, err
	}
	from, err := spaceOf(data)
	if err != nil {
		return 0, err
	}
	to, err := spaceOf(placed)
	if err != nil {
		return 0, err
	}
	if rows == nil {
		rows = make([]int, n)
		for i := range rows {
			rows[i] = i
		}
	}
	done := parallel.Count(ctx, "ranks", len(rows))
	work := func() *worker { return newWorker(from, to, n, k, batch, fresh()) }
	err = parallel.Try(ctx, len(rows), batch, work, func(w *worker, lo, hi int) error {
		err := w.compare(rows[lo:hi])
		done.Add(hi - lo)
		return err
	})
	return len(rows), err
}

// compareBytes is what the comparison takes, about: points by column, and on each
// goroutine rows of distances with what ranks them.
func compareBytes(data, placed engine.Distances, k, batch int) uint64 {
	n := uint64(data.Len())
	own := 16*uint64(batch) + 16
	if k > mostCounted {
		own += 40
	}
	return n * (8*uint64(width(data)+width(placed)) + uint64(runtime.GOMAXPROCS(0))*own)
}

// batchSize is how many rows a goroutine measures together, so that columns
// which have reached its cache serve them all.
func batchSize(n int) int {
	const most, numbers = 8, 1 << 20 // 8 MB of distances in each space
	return max(1, min(most, numbers/n))
}
