package kernel

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

// A shell answers requests one after the other, in the order they came, and so
// runs one cell at a time. The main shell is there from the start. Front ends
// open subshells beside it (Jupyter enhancement proposal 91), so that another
// cell, or a completion, need not wait for the cell of the main shell.
type shell struct {
	id    string // empty for the main shell
	queue *queue
	ctx   context.Context // done when the shell is to end
	end   context.CancelFunc
	done  chan struct{} // closed when it has ended

	running  *run        // the cell at work, nil between cells; guarded by shells.mu
	stoppage abortWindow // by the last cell that failed; its goroutine's own
}

// shells are the main shell, first, and the subshells in the order in which
// they were opened.
type shells struct {
	mu    sync.Mutex
	list  []*shell
	freed time.Time     // when the main shell's last cell ended
	next  chan struct{} // closed when the main shell begins another, nil if nobody waits
}

// open starts a shell, which lasts until it is closed or ctx is done.
func (k *kernel) open(ctx context.Context, id string) {
	s := &shell{id: id, queue: newQueue(), done: make(chan struct{})}
	s.ctx, s.end = context.WithCancel(ctx)
	k.shells.mu.Lock()
	k.shells.list = append(k.shells.list, s)
	k.shells.mu.Unlock()
	go k.serveShell(ctx, s)
}

// serveShell answers the requests of a shell. If the shell ends before the
// kernel, those that still wait are refused.
func (k *kernel) serveShell(ctx context.Context, s *shell) {
	defer close(s.done)
	defer k.shells.forget(s)
	defer s.end()
	for r := s.queue.pop(s.ctx); r != nil; r = s.queue.pop(s.ctx) {
		k.handle(r, onShell[r.Header.Type])
	}
	for _, r := range s.queue.close() {
		if ctx.Err() == nil {
			k.handle(r, (*kernel).refuse)
		}
	}
}

// route hands a request to its shell. It never waits for a cell.
func (k *kernel) route(r *request) {
	r.arrived = time.Now()
	if s := k.shells.find(r.Header.Subshell); s != nil {
		r.shell = s
		if s.queue.push(r) {
			return
		}
	}
	k.handle(r, (*kernel).refuse)
}

// refuse answers a request to a subshell that is not, or no more.
func (k *kernel) refuse(r *request) {
	k.fail(r, noSubshell(r.Header.Subshell))
}

func noSubshell(id string) error {
	return fmt.Errorf("kernel: there is no subshell %q; create_subshell_request opens one", id)
}

// find returns the shell with an id that takes requests, nil if there is none.
func (s *shells) find(id string) *shell {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, each := range s.list {
		if each.id == id && each.ctx.Err() == nil {
			return each
		}
	}
	return nil
}

// forget takes a subshell that has ended from the list. Until then the cell at
// work in it can be interrupted like any other.
func (s *shells) forget(gone *shell) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = slices.DeleteFunc(s.list, func(each *shell) bool { return each == gone && each.id != "" })
}

// subshells lists the ids of all but the main shell.
func (s *shells) subshells() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	ids := make([]string, 0, len(s.list))
	for _, each := range s.list {
		if each.id != "" && each.ctx.Err() == nil {
			ids = append(ids, each.id)
		}
	}
	return ids
}

// runningIn returns the cell at work in a shell, nil if there is none.
func (s *shells) runningIn(in *shell) *run {
	s.mu.Lock()
	defer s.mu.Unlock()
	return in.running
}

// setRunning sets the cell at work in a shell, nil for none.
func (s *shells) setRunning(in *shell, by *run) {
	s.mu.Lock()
	defer s.mu.Unlock()
	in.running = by
	switch {
	case in != s.list[0]:
	case by == nil:
		s.freed = time.Now()
	case s.next != nil:
		close(s.next)
		s.next = nil
	}
}

// between is how long what is printed just after a cell waits for the next. A
// front end that runs a whole notebook sends that at once, and drops what
// belongs to a cell that is over; on a busy machine it takes its time to do so.
const between = 400 * time.Millisecond

// awaitRunning returns the cell at work in the main shell other than one that is
// known to be over. If there is none, but was a moment ago, it waits a moment
// for the next; it returns nil if none comes.
func (s *shells) awaitRunning(over *run) *run {
	s.mu.Lock()
	running, wait := s.list[0].running, between-time.Since(s.freed)
	switch {
	case running != nil && running != over:
		s.mu.Unlock()
		return running
	case running != nil:
		wait = between
	case wait <= 0:
		s.mu.Unlock()
		return nil
	}
	if s.next == nil {
		s.next = make(chan struct{})
	}
	next := s.next
	s.mu.Unlock()
	select {
	case <-next:
	case <-time.After(wait):
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if running = s.list[0].running; running == over {
		return nil
	}
	return running
}

// allRunning returns the cells at work in all shells.
func (s *shells) allRunning() []*run {
	s.mu.Lock()
	defer s.mu.Unlock()
	var runs []*run
	for _, each := range s.list {
		if each.running != nil {
			runs = append(runs, each.running)
		}
	}
	return runs
}

// wait returns when all shells have ended.
func (s *shells) wait() {
	s.mu.Lock()
	list := slices.Clone(s.list)
	s.mu.Unlock()
	for _, each := range list {
		<-each.done
	}
}
