package metric

import (
	"context"

	"unfold/engine/neighbour"
)

// keptRelations are the longest lists that were asked for: another k, or other
// parameters over the same rows, need no search.
type keptRelations struct {
	turn  chan struct{} // holds a token while nobody uses lists
	lists *neighbour.Relations
}

func newKeptRelations() *keptRelations {
	k := &keptRelations{turn: make(chan struct{}, 1)}
	k.turn <- struct{}{}
	return k
}

// get returns lists of at least k rows.
func (r *keptRelations) get(ctx context.Context, l *labelled, k int) (*neighbour.Relations, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-r.turn:
	}
	defer func() { r.turn <- struct{}{} }()
	if r.lists != nil && r.lists.K >= k {
		return r.lists, nil
	}
	lists, err := neighbour.Relate(ctx, l.euclidean, l.labels, k)
	if err == nil {
		r.lists = lists
	}
	return lists, err
}
