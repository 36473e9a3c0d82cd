package gram

import (
	"context"
	"errors"
	"testing"

	"unfold/engine/internal/memory"
)

// TestCacheKnowsItsRoom: nothing is cached where factors would not fit beside it.
func TestCacheKnowsItsRoom(t *testing.T) {
	e := NewEntries(RBF{Sigma: 1}, points(1, 400, 2))
	if err := e.Cache(memory.Limited(t.Context(), 1e6)); err != nil || e.cached != nil {
		t.Errorf("cached without room (%v)", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := e.Cache(ctx); !errors.Is(err, context.Canceled) || e.cached != nil {
		t.Errorf("error after cancel is %v", err)
	}
}
