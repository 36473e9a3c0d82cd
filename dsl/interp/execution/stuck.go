package execution

import "time"

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
