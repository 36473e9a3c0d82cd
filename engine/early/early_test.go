package early_test

import (
	"context"
	"fmt"
	"testing"

	"unfold/engine/early"
)

// isAsked reports whether work has been asked to end.
func isAsked(asked <-chan struct{}) bool {
	select {
	case <-asked:
		return true
	default:
		return false
	}
}

// TestEarlyEndIsAskedForOnce: of what is at work, and of nothing that begins later.
func TestEarlyEndIsAskedForOnce(t *testing.T) {
	var told []bool
	ctx, ask := early.With(t.Context(), func(can bool) { told = append(told, can) })
	if ask() {
		t.Error("it is asked for though nothing is at work")
	}
	first, firstOver := early.Begin(ctx)
	second, secondOver := early.Begin(ctx)
	if early.Asked(ctx) || isAsked(first) {
		t.Error("it is asked for before anybody asks")
	}
	if !ask() || !isAsked(first) || !isAsked(second) || !early.Asked(ctx) {
		t.Error("what is at work is not asked")
	}
	firstOver()
	secondOver()
	later, laterOver := early.Begin(ctx)
	if ask() || isAsked(later) {
		t.Error("it is asked for again")
	}
	laterOver()
	if want := "[true false true false]"; fmt.Sprint(told) != want {
		t.Errorf("told %v, want %v", told, want)
	}
}

// TestEarlyEndIsNotForAll: not for work whose context knows nothing of it.
func TestEarlyEndIsNotForAll(t *testing.T) {
	outer, ask := early.With(t.Context(), nil)
	for name, ctx := range map[string]context.Context{"bare": t.Context(), "without": early.Without(outer)} {
		asked, over := early.Begin(ctx)
		if ask() || isAsked(asked) || early.Asked(ctx) {
			t.Errorf("%s: the work is asked", name)
		}
		over()
	}
}
