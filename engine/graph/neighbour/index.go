package neighbour

import (
	"context"
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/codec"
	"unfold/engine/remedy"
)

// An Index answers which of its rows are nearest to a new row, exactly, in
// the order of lists: by distance, then by index. It is safe for concurrent
// use.
type Index struct {
	x       *mat.Dense
	tree    *kdTree // nil if squares of distances may overflow
	walkers sync.Pool
}

// NewIndex builds an index of the rows of x, which it keeps and which must not
// change. Values must be finite. Time O(nd log n), memory O(nd).
func NewIndex(ctx context.Context, x *mat.Dense) (*Index, error) {
	ix := &Index{x: x}
	if err := ix.arrange(ctx); err != nil {
		return nil, err
	}
	return ix, nil
}

// arrange builds the tree of the rows.
func (ix *Index) arrange(ctx context.Context) error {
	if err := checkCount(ix.Len()); err != nil {
		return err
	}
	bounded, err := checkPoints(ctx, ix.x)
	if err != nil || !bounded {
		return err
	}
	a, err := buildKDTree(ctx, ix.x, nil)
	if err != nil {
		return err
	}
	if _, err := a.packPanels(ctx); err != nil {
		return err
	}
	ix.tree = a
	ix.walkers.New = func() any {
		return &query{walker: walker{kdTree: a, panels: a.panels}}
	}
	return nil
}

// Fields tells the rows; how they are arranged is found again.
func (ix *Index) Fields(f *codec.Fields) {
	f.Matrix("rows", &ix.x)
	if !f.Good() {
		return
	}
	n, d := ix.x.Dims()
	f.Check(d == f.Columns(), "rows of %d columns for %d", d, f.Columns())
	if f.Holds(n); f.Reading() {
		err := ix.arrange(context.Background())
		f.Check(err == nil, "%v", err)
	}
}

// query is the workspace of a question.
type query struct {
	walker
	listCollector
}

// Len returns how many rows it has.
func (ix *Index) Len() int {
	if ix.x == nil {
		return 0 // that of no rows, as it is while it is read
	}
	n, _ := ix.x.Dims()
	return n
}

// Rows returns the rows, which must not change.
func (ix *Index) Rows() *mat.Dense { return ix.x }

// Query returns the k rows nearest to row, all if there are not that many, in
// order, in the space of dst: Key and Length are their distances. row must
// have the columns of the index, and finite values. It visits few of the rows
// where columns are few, and all of them, in time O(nd), in the worst case.
func (ix *Index) Query(dst []Candidate, row []float64, k int) ([]Candidate, error) {
	n, d := ix.x.Dims()
	if k < 1 || len(row) != d {
		return nil, &engine.Error{Cause: fmt.Sprintf("cannot find the %d rows nearest to one of %d values among %d rows of %d", k, len(row), n, d), Remedy: remedy.Say("ask for one row or more, by a value for each column")}
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
		return ix.queryAllRows(dst, row, k), nil
	}
	w := ix.walkers.Get().(*query)
	defer ix.walkers.Put(w)
	if w.k != k {
		w.listCollector = listCollector{k: k}
	}
	w.reset([]int32{-1})
	for _, p := range ix.tree.subtrees {
		w.walk(p, 0, row, -1, -1, &w.listCollector)
	}
	return drainHeap(dst, w.heaps[0]), nil
}

// queryAllRows answers by all rows.
func (ix *Index) queryAllRows(dst []Candidate, row []float64, k int) []Candidate {
	list := make(nearestHeap, 0, k)
	for j := range ix.Len() {
		list.offer(nearby{distance(row, ix.x.RawRowView(j)), int32(j)})
	}
	return drainHeap(dst, list)
}
