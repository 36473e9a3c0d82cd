package engine

import (
	"context"

	"unfold/engine/memo"
)

// Shared returns what find finds out about some rows, and keeps it for whoever
// asks for the same key about the same rows: of a sample's Memo if it depends on
// its rows, of its Pairs if it depends on its distances. The key is a value of a
// type of the caller's package. What find returns must not depend on who asks
// first, must not be changed afterwards, and must be the same bits that the
// caller would find by itself. Nothing is kept where only one setting meets the
// rows. What was not asked for for longest goes first where memory is short; a
// value with a method Bytes() uint64 says itself how large it is, others are
// measured. What find remarks on is remarked on to all who get the value.
func Shared[T any](ctx context.Context, rows *memo.Rows, key any, find func(ctx context.Context) (T, error)) (T, error) {
	return SharedWhere(ctx, rows, key, nil, func(ctx context.Context, _ *T) (T, error) { return find(ctx) })
}

// SharedWhere is Shared for values of which one key has the last only: where that
// is not one which serves, find finds another, from the old one if it can, which
// takes its place. old is nil where there is none.
func SharedWhere[T any](ctx context.Context, rows *memo.Rows, key any, serves func(T) bool, find func(ctx context.Context, old *T) (T, error)) (T, error) {
	if rows == nil {
		return find(ctx, nil)
	}
	var fits func(sharedValue[T]) bool
	if serves != nil {
		fits = func(n sharedValue[T]) bool { return serves(n.value) }
	}
	got, _, err := memo.Find(ctx, rows, key, fits, func(ctx context.Context, old *sharedValue[T]) (n sharedValue[T], err error) {
		ctx, notes := WithNotes(ctx, "")
		if old == nil {
			n.value, err = find(ctx, nil)
		} else {
			n.value, err = find(ctx, &old.value)
		}
		n.notes = notes()
		return n, err
	})
	for _, note := range got.notes {
		Remark(ctx, "%s", note.Text)
	}
	return got.value, err
}

// A noted value comes with what was remarked on while it was found.
type sharedValue[T any] struct {
	value T
	notes []Note
}

// Bytes returns how large the value is.
func (n sharedValue[T]) Bytes() uint64 { return memo.Size(n.value) }
