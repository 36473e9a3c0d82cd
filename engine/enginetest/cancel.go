package enginetest

import (
	"context"
	"errors"
	"testing"
	"time"
)

// Cancels checks that work ends when its context does: before it begins, and at
// several moments after. Methods are to stop within a tenth of a second; that is
// not timed here. Only work that goes on as if nothing had happened fails: for
// seconds of the clock and of the processors, which others may keep busy.
func Cancels(t *testing.T, work func(ctx context.Context) error) {
	t.Helper()
	const patience, longest = 2 * time.Second, time.Minute
	moments := []time.Duration{0, 5 * time.Millisecond, 50 * time.Millisecond, 200 * time.Millisecond}
	if testing.Short() {
		moments = moments[:2]
	}
	for _, after := range moments {
		ctx, cancel := context.WithTimeoutCause(t.Context(), after, context.Canceled)
		busy := make(chan time.Duration, 1)
		stop := context.AfterFunc(ctx, func() { busy <- processors() })
		begun := time.Now()
		err := work(ctx)
		late, worked := time.Since(begun)-after, processors()
		if !stop() {
			worked -= <-busy
		}
		if late > longest || late > patience && worked > patience {
			t.Errorf("cancelled after %v, it ended %v later, of which it worked %v", after, late, worked)
		}
		ended := errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
		if err != nil && !ended {
			t.Errorf("cancelled after %v, it failed: %v", after, err)
		}
		cancel()
		if err == nil && after > 0 {
			return // it is done by then
		}
	}
}
