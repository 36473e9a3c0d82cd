package gram

import (
	"context"
	"errors"
	"testing"

	"unfold/engine/internal/memory"
)

// TestCacheKnowsItsRoom: nothing is cached where factors would not fit beside it.
func TestCacheKnowsItsRoom(t *testing.T) {
	before := memory.Default
	defer func() { memory.Default = before }()
	memory.Default = func() memory.Room { return memory.Room{Free: 1e6, Known: true} }
	e := NewEntries(RBF{Sigma: 1}, points(1, 400, 2))
	if err := e.Cache(t.Context()); err != nil || e.cached != nil {
		t.Errorf("cached without room (%v)", err)
	}
	memory.Default = before
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := e.Cache(ctx); !errors.Is(err, context.Canceled) || e.cached != nil {
		t.Errorf("error after cancel is %v", err)
	}
}
