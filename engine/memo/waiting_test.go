package memo_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"unfold/engine/memo"
)

// A waiting is somebody at work on a value for which another waits.
type waiting struct {
	memo        *memo.Memo
	rows        *memo.Rows
	finish      chan func() (int, error) // what the one at work does next
	worked      error                    // what came to the one at work
	panicked    any
	got         int // what the other got
	ready, done bool
	err         error
	cancel      context.CancelFunc // of the other
}

// wait is to be called inside a bubble.
func wait(t *testing.T) *waiting {
	m := memo.New(memo.Unlimited)
	w := &waiting{memo: m, rows: m.Rows(memo.Unique()), finish: make(chan func() (int, error))}
	go func() {
		defer func() { w.panicked = recover() }()
		_, _, w.worked = memo.Find(t.Context(), w.rows, 0, nil, func(context.Context, *int) (int, error) { return (<-w.finish)() })
	}()
	synctest.Wait()
	ctx, cancel := context.WithCancel(t.Context())
	w.cancel = cancel
	go func() {
		w.got, w.ready, w.err = memo.Find(ctx, w.rows, 0, nil, func(context.Context, *int) (int, error) { return 2, nil })
		w.done = true
	}()
	synctest.Wait()
	if w.done {
		t.Error("did not wait")
	}
	return w
}

// end has the one at work end so, and lets the other go on.
func (w *waiting) end(how func() (int, error)) {
	w.finish <- how
	synctest.Wait()
	w.cancel()
}

func TestWhoWaitsGetsTheValue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := wait(t)
		w.end(func() (int, error) { return 1, nil })
		if w.got != 1 || !w.ready || w.err != nil || w.rows.Hits() != 1 {
			t.Errorf("%d, %v, %v, %d hits", w.got, w.ready, w.err, w.rows.Hits())
		}
	})
}

func TestWhoWaitsMayGiveUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := wait(t)
		w.cancel()
		synctest.Wait()
		if !w.done || !errors.Is(w.err, context.Canceled) {
			t.Errorf("%v, %v", w.done, w.err)
		}
		w.end(func() (int, error) { return 1, nil })
		if got, ready := get(t, w.rows, 0, 3); got != 1 || !ready || w.worked != nil {
			t.Errorf("the one at work was disturbed: %d, %v, %v", got, ready, w.worked)
		}
	})
}

// TestFailuresAreNotKept: a failure, of which a cancelled context is one, is that
// of the one it meets.
func TestFailuresAreNotKept(t *testing.T) {
	for _, failure := range []error{errors.New("no luck"), context.Canceled} {
		synctest.Test(t, func(t *testing.T) {
			w := wait(t)
			w.end(func() (int, error) { return 1, failure })
			if w.worked != failure || w.got != 2 || w.ready || w.err != nil {
				t.Errorf("at work %v; waiting %d, %v, %v", w.worked, w.got, w.ready, w.err)
			}
			if got, ready := get(t, w.rows, 0, 3); got != 2 || !ready {
				t.Errorf("kept %d, %v", got, ready)
			}
		})
	}
}

func TestPanicsAreNotKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := wait(t)
		w.end(func() (int, error) { panic("no luck") })
		if w.panicked != "no luck" || w.got != 2 || w.ready || w.err != nil {
			t.Errorf("at work %v; waiting %d, %v, %v", w.panicked, w.got, w.ready, w.err)
		}
		if got, ready := get(t, w.rows, 0, 3); got != 2 || !ready {
			t.Errorf("kept %d, %v", got, ready)
		}
	})
}

// TestValuesOnTheirWay: what goes while its value is on the way is given to who
// waits and not kept; letting memory go does not touch what has none yet.
func TestValuesOnTheirWay(t *testing.T) {
	for _, c := range []struct {
		what string
		do   func(w *waiting)
		kept bool
	}{
		{"closed", func(w *waiting) { w.rows.Close() }, false},
		{"cleared", func(w *waiting) { w.memo.Clear() }, false},
		{"released", func(w *waiting) { w.memo.Release() }, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			w := wait(t)
			c.do(w)
			w.end(func() (int, error) { return 1, nil })
			if w.got != 1 || !w.ready || w.err != nil {
				t.Errorf("%s: %d, %v, %v", c.what, w.got, w.ready, w.err)
			}
			if kept := w.memo.Stats().Values == 1; kept != c.kept {
				t.Errorf("%s: kept %v", c.what, kept)
			}
		})
	}
}
