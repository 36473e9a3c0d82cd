package enginetest

import (
	"context"
	"errors"
	"testing"
	"time"
)

// Cancels checks that work ends when its context does: before it begins, and at
// several moments after. Methods are to stop within a tenth of a second; that is
// not timed here, where processors may be busy, so that only work which never
// looks at its context fails.
func Cancels(t *testing.T, work func(ctx context.Context) error) {
	t.Helper()
	const patience = 2 * time.Second
	for _, after := range []time.Duration{0, 5 * time.Millisecond, 50 * time.Millisecond, 200 * time.Millisecond} {
		ctx, cancel := context.WithTimeoutCause(t.Context(), after, context.Canceled)
		begun := time.Now()
		err := work(ctx)
		if late := time.Since(begun) - after; late > patience {
			t.Errorf("cancelled after %v, it ended %v later", after, late)
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
