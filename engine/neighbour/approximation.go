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
	x      *mat.Dense
	n, k   int
	heaps  []shortlist     // by row
	reach  []atomic.Uint64 // by row: bits of the length that a new row has to be below
	guards [1 << 10]sync.Mutex
	trees  int      // so far
	before []nearby // the lists that descent began its last round with, each by row number
}

func newApproximation(x *mat.Dense, k int) *approximation {
	n, _ := x.Dims()
	return &approximation{x: x, n: n, k: k}
}

// improve compares rows until the recall is what it must be, or further
// rounds are of no use, and returns the recall.
func (a *approximation) improve(ctx context.Context) (recall float64, err error) {
	const rounds, treesEach = 4, 4
	if err := memory.Need(uint64(a.n)*uint64(56*a.k+560), fmt.Sprintf("approximate lists of %d neighbours of %d rows", a.k, a.n), "lower k, or take fewer rows"); err != nil {
		return 0, err
	}
	a.heaps, a.reach = make([]shortlist, a.n), make([]atomic.Uint64, a.n)
	room := make([]nearby, a.n*a.k)
	for i := range a.heaps {
		a.heaps[i] = room[i*a.k : i*a.k : (i+1)*a.k]
		a.reach[i].Store(math.Float64bits(math.Inf(1)))
	}
	exam, err := newExam(parallel.Part(ctx, 0, 0.1), a.x, a.k)
	if err != nil {
		return 0, err
	}
	for r := range rounds {
		part := parallel.Part(ctx, 0.1+float64(0.9*float64(r)/rounds), 0.1+float64(0.9*float64(r+1)/rounds))
		for t := range treesEach {
			if err := a.plant(parallel.Part(part, float64(t)/(treesEach+2), float64(t+1)/(treesEach+2))); err != nil {
				return 0, err
			}
		}
		if err := a.descend(parallel.Part(part, treesEach/(treesEach+2.0), 1)); err != nil {
			return 0, err
		}
		if recall = exam.recall(a); recall >= least {
			break
		}
	}
	return recall, nil
}

// offer compares row i with a row at length e.
func (a *approximation) offer(i, j int32, e float64) {
	if e > math.Float64frombits(a.reach[i].Load()) {
		return
	}
	guard := &a.guards[int(i)%len(a.guards)]
	guard.Lock()
	defer guard.Unlock()
	h := &a.heaps[i]
	for _, c := range *h {
		if c.j == j {
			return
		}
	}
	h.offer(nearby{e, j})
	a.reach[i].Store(math.Float64bits(h.limit().length))
}

// plant grows a random projection tree and compares the rows of each leaf.
func (a *approximation) plant(ctx context.Context) error {
	leaf, err := project(ctx, a.x, random.New(a.trees, "random projection tree"))
	if err != nil {
		return err
	}
	a.trees++
	grown, err := arrange(ctx, a.x, leaf)
	if err != nil {
		return err
	}
	s := &search{arrangement: grown}
	if err := s.ready(ctx, true); err != nil {
		return err
	}
	return each(ctx, s, "neighbours", func() *leaves { return &leaves{approximation: a, leaf: leaf} },
		func(*leaves, []int32) error { return nil })
}

// leaves is the keeper of a comparison inside the leaves of a tree.
type leaves struct {
	*approximation
	leaf []int32
	rows []int32
}

func (l *leaves) begin(rows []int32) { l.rows = rows }

func (l *leaves) limit(slot int) limit {
	return within(math.Float64frombits(l.reach[l.rows[slot]].Load()))
}

func (l *leaves) admits(slot int, j int32) bool { return l.leaf[l.rows[slot]] == l.leaf[j] }

func (l *leaves) offer(slot int, j int32, e float64) { l.approximation.offer(l.rows[slot], j, e) }

// lists returns what the lists hold, in order.
func (a *approximation) lists(ctx context.Context) (*engine.Neighbours, error) {
	nb, err := NewLists(a.n, a.k)
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

// An exam has the exact lists of some rows.
type exam struct {
	k    int
	rows []int32
	last []float64 // by row of rows, the distance of its k-th neighbour
}

// newExam finds the exact lists of 1000 rows.
func newExam(ctx context.Context, x *mat.Dense, k int) (*exam, error) {
	const size = 1000
	n, _ := x.Dims()
	of, drawn := make([]int32, n), random.New(0, "recall").Permutation(n)[:size]
	for _, i := range drawn {
		of[i] = 1
	}
	a, err := arrange(ctx, x, of)
	if err != nil {
		return nil, err
	}
	s := &search{arrangement: a, only: func(row int32) bool { return of[row] == 1 }}
	if err := s.ready(ctx, true); err != nil {
		return nil, err
	}
	e := &exam{k: k}
	var mu sync.Mutex
	err = each(ctx, s, "neighbours", func() *lists { return &lists{k: k} }, func(l *lists, rows []int32) error {
		mu.Lock()
		defer mu.Unlock()
		for slot, i := range rows {
			e.rows, e.last = append(e.rows, i), append(e.last, l.limit(slot).length)
		}
		return nil
	})
	return e, err
}

// recall returns the share of the exact lists' rows that are no farther than
// the last of an approximate list's: a row at the same distance is as good.
func (e *exam) recall(a *approximation) float64 {
	found := 0
	for at, i := range e.rows {
		for _, c := range a.heaps[i] {
			if c.e <= e.last[at] {
				found++
			}
		}
	}
	return float64(found) / float64(e.k*len(e.rows))
}
