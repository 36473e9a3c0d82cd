//go:build !windows

package kernel

import (
	"context"
	"os"
	"time"
)

// outlives waits until the parent of this process has gone, which changes the
// parent's id, and reports whether it has before ctx was done.
func outlives(ctx context.Context, _ string) bool {
	parent := os.Getppid()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return false
		case <-tick.C:
			if os.Getppid() != parent {
				return true
			}
		}
	}
}
