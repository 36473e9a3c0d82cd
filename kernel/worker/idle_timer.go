package worker

import (
	"runtime/debug"
	"sync"
	"time"
)

const (
	// restSpan is how long nothing runs before a process gives back memory.
	restSpan = time.Second
	// startSpan is the same after the process's start.
	startSpan = 100 * time.Millisecond
	// restMost bounds the heap that is collected for it: a large one costs
	// more to walk than there is to win.
	restMost = 256 << 20
)

// An idleTimer returns memory when a process has had nothing to do for a while:
// garbage goes, and so do the pages of the program that only its start or a
// passing task has needed. What is needed again is read from the page cache.
type idleTimer struct {
	mu    sync.Mutex
	tasks int
	timer *time.Timer
}

// begin says that a task begins.
func (r *idleTimer) begin() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tasks++
}

// end says that a task is over.
func (r *idleTimer) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tasks--
	if r.timer == nil {
		r.timer = time.AfterFunc(startSpan, r.releaseMemory)
		return
	}
	r.timer.Reset(restSpan)
}

func (r *idleTimer) releaseMemory() {
	r.mu.Lock()
	busy := r.tasks > 0
	r.mu.Unlock()
	if busy || heldBytes() > restMost {
		return
	}
	debug.FreeOSMemory()
	dropPages()
}
