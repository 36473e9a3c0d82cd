//go:build unix

package enginetest

import (
	"syscall"
	"time"
)

// processors is how long processors have worked for this process.
func processors() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
