package neighbour

import (
	"context"

	"unfold/engine"
	"unfold/engine/memo"
)

// Lists tell how many rows each of them has room for.
type Lists interface{ Reach() int }

// AtLeast returns lists of at least k of n rows, 1 ≤ k < n, as find makes them,
// and keeps the longest of a key with the rows: exact lists begin with the shorter
// ones. The first are of k; when longer ones are asked for they grow to twice what
// they were, so that many values of k need few searches.
func AtLeast[L Lists](ctx context.Context, rows *memo.Rows, key any, n, k int, find func(ctx context.Context, k int) (L, error)) (L, error) {
	enough := func(lists L) bool { return lists.Reach() >= k }
	return engine.SharedWhere(ctx, rows, key, enough, func(ctx context.Context, old *L) (L, error) {
		if old == nil {
			return find(ctx, k)
		}
		return find(ctx, max(k, min(2*(*old).Reach(), n-1)))
	})
}

// listsKey names the exact lists of rows by their dissimilarities.
type listsKey struct{}

// FindShared is Find, by the dissimilarities d of a sample whose Pairs keep exact
// lists for whoever asks next: these begin with those for fewer neighbours, so one
// search serves several k. Lists that may be approximate, and those of a
// dissimilarity that keeps its own, are not kept.
func FindShared(ctx context.Context, pairs *memo.Rows, d engine.Distances, k int, mode Mode) (*engine.Neighbours, error) {
	_, finds := d.(Finder)
	_, keeps := d.(engine.Nearer)
	if keeps && !finds || !CertainlyExact(d, mode) {
		return Find(ctx, d, k, mode)
	}
	if err := Check(k, d.Len()); err != nil {
		return nil, err
	}
	lists, err := AtLeast(ctx, pairs, listsKey{}, d.Len(), k, func(ctx context.Context, k int) (Whole, error) {
		nb, err := Find(ctx, d, k, Exact)
		return Whole{nb}, err
	})
	if err != nil {
		return nil, err
	}
	return lists.First(k), nil
}

// Whole are lists of the nearest of all rows.
type Whole struct{ *engine.Neighbours }

// Reach returns K.
func (w Whole) Reach() int { return w.K }

// First returns the first k of each list.
func (w Whole) First(k int) *engine.Neighbours {
	if k == w.K {
		return w.Neighbours
	}
	n := len(w.Index) / w.K
	nb := &engine.Neighbours{K: k, Index: make([]int32, 0, n*k), Length: make([]float64, 0, n*k)}
	for i := range n {
		index, length := w.Of(i)
		nb.Index, nb.Length = append(nb.Index, index[:k]...), append(nb.Length, length[:k]...)
	}
	return nb
}

// CertainlyExact reports whether Find makes exact lists by d: only those begin
// with shorter ones.
func CertainlyExact(d engine.Distances, mode Mode) bool {
	if mode == Exact || d.Len() < fewest {
		return true
	}
	switch d := d.(type) {
	case engine.Nearer:
		return false // nobody knows
	case engine.Pointed:
		return mode == Auto && work(d.Points()) <= autoWork
	}
	return true
}
