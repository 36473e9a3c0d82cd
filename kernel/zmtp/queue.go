package zmtp

import (
	"sync"
	"time"
)

const (
	// patience is how long who sends waits for a peer that takes next to
	// nothing before that peer is given up.
	patience = 10 * time.Second
	// leastProgress is how many bytes a peer must take in that time to be
	// waited for any longer.
	leastProgress = 1 << 20
	// parcelCost is what a parcel weighs beside its bytes.
	parcelCost = 64
	// batchSize is how many bytes leave together, about.
	batchSize = 256 << 10
)

// An outgoing is a message, or a command, to be sent.
type outgoing struct {
	frames  [][]byte
	command bool
}

func (p outgoing) size() int {
	n := parcelCost
	for _, f := range p.frames {
		n += len(f) + parcelCost
	}
	return n
}

// A queue holds what is to be sent to one peer. It makes a slow reader a
// matter of that reader's own, up to a budget.
type queue struct {
	budget   int
	patience time.Duration

	mu      sync.Mutex
	changed sync.Cond
	waiting []outgoing
	bytes   int // of what waits and what is being written
	writing int // of what is being written
	moved   int // bytes ever written
	closed  bool

	pressed time.Time // since when who sends has had to wait; zero if not
	then    int       // bytes ever written at that time
}

func newQueue(budget int) *queue {
	q := &queue{budget: budget, patience: patience}
	q.changed.L = &q.mu
	return q
}

// push queues a message; it waits while the budget is spent. It reports whether
// the peer is still there.
func (q *queue) push(p outgoing) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.bytes > q.budget && !q.closed {
		q.waitForChange()
	}
	return q.add(p)
}

// offer queues a message without waiting: it gives the peer up where push would
// wait. What a peer asks for at will is offered, so that nobody waits for it
// to take what it asked for.
func (q *queue) offer(p outgoing) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.bytes > q.budget {
		q.shut()
	}
	return q.add(p)
}

func (q *queue) add(p outgoing) bool {
	if q.closed {
		return false
	}
	q.waiting = append(q.waiting, p)
	q.bytes += p.size()
	q.changed.Broadcast()
	return true
}

// waitForChange waits until the queue changes. A peer that has taken too little
// since the waiting began is given up.
func (q *queue) waitForChange() {
	now := time.Now()
	switch {
	case q.pressed.IsZero():
		q.pressed, q.then = now, q.moved
	case now.Sub(q.pressed) < q.patience:
	case q.moved-q.then < leastProgress:
		q.shut()
		return
	default:
		q.pressed, q.then = now, q.moved
	}
	wake := time.AfterFunc(time.Until(q.pressed.Add(q.patience)), func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.changed.Broadcast()
	})
	defer wake.Stop()
	q.changed.Wait()
}

// take waits for messages and takes those that come first, as many as leave
// together. It returns false once the queue is closed.
func (q *queue) take(into []outgoing) ([]outgoing, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) == 0 && !q.closed {
		q.changed.Wait()
	}
	if q.closed {
		return nil, false
	}
	n := 0
	for n < len(q.waiting) && q.writing < batchSize {
		q.writing += q.waiting[n].size()
		n++
	}
	into = append(into[:0], q.waiting[:n]...)
	clear(q.waiting[:n])
	q.waiting = q.waiting[n:]
	return into, true
}

// countWritten counts bytes that have been written.
func (q *queue) countWritten(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.moved += n
}

// batchWritten records that all that was taken has been written.
func (q *queue) batchWritten() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.bytes -= q.writing
	q.writing = 0
	if q.bytes <= q.budget/2 {
		q.pressed = time.Time{}
	}
	q.changed.Broadcast()
}

// drain waits until everything queued has been written, or the deadline.
func (q *queue) drain(deadline time.Time) {
	late := time.AfterFunc(time.Until(deadline), q.close)
	defer late.Stop()
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.bytes > 0 && !q.closed {
		q.changed.Wait()
	}
}

// close gives up the peer and everything queued for it.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.shut()
}

func (q *queue) shut() {
	q.closed = true
	q.waiting, q.bytes, q.writing = nil, 0, 0
	q.changed.Broadcast()
}
