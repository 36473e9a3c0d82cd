package memo

import (
	"context"
	"sync/atomic"
)

// A Cell holds one value, which is found when somebody first asks for it. It is
// safe for concurrent use; NewCell makes one.
type Cell[T any] struct {
	turn  chan struct{} // is full while somebody is finding it
	found atomic.Pointer[T]
}

// NewCell returns a cell without a value.
func NewCell[T any]() *Cell[T] { return &Cell[T]{turn: make(chan struct{}, 1)} }

// Get returns the value, and has find find it if it is not there. Others who ask
// meanwhile wait. What failed is tried again.
func (c *Cell[T]) Get(ctx context.Context, find func(ctx context.Context) (T, error)) (T, error) {
	if v := c.found.Load(); v != nil {
		return *v, nil
	}
	var none T
	select {
	case c.turn <- struct{}{}:
		defer func() { <-c.turn }()
	case <-ctx.Done():
		return none, ctx.Err()
	}
	if v := c.found.Load(); v != nil {
		return *v, nil
	}
	v, err := find(ctx)
	if err != nil {
		return none, err
	}
	c.found.Store(&v)
	return v, nil
}

// private: the sizes of values leave cells out, whose value may be on its way.
func (c *Cell[T]) unsized() {}
