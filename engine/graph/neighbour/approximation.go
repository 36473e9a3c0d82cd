package neighbour

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/remedy"
)

// An approximation are lists that get better: the nearest of all rows that a
// row has been compared with. They begin with the rows of the same leaf of
// random projection trees, whose leaves are swept as other panels are, and go
// on by descent: a neighbour of a neighbour is likely a neighbour (Dong, Moses,
// Li 2011, doi:10.1145/1963405.1963487).
//
// A list is the k least of all rows offered, in a total order, whoever offers
// them when: so the lists do not depend on how goroutines take turns.
type approximation struct {
	x        *mat.Dense
	n, k     int
	heaps    []nearestHeap   // by row
	radius   []atomic.Uint64 // by row: bits of the length that a new row has to be below
	locks    [1 << 10]sync.Mutex
	trees    int      // so far
	previous []nearby // the lists that descent began its last round with, each by row number
}

func newApproximation(x *mat.Dense, k int) *approximation {
	n, _ := x.Dims()
	return &approximation{x: x, n: n, k: k}
}

// improve compares rows until the recall is what it must be, or further
// rounds are of no use, and returns the recall.
func (a *approximation) improve(ctx context.Context) (recall float64, err error) {
	const rounds, treesEach = 4, 4
	if err := memory.Claim(ctx, uint64(a.n)*uint64(56*a.k+560), fmt.Sprintf("approximate lists of %d neighbours of %d rows", a.k, a.n), remedy.Reduce("k").Or(remedy.FewerRows())); err != nil {
		return 0, err
	}
	a.heaps, a.radius = make([]nearestHeap, a.n), make([]atomic.Uint64, a.n)
	room := make([]nearby, a.n*a.k)
	for i := range a.heaps {
		a.heaps[i] = room[i*a.k : i*a.k : (i+1)*a.k]
		a.radius[i].Store(math.Float64bits(math.Inf(1)))
	}
	check, err := newRecallCheck(parallel.Part(ctx, 0, 0.1), a.x, a.k)
	if err != nil {
		return 0, err
	}
	for r := range rounds {
		part := parallel.Part(ctx, 0.1+float64(0.9*float64(r)/rounds), 0.1+float64(0.9*float64(r+1)/rounds))
		for t := range treesEach {
			if err := a.growTree(parallel.Part(part, float64(t)/(treesEach+2), float64(t+1)/(treesEach+2))); err != nil {
				return 0, err
			}
		}
		if err := a.descend(parallel.Part(part, treesEach/(treesEach+2.0), 1)); err != nil {
			return 0, err
		}
		if recall = check.recall(a); recall >= minRecall {
			break
		}
	}
	return recall, nil
}

// offer compares row i with a row at length e.
func (a *approximation) offer(i, j int32, e float64) {
	if e > math.Float64frombits(a.radius[i].Load()) {
		return
	}
	guard := &a.locks[int(i)%len(a.locks)]
	guard.Lock()
	defer guard.Unlock()
	h := &a.heaps[i]
	for _, c := range *h {
		if c.j == j {
			return
		}
	}
	h.offer(nearby{e, j})
	a.radius[i].Store(math.Float64bits(h.limit().length))
}

// growTree grows a random projection tree and compares the rows of each leaf.
func (a *approximation) growTree(ctx context.Context) error {
	leaf, err := projectionTree(ctx, a.x, random.New(a.trees, "random projection tree"))
	if err != nil {
		return err
	}
	a.trees++
	grown, err := buildKDTree(ctx, a.x, leaf)
	if err != nil {
		return err
	}
	s := &search{kdTree: grown}
	if err := s.preparePanels(ctx, true); err != nil {
		return err
	}
	return searchAll(ctx, s, "neighbours", func() *leafCollector { return &leafCollector{approximation: a, leaf: leaf} },
		func(*leafCollector, []int32) error { return nil })
}

// leafCollector is the collector of a comparison inside the leaves of a tree.
type leafCollector struct {
	*approximation
	leaf []int32
	rows []int32
}

func (l *leafCollector) reset(rows []int32) { l.rows = rows }

func (l *leafCollector) limit(slot int) limit {
	return within(math.Float64frombits(l.radius[l.rows[slot]].Load()))
}

func (l *leafCollector) admits(slot int, j int32) bool { return l.leaf[l.rows[slot]] == l.leaf[j] }

func (l *leafCollector) offer(slot int, j int32, e float64) {
	l.approximation.offer(l.rows[slot], j, e)
}

// lists returns what the lists hold, in order.
func (a *approximation) lists(ctx context.Context) (*engine.Neighbours, error) {
	nb, err := NewLists(ctx, a.n, a.k)
	if err != nil {
		return nil, err
	}
	err = parallel.For(ctx, a.n, 1<<10, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			index, length := nb.Of(i)
			h := slices.Clone(a.heaps[i])
			slices.SortFunc(h, func(a, b nearby) int { return cmp.Or(cmp.Compare(a.e, b.e), cmp.Compare(a.j, b.j)) })
			for r, c := range h {
				index[r], length[r] = c.j, c.e
			}
		}
	})
	return nb, err
}
