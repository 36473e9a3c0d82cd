package kernel

import (
	"context"
	"strconv"
	"time"

	"golang.org/x/sys/windows"
)

// outlives waits until the parent has gone, and reports whether it has before
// ctx was done. A process keeps its parent's id here when the parent has gone;
// what the server announces is a handle of its own, which this process has
// inherited.
func outlives(ctx context.Context, parent string) bool {
	handle, err := strconv.ParseUint(parent, 10, 64)
	if err != nil {
		return false
	}
	const turn = time.Second
	for ctx.Err() == nil {
		switch event, err := windows.WaitForSingleObject(windows.Handle(handle), uint32(turn.Milliseconds())); {
		case err != nil:
			return false // no handle: then nothing can be known
		case event == windows.WAIT_OBJECT_0:
			return true
		}
	}
	return false
}
