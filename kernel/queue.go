package kernel

import (
	"context"
	"slices"
	"sync"
)

// A queue holds the requests of a shell that wait for their turn. It has no
// limit: a notebook that runs all cells sends them all at once, and they must
// be in hand to be aborted when one of them fails.
type queue struct {
	mu      sync.Mutex
	waiting []*request
	closed  bool
	arrived chan struct{} // holds a token while waiting may be non-empty
}

func newQueue() *queue { return &queue{arrived: make(chan struct{}, 1)} }

// push adds a request, and reports whether the queue still takes any.
func (q *queue) push(r *request) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	q.waiting = append(q.waiting, r)
	select {
	case q.arrived <- struct{}{}:
	default:
	}
	return true
}

// pop waits for the next request; it returns nil once ctx is done.
func (q *queue) pop(ctx context.Context) *request {
	for ctx.Err() == nil {
		if r := q.next(); r != nil {
			return r
		}
		select {
		case <-q.arrived:
		case <-ctx.Done():
		}
	}
	return nil
}

func (q *queue) next() *request {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		return nil
	}
	r := q.waiting[0]
	q.waiting[0] = nil
	q.waiting = q.waiting[1:]
	return r
}

// close ends the queue and returns the requests that still wait.
func (q *queue) close() []*request {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	rest := q.waiting
	q.waiting = nil
	return rest
}

// abort marks the cells that wait, so that they are answered but not run.
// Other requests keep their turn.
func (q *queue) abort() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, r := range q.waiting {
		if r.isCell() {
			r.aborted = true
		}
	}
}

// lastCell returns the cell of a session that came last of those that wait, nil
// if none waits.
func (q *queue) lastCell(session string) *request {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, r := range slices.Backward(q.waiting) {
		if r.isCell() && r.Header.Session == session {
			return r
		}
	}
	return nil
}
