package kernel

import (
	"context"
	"sync"
)

// A queue holds the shell requests that wait for their turn. It has no limit:
// a notebook that runs all cells sends them all at once, and they must be in
// hand to be aborted when one of them fails.
type queue struct {
	mu      sync.Mutex
	waiting []*request
	arrived chan struct{} // holds a token while waiting may be non-empty
}

func newQueue() *queue { return &queue{arrived: make(chan struct{}, 1)} }

func (q *queue) push(r *request) {
	q.mu.Lock()
	q.waiting = append(q.waiting, r)
	q.mu.Unlock()
	select {
	case q.arrived <- struct{}{}:
	default:
	}
}

// pop waits for the next request; it returns nil once ctx is done.
func (q *queue) pop(ctx context.Context) *request {
	for {
		if r := q.next(); r != nil {
			return r
		}
		select {
		case <-q.arrived:
		case <-ctx.Done():
			return nil
		}
	}
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

// abort marks the cells that wait, so that they are answered but not run.
// Other requests keep their turn.
func (q *queue) abort() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, r := range q.waiting {
		if r.Header.Type == "execute_request" {
			r.aborted = true
		}
	}
}
