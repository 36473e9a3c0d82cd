package neighbour

import (
	"context"
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/internal/memory"
)

// An Index answers which of its rows are nearest to a new row, exactly, in
// the order of lists: by distance, then by index. It is safe for concurrent
// use. Few new rows are best asked for one by one, from an Index; many at once
// by Across.
type Index struct {
	x       *mat.Dense
	tree    *arrangement // nil if squares of distances may overflow
	walkers sync.Pool
}

// NewIndex builds an index of the rows of x, which it keeps and which must not
// change. Values must be finite. Time O(nd log n), memory O(nd).
func NewIndex(ctx context.Context, x *mat.Dense) (*Index, error) {
	n, _ := x.Dims()
	if err := numbered(n); err != nil {
		return nil, err
	}
	bounded, err := checkPoints(ctx, x)
	if err != nil {
		return nil, err
	}
	ix := &Index{x: x}
	if !bounded {
		return ix, nil
	}
	a, err := arrange(ctx, x, nil)
	if err != nil {
		return nil, err
	}
	if _, err := a.pack(ctx); err != nil {
		return nil, err
	}
	ix.tree = a
	ix.walkers.New = func() any {
		return &asked{walker: walker{arrangement: a, panels: a.panels}}
	}
	return ix, nil
}

// asked is the workspace of a question.
type asked struct {
	walker
	lists
}

// Len returns how many rows it has.
func (ix *Index) Len() int { n, _ := ix.x.Dims(); return n }

// Query returns the k rows nearest to row, all if there are not that many, in
// order, in the space of dst: Key and Length are their distances. row must
// have the columns of the index, and finite values. It visits few of the rows
// where columns are few, and all of them, in time O(nd), in the worst case.
func (ix *Index) Query(dst []Candidate, row []float64, k int) ([]Candidate, error) {
	n, d := ix.x.Dims()
	if k < 1 || len(row) != d {
		return nil, &engine.Error{Cause: fmt.Sprintf("cannot find the %d rows nearest to one of %d values among %d rows of %d", k, len(row), n, d), Remedy: "ask for one row or more, by a value for each column"}
	}
	bounded := ix.tree != nil
	if err := check.NewRow(row); err != nil {
		return nil, err
	}
	for _, v := range row {
		bounded = bounded && math.Abs(v) <= spread
	}
	k = min(k, n)
	if !bounded {
		return ix.compare(dst, row, k), nil
	}
	w := ix.walkers.Get().(*asked)
	defer ix.walkers.Put(w)
	if w.k != k {
		w.lists = lists{k: k}
	}
	w.begin([]int32{-1})
	for _, p := range ix.tree.parts {
		w.walk(p, 0, row, -1, -1, &w.lists)
	}
	return candidates(dst, w.heaps[0]), nil
}

// compare answers by all rows.
func (ix *Index) compare(dst []Candidate, row []float64, k int) []Candidate {
	list := make(shortlist, 0, k)
	for j := range ix.Len() {
		list.offer(nearby{distance(row, ix.x.RawRowView(j)), int32(j)})
	}
	return candidates(dst, list)
}

func candidates(dst []Candidate, list shortlist) []Candidate {
	list.sort()
	dst = dst[:0]
	for _, c := range list {
		dst = append(dst, Candidate{Key: c.e, Index: c.j, Length: c.e})
	}
	return dst
}

// Across returns, for each row of from, the k nearest rows of to, exactly and
// in the order of lists. Both have the same columns, and finite values. Time
// O(nmd) at most for n and m rows, memory O(nk + (n + m)d).
func Across(ctx context.Context, from, to *mat.Dense, k int) (*engine.Neighbours, error) {
	m, d := from.Dims()
	n, columns := to.Dims()
	if d != columns {
		return nil, &engine.Error{Cause: fmt.Sprintf("rows of %d values have no distance to rows of %d", d, columns), Remedy: "give both the same columns"}
	}
	if err := Check(k, n+1); err != nil {
		return nil, err
	}
	if err := numbered(m + n); err != nil {
		return nil, err
	}
	if err := memory.Need(8*uint64(n+m)*uint64(d), fmt.Sprintf("a table of %d rows", n+m), "take fewer rows"); err != nil {
		return nil, err
	}
	both, of := mat.NewDense(n+m, d, nil), make([]int32, n+m)
	both.Slice(0, n, 0, d).(*mat.Dense).Copy(to)
	both.Slice(n, n+m, 0, d).(*mat.Dense).Copy(from)
	for i := range m {
		of[n+i] = 1
	}
	bounded, err := checkPoints(ctx, both)
	if err != nil {
		return nil, err
	}
	nb, err := NewLists(m, k)
	if err != nil {
		return nil, err
	}
	if !bounded {
		return nb, acrossRows(ctx, nb, from, to)
	}
	s, err := prepare(ctx, both, of, k)
	if err != nil {
		return nil, err
	}
	s.only = func(row int32) bool { return of[row] == 1 || n < width }
	return nb, each(ctx, s, "neighbours", func() *lists { return &lists{k: k, of: of} }, func(l *lists, rows []int32) error {
		for slot, i := range rows {
			if int(i) >= n {
				l.put(nb, slot, int(i)-n)
			}
		}
		return nil
	})
}
