package kernel

import (
	"encoding/json"
	"fmt"
	"runtime/debug"
	"time"
)

// again is how soon an interrupt must follow another to mean that the first
// was not enough.
const again = time.Second

// interruptRequest ends the cells at work; between cells it does nothing.
func (k *kernel) interruptRequest(empty) (status, error) {
	k.interrupt()
	return ok, nil
}

// interrupt ends the cells at work, those of subshells too: an interrupt names
// no shell, and whoever sends one wants quiet. If one of them was interrupted
// within the last second and still runs, the language is stopped, where it can
// be. With no cell at work nothing happens, now or to the next cell.
func (k *kernel) interrupt() {
	stubborn := false
	for _, each := range k.shells.allRunning() {
		stubborn = each.interrupt() || stubborn
	}
	if by, can := k.lang.(Stopper); can && stubborn {
		k.guard(by.Stop)
	}
}

// guard calls f, and reports a panic in it instead of dying of it.
func (k *kernel) guard(f func()) {
	defer func() {
		if p := recover(); p != nil {
			k.fault(fmt.Errorf("kernel: panic: %v\n%s", p, debug.Stack()))
		}
	}()
	f()
}

// interrupt ends the run's context, and reports whether it had been ended by an
// interrupt shortly before. The first interrupt asks what can end early to do so, if
// there is any, and the run goes on with what that has come to.
func (r *run) interrupt() (stubborn bool) {
	if r.endEarly() {
		return false
	}
	now := time.Now()
	last := r.interrupted.Swap(&now)
	r.cancel(errInterrupted)
	return last != nil && now.Sub(*last) < again
}

// cancelCells cancels all running cells.
func (k *kernel) cancelCells() {
	for _, each := range k.shells.allRunning() {
		each.cancel(errInterrupted)
	}
}

type shutdownRequest struct {
	Restart bool `json:"restart"`
}

type shutdownReply struct {
	status
	Restart bool `json:"restart"`
}

// shutdown ends the kernel: the reply goes first, then word to every other
// front end, then the kernel. A request that cannot be read is obeyed too, for
// its sender will wait for the end.
func (k *kernel) shutdown(r *request) {
	r.last = true
	var q shutdownRequest
	if err := json.Unmarshal(r.Content, &q); err != nil {
		k.fault(malformed(r, err))
	}
	k.cancelCells()
	reply := shutdownReply{ok, q.Restart}
	k.reply(r, reply)
	k.iopub.post(r.Verbatim, "shutdown_reply", reply)
}
