package wire

import (
	"sync"
	"time"
)

const (
	// budget is how many bytes may wait for one peer before who sends waits.
	budget = 64 << 20
	// patience is how long who sends waits for a peer that takes nothing at
	// all before that peer is given up.
	patience = 10 * time.Second
)

// outgoing is the queue of what is to be sent to one peer. It makes a slow
// reader a matter of that reader's own, up to the budget.
type outgoing struct {
	mu      sync.Mutex
	changed sync.Cond
	queue   [][][]byte
	bytes   int  // in queue
	taken   int  // messages ever taken, to tell a slow reader from a dead one
	writing bool // a message has been taken and is on its way
	closed  bool
}

func newOutgoing() *outgoing {
	q := new(outgoing)
	q.changed.L = &q.mu
	return q
}

// push queues a message; it waits while the budget is spent. It reports
// whether the peer is still there.
func (q *outgoing) push(frames [][]byte) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.bytes > budget && !q.closed {
		before := q.taken
		stalled := time.AfterFunc(patience, func() {
			q.mu.Lock()
			defer q.mu.Unlock()
			if q.taken == before {
				q.shut()
			}
		})
		q.changed.Wait()
		stalled.Stop()
	}
	if q.closed {
		return false
	}
	q.queue = append(q.queue, frames)
	q.bytes += size(frames)
	q.changed.Broadcast()
	return true
}

// pop waits for the next message and takes it. More tells whether another
// waits behind it; ok is false once the queue is closed.
func (q *outgoing) pop() (frames [][]byte, more, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.writing = false
	q.changed.Broadcast()
	for len(q.queue) == 0 && !q.closed {
		q.changed.Wait()
	}
	if q.closed {
		return nil, false, false
	}
	frames = q.queue[0]
	q.queue[0] = nil
	q.queue = q.queue[1:]
	q.bytes -= size(frames)
	q.taken++
	q.writing = true
	return frames, len(q.queue) > 0, true
}

// drain waits until everything queued has been written, or the deadline.
func (q *outgoing) drain(deadline time.Time) {
	late := time.AfterFunc(time.Until(deadline), q.close)
	defer late.Stop()
	q.mu.Lock()
	defer q.mu.Unlock()
	for (len(q.queue) > 0 || q.writing) && !q.closed {
		q.changed.Wait()
	}
}

// close gives up the peer and everything queued for it.
func (q *outgoing) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.shut()
}

func (q *outgoing) shut() {
	q.closed = true
	q.queue, q.bytes = nil, 0
	q.changed.Broadcast()
}

func size(frames [][]byte) int {
	n := 0
	for _, f := range frames {
		n += len(f)
	}
	return n
}
