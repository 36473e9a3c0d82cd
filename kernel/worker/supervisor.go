package worker

import (
	"context"
	"errors"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"unfold/dsl/cell"
)

// Options furnish a supervisor.
type Options struct {
	// Command makes the command of a child, whose program is to call Serve.
	Command func() *exec.Cmd
	// Memory is how many bytes the child may have resident; one that has a
	// good deal more is killed, where the system tells. Zero sets no bound.
	Memory uint64
	// Fault is told what a log should have: the runtime's reports of crashes,
	// and failures of ours. It may be called from any goroutine; nil drops them.
	Fault func(error)
}

// A Supervisor is a language whose cells run in a child. Its methods may be
// called from any goroutine.
type Supervisor struct {
	options Options
	journal *journal
	outputs outputs
	rest    idleTimer
	ids     atomic.Uint64

	mu       sync.Mutex
	child    *child // the latest
	failures int    // children in a row that died before they did anything
	notice   string // for the next cell to tell
	closed   bool
}

const (
	// mostFailures is how many children in a row may die at their start before
	// no more are started unless a cell asks for one.
	mostFailures = 3
	// trial is how long a child lives before its end says nothing about its
	// start.
	trial = time.Second
	// stubborn is how long an interrupted cell goes on before the reader is
	// told how to end it.
	stubborn = 3 * time.Second
	// mourning is how long a cell whose child has died waits to tell what
	// became of the session.
	mourning = 700 * time.Millisecond
	// askSpan bounds completion and its like.
	askSpan = 10 * time.Second
	// farewell is how long a child may take to end by itself.
	farewell = 300 * time.Millisecond
)

// New returns a supervisor and starts its first child, without waiting for it.
func New(o Options) *Supervisor {
	if o.Fault == nil {
		o.Fault = func(error) {}
	}
	s := &Supervisor{options: o, journal: newJournal()}
	s.outputs.running = map[uint64]cell.Output{}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.launch(nil)
	return s
}

// Eval runs a cell in the child. When the child dies of it, the error is a
// cell.Failure that says of what, and what became of the session.
func (s *Supervisor) Eval(ctx context.Context, code string, out cell.Output) (any, error) {
	q := evalBody{Code: code}
	q.Count, q.Counts = cell.Count(ctx)
	s.rest.begin()
	defer s.rest.end()
	for {
		c, err := s.readyChild(ctx, true)
		if err != nil {
			return nil, err
		}
		seen := !q.Counts || q.Count > 0 // by the reader; others run unseen
		if seen {
			if notice := s.takeNotice(); notice != "" {
				out.Stream("stderr", notice+"\n")
			}
		}
		id := s.ids.Add(1)
		s.outputs.begin(id, out, seen)
		reply, err := c.call(ctx, id, kindEval, q)
		if err == nil {
			value, err := s.await(ctx, c, id, reply, out)
			s.outputs.end(id)
			return value, err
		}
		s.outputs.end(id)
		if !errors.Is(err, errDying) {
			return nil, err // the cell is too long to be sent
		}
		<-c.gone // it died before it heard of the cell
	}
}

// await waits for the end of a cell.
func (s *Supervisor) await(ctx context.Context, c *child, id uint64, reply <-chan frame, out cell.Output) (any, error) {
	interrupted := ctx.Done()
	var patience <-chan time.Time
	for {
		select {
		case f := <-reply:
			return result(f)
		case <-interrupted:
			interrupted, patience = nil, time.After(stubborn)
			c.notify(kindCancel, id, nil)
		case <-patience:
			out.Stream("stderr", "the cell has not stopped yet: a call that cannot be interrupted has not returned; "+
				"interrupt twice in a row to end it at once, and the session will be started anew and restored\n")
		case <-c.gone:
			select {
			case f := <-reply: // its last words
				return result(f)
			default:
				return nil, s.deathError(ctx, c)
			}
		}
	}
}

// result reads how a cell ended.
func result(f frame) (any, error) {
	var r resultBody
	if err := decode(f, &r); err != nil {
		return nil, err
	}
	if r.Failure != nil {
		return nil, r.Failure.err()
	}
	return r.Value.value(), nil
}

// Complete lists what could stand at the cursor; nothing if the child does not
// answer.
func (s *Supervisor) Complete(code string, cursor int) cell.Completion {
	c := cell.Completion{Start: cursor, End: cursor}
	s.ask(kindComplete, queryBody{Code: code, Cursor: cursor}, &c)
	return c
}

// Inspect explains the word at the cursor.
func (s *Supervisor) Inspect(code string, cursor, detail int) (cell.Help, bool) {
	var h helpBody
	s.ask(kindInspect, queryBody{code, cursor, detail}, &h)
	return h.Help, h.Found
}

// Pending tells whether code is a whole cell; if the child does not answer,
// that it is.
func (s *Supervisor) Pending(code string) (indent string, c cell.Completeness) {
	p := pendingBody{State: cell.Complete}
	s.ask(kindPending, queryBody{Code: code}, &p)
	return p.Indent, p.State
}

// ask sends a question to the child and reads the answer into a value, which
// stays as it is if there is none.
func (s *Supervisor) ask(k kind, body, into any) {
	ctx, cancel := context.WithTimeout(context.Background(), askSpan)
	defer cancel()
	c, err := s.readyChild(ctx, false)
	if err != nil {
		return
	}
	id := s.ids.Add(1)
	reply, err := c.call(ctx, id, k, body)
	if err != nil {
		return
	}
	select {
	case f := <-reply:
		if err := decode(f, into); err != nil {
			s.options.Fault(err)
		}
	case <-c.gone:
	case <-ctx.Done():
		c.forget(id)
	}
}

// Select hands the session the source rows that the reader has selected in a figure; a
// session that is being started anew has none.
func (s *Supervisor) Select(rows []int) { s.latest().notify(kindSelect, 0, rows) }

// Stop ends at once what runs, and the child with it: the cells fail, and the
// session is restored in another child. Where no cell runs it does nothing.
func (s *Supervisor) Stop() {
	if c := s.latest(); c.isBusy() {
		c.kill(death{kind: "Stopped", message: "the cell was stopped at once, and the interpreter with it"})
	}
}

// PIDs are the processes beside this one: that of the child.
func (s *Supervisor) PIDs() []int {
	if pid := s.latest().pid(); pid > 0 {
		return []int{pid}
	}
	return nil
}

// Close ends the child and returns when it has gone. Cells at work fail.
func (s *Supervisor) Close() {
	s.mu.Lock()
	s.closed = true
	c := s.child
	s.mu.Unlock()
	c.closePipe()
	select {
	case <-c.gone:
	case <-time.After(farewell):
		c.kill(death{kind: "Stopped", message: "the kernel was shut down"})
		<-c.gone
	}
}

func (s *Supervisor) latest() *child {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.child
}

// notify leaves a notice for the next cell, behind one that no cell has told
// yet: what that says is lost is in no journal any more.
func (s *Supervisor) notify(notice string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.notice != "" {
		notice = s.notice + "\n" + notice
	}
	s.notice = notice
}

func (s *Supervisor) takeNotice() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	notice := s.notice
	s.notice = ""
	return notice
}
