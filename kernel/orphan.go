package kernel

import (
	"context"
	"os"
	"time"
)

// watchParent calls stop when the process that started this one is gone. A
// Jupyter server announces itself in JPY_PARENT_PID; a kernel that somebody
// else started may outlive them. On Windows the parent never changes, and the
// server's own clean-up has to do.
func watchParent(ctx context.Context, stop func()) {
	if os.Getenv("JPY_PARENT_PID") == "" {
		return
	}
	parent := os.Getppid()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if os.Getppid() != parent {
				stop()
				return
			}
		}
	}
}
