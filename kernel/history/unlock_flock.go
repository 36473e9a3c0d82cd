//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package history

import (
	"os"
	"syscall"
)

// unlock takes a database's lock off a file that is still open.
func unlock(f *os.File) { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }
