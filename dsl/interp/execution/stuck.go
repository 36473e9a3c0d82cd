package execution

import (
	"bytes"
	"errors"
	"regexp"
	"runtime"
	"time"
)

// tellStuck tells the reader, once, when all that runs in the session does nothing
// but wait for each other. Go would end such a program; here a timer, a compiled
// package or a later cell may still end the waiting, so that the cell goes on.
func (r *Run) tellStuck(patience time.Duration) {
	if !r.atWork() {
		return
	}
	if !r.count().stuck() {
		time.AfterFunc(patience, func() { r.tellStuck(patience) })
		return
	}
	r.Write("stderr", "note: all that this cell runs waits for a channel or a lock, and only a timer "+
		"or another cell could end that; interrupt it if neither is to come\n")
}

// ErrDeadlock ends a program all of whose goroutines wait for each other, in the
// words of Go's own runtime.
var ErrDeadlock = errors.New("fatal error: all goroutines are asleep - deadlock!")

// A closed program is looked at often in the beginning, and then ever less often: to
// count many goroutines takes a while.
const (
	firstLook  = 200 * time.Millisecond
	seldomLook = 2 * time.Second
)

// endDeadlock ends a run of a program in which all wait, with nothing left that
// could wake them. Where something could it leaves that to tellStuck.
func (r *Run) endDeadlock(closed func() bool, after time.Duration) {
	if !r.atWork() || !closed() {
		return
	}
	asleep := func() bool { return r.count().allStuck() && !anyAwake() }
	if asleep() && asleep() { // the two looks of one are at different times
		r.crash(&RuntimeError{Value: ErrDeadlock})
		return
	}
	after = min(2*after, seldomLook)
	time.AfterFunc(after, func() { r.endDeadlock(closed, after) })
}

// busy is the head of a goroutine that does something, or will without another.
var busy = regexp.MustCompile(`(?m)^goroutine \d+[^\[\n]*\[(running|runnable|sleep|preempted)`)

// anyAwake reports whether a goroutine of the process beside the calling one does
// something: one that was woken and has not come to run yet is still found where it
// waited by a census. Where the list is too long to be read that is not known.
func anyAwake() bool {
	list := make([]byte, 1<<20)
	for len(list) < 1<<28 {
		if n := runtime.Stack(list, true); n < len(list) {
			_, others, _ := bytes.Cut(list[:n], []byte("\n\n")) // the calling one is first
			return busy.Match(others)
		}
		list = make([]byte, 4*len(list))
	}
	return true
}
