package memo_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"unfold/engine/memo"
)

func TestCellIsFoundOnce(t *testing.T) {
	c := memo.NewCell[*int]()
	var found atomic.Int32
	var all sync.WaitGroup
	got := make([]*int, 16)
	for i := range got {
		all.Go(func() {
			got[i], _ = c.Get(t.Context(), func(context.Context) (*int, error) {
				found.Add(1)
				return new(int), nil
			})
		})
	}
	all.Wait()
	for _, v := range got {
		if v == nil || v != got[0] {
			t.Errorf("got %p, others got %p", v, got[0])
		}
	}
	if found.Load() != 1 {
		t.Errorf("found %d times", found.Load())
	}
}

func TestCellTriesAgainWhatFailed(t *testing.T) {
	c := memo.NewCell[int]()
	failure := errors.New("no luck")
	if v, err := c.Get(t.Context(), func(context.Context) (int, error) { return 7, failure }); v != 0 || err != failure {
		t.Errorf("%d, %v", v, err)
	}
	func() {
		defer func() { recover() }()
		c.Get(t.Context(), func(context.Context) (int, error) { panic("no luck") })
	}()
	for range 2 {
		if v, err := c.Get(t.Context(), func(context.Context) (int, error) { return 3, nil }); v != 3 || err != nil {
			t.Errorf("%d, %v", v, err)
		}
	}
}

// TestCellWaitsNoLongerThanItsContext: who gives up waiting leaves the one at
// work alone.
func TestCellWaitsNoLongerThanItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := memo.NewCell[int]()
		release := make(chan struct{})
		ctx, cancel := context.WithCancel(t.Context())
		var first int
		var given error
		go func() { first, _ = c.Get(t.Context(), func(context.Context) (int, error) { <-release; return 1, nil }) }()
		synctest.Wait()
		go func() { _, given = c.Get(ctx, func(context.Context) (int, error) { return 2, nil }) }()
		synctest.Wait()
		if given != nil {
			t.Errorf("did not wait: %v", given)
		}
		cancel()
		synctest.Wait()
		if !errors.Is(given, context.Canceled) || first != 0 {
			t.Errorf("error %v, found %d", given, first)
		}
		close(release)
		synctest.Wait()
		if v, _ := c.Get(t.Context(), nil); first != 1 || v != 1 {
			t.Errorf("found %d, then %d", first, v)
		}
	})
}
