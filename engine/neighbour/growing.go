package neighbour

import (
	"context"

	"unfold/engine"
)

// Growing are the longest lists that were asked for of some rows, for others
// that ask for fewer: exact lists begin with the shorter ones. It is safe for
// concurrent use.
type Growing[L Lists] struct {
	find  func(ctx context.Context, k int) (L, error)
	most  int
	turn  chan struct{} // holds a token while nobody uses lists
	lists L
	some  bool // whether there are any
}

// Lists tell how many rows each of them has room for.
type Lists interface{ Reach() int }

// NewGrowing returns lists of n rows that find makes, with none yet.
func NewGrowing[L Lists](n int, find func(ctx context.Context, k int) (L, error)) *Growing[L] {
	g := &Growing[L]{find: find, most: n - 1, turn: make(chan struct{}, 1)}
	g.turn <- struct{}{}
	return g
}

// AtLeast returns lists of at least k rows, 1 ≤ k < n. The first are of k; when
// longer ones are asked for they grow to twice what they were, so that many
// values of k need few searches.
func (g *Growing[L]) AtLeast(ctx context.Context, k int) (L, error) {
	select {
	case <-ctx.Done():
		var none L
		return none, ctx.Err()
	case <-g.turn:
	}
	defer func() { g.turn <- struct{}{} }()
	if g.some {
		if g.lists.Reach() >= k {
			return g.lists, nil
		}
		k = max(k, min(2*g.lists.Reach(), g.most))
	}
	lists, err := g.find(ctx, k)
	if err == nil {
		g.lists, g.some = lists, true
	}
	return lists, err
}

// Bytes estimates what lists take that have grown to a usual length.
func (g *Growing[L]) Bytes() uint64 { return 24 * 64 * uint64(g.most) }

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
