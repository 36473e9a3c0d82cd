package kernel

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"unfold/kernel/wire"
)

// A failure is told when no cell has come for a while: a short one after the
// failing cell, a longer one once it is known that others were sent along.
func TestFailureWaitsForWhatWasSentAlong(t *testing.T) {
	const ms = time.Millisecond
	for _, test := range []struct {
		name  string
		takes time.Duration // the failing cell
		later []sending
		end   time.Duration // of the shell, 0 for never
		want  time.Duration // when the failure is told, from the sending of the cell
	}{
		{name: "alone", takes: 2 * ms, want: pauseFirst},
		{name: "alone and long", takes: time.Minute, want: time.Minute},
		{name: "the rest at once", takes: 2 * ms, later: every(1*ms, 11), want: 11*ms + pauseNext},
		{name: "a slow page", takes: 2 * ms, later: every(90*ms, 20), want: 1800*ms + pauseNext},
		{name: "a slower page after its first", takes: 2 * ms, later: []sending{{at: 140 * ms}, {at: 630 * ms}, {at: 1120 * ms}}, want: 1120*ms + pauseNext},
		{name: "a page that never ceases", takes: 2 * ms, later: every(50*ms, 1000), want: 2*ms + holdLimit},
		{name: "a late failure of many", takes: 10 * time.Second, later: every(50*ms, 100), want: 10 * time.Second},
		{name: "another page at work", takes: 2 * ms, later: []sending{{at: 50 * ms, session: "another"}}, want: pauseFirst},
		{name: "a question", takes: 2 * ms, later: []sending{{at: 50 * ms, kind: "complete_request"}}, want: pauseFirst},
		{name: "the shell ends", takes: 2 * ms, later: every(50*ms, 1000), end: time.Second, want: time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx := t.Context()
				if test.end > 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, test.end)
					defer cancel()
				}
				s := &shell{queue: newQueue(), ctx: ctx}
				began := time.Now()
				var page sync.WaitGroup
				page.Go(func() {
					for _, each := range test.later {
						time.Sleep(each.at - time.Since(began))
						s.queue.push(each.request())
					}
				})
				defer page.Wait()
				failed := sending{}.request()
				time.Sleep(test.takes)
				s.awaitAborted(failed)
				if got := time.Since(began); got != test.want {
					t.Errorf("told after %v, want %v", got, test.want)
				}
			})
		})
	}
}

// A sending is a request that arrives some time after another.
type sending struct {
	at            time.Duration
	session, kind string
}

// every returns n cells that come at intervals.
func every(interval time.Duration, n int) (cells []sending) {
	for i := range n {
		cells = append(cells, sending{at: time.Duration(i+1) * interval})
	}
	return cells
}

// request is one that arrives now, a cell of the page if nothing else is said.
func (a sending) request() *request {
	header := wire.Header{Session: "page", Type: "execute_request"}
	if a.session != "" {
		header.Session = a.session
	}
	if a.kind != "" {
		header.Type = a.kind
	}
	return &request{Message: wire.Message{Header: header}, arrived: time.Now()}
}
