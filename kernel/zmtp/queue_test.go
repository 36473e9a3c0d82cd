package zmtp

import (
	"sync"
	"testing"
	"time"
)

// fill pushes parcels until the next would wait.
func fill(q *queue) {
	for q.bytes <= q.budget {
		q.push(outgoing{frames: texts("something")})
	}
}

// take takes everything and writes it.
func takeAll(q *queue) int {
	parcels, _ := q.take(nil)
	q.batchWritten()
	return len(parcels)
}

func TestQueueHoldsUpWhoSends(t *testing.T) {
	q := newQueue(1000)
	fill(q)
	pushed := make(chan bool)
	go func() { pushed <- q.push(outgoing{frames: texts("last")}) }()
	select {
	case <-pushed:
		t.Fatal("pushed beyond the budget")
	case <-time.After(20 * time.Millisecond):
	}
	takeAll(q)
	if !<-pushed {
		t.Error("given up although the peer took what there was")
	}
}

func TestQueueGivesUpADeadPeer(t *testing.T) {
	q := newQueue(1000)
	q.patience = 20 * time.Millisecond
	fill(q)
	if q.push(outgoing{frames: texts("last")}) {
		t.Error("pushed beyond the budget")
	}
	if _, ok := q.take(nil); ok || q.offer(outgoing{}) {
		t.Error("the queue was not closed")
	}
}

// A peer that takes little drops is given up as well, although it moves; one
// that takes enough is not.
func TestQueueWaitsForProgress(t *testing.T) {
	for _, test := range []struct {
		each int // bytes the peer takes at a time
		want bool
	}{{leastProgress / 100, false}, {leastProgress, true}} {
		q := newQueue(1000)
		q.patience = 50 * time.Millisecond
		fill(q)
		end := make(chan struct{})
		var peer sync.WaitGroup
		peer.Go(func() {
			for range 40 {
				select {
				case <-end:
					return
				case <-time.After(5 * time.Millisecond):
					q.countWritten(test.each)
				}
			}
			takeAll(q)
		})
		if got := q.push(outgoing{frames: texts("last")}); got != test.want {
			t.Errorf("%d bytes at a time: pushed is %v", test.each, got)
		}
		close(end)
		peer.Wait()
	}
}

func TestQueueOffersOnce(t *testing.T) {
	q := newQueue(1000)
	fill(q)
	if q.offer(outgoing{}) || q.push(outgoing{}) {
		t.Error("a peer that asks for more than it takes was kept")
	}
}

func TestQueueDrains(t *testing.T) {
	q := newQueue(1000)
	q.push(outgoing{frames: texts("a")})
	go takeAll(q)
	q.drain(time.Now().Add(time.Minute))
	if q.closed || q.bytes != 0 {
		t.Error("closed, or not empty")
	}
	q.push(outgoing{frames: texts("b")})
	q.drain(time.Now())
	if !q.closed {
		t.Error("nobody took the last, and the deadline did not end it")
	}
}
