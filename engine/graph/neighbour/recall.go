package neighbour

import (
	"context"
	"sync"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/random"
)

// An recallCheck has the exact lists of some rows.
type recallCheck struct {
	k      int
	rows   []int32
	radius []float64 // by row of rows, the distance of its k-th neighbour
}

// newRecallCheck finds the exact lists of 1000 rows.
func newRecallCheck(ctx context.Context, x *mat.Dense, k int) (*recallCheck, error) {
	const size = 1000
	n, _ := x.Dims()
	of, drawn := make([]int32, n), random.New(0, "recall").Permutation(n)[:size]
	for _, i := range drawn {
		of[i] = 1
	}
	a, err := buildKDTree(ctx, x, of)
	if err != nil {
		return nil, err
	}
	s := &search{kdTree: a, only: func(row int32) bool { return of[row] == 1 }}
	if err := s.preparePanels(ctx, true); err != nil {
		return nil, err
	}
	e := &recallCheck{k: k}
	var mu sync.Mutex
	err = searchAll(ctx, s, "neighbours", func() *listCollector { return &listCollector{k: k} }, func(l *listCollector, rows []int32) error {
		mu.Lock()
		defer mu.Unlock()
		for slot, i := range rows {
			e.rows, e.radius = append(e.rows, i), append(e.radius, l.limit(slot).length)
		}
		return nil
	})
	return e, err
}

// recall returns the share of the exact lists' rows that are no farther than
// the last of an approximate list's: a row at the same distance is as good.
func (e *recallCheck) recall(a *approximation) float64 {
	found := 0
	for at, i := range e.rows {
		for _, c := range a.heaps[i] {
			if c.e <= e.radius[at] {
				found++
			}
		}
	}
	return float64(found) / float64(e.k*len(e.rows))
}

// minRecall is the recall that approximate lists must have.
const minRecall = 0.95
