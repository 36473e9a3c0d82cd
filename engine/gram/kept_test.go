package gram

import (
	"context"
	"errors"
	"testing"

	"unfold/engine/internal/memory"
)

// TestKeepKnowsItsRoom: nothing is kept where factors would not fit beside it.
func TestKeepKnowsItsRoom(t *testing.T) {
	before := memory.Default
	defer func() { memory.Default = before }()
	memory.Default = func() memory.Room { return memory.Room{Free: 1e6, Known: true} }
	e := NewEntries(RBF{Sigma: 1}, points(1, 400, 2))
	if err := e.Keep(t.Context()); err != nil || e.kept != nil {
		t.Errorf("kept without room (%v)", err)
	}
	memory.Default = before
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := e.Keep(ctx); !errors.Is(err, context.Canceled) || e.kept != nil {
		t.Errorf("error after cancel is %v", err)
	}
}
