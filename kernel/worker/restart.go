package worker

import (
	"context"
	"errors"
	"fmt"
	"time"

	"unfold/dsl/cell"
)

// launch starts a child in the place of another, nil for none. The caller
// holds the lock.
func (s *Supervisor) launch(before *child) {
	s.child = newChild(s, before)
	go s.child.run()
}

// readyChild returns a child that is ready to run cells. If children have died
// at their start too often, it fails, or with try starts one more.
func (s *Supervisor) readyChild(ctx context.Context, try bool) (*child, error) {
	for {
		s.mu.Lock()
		c, closed := s.child, s.closed
		if c.isGone() && !closed && try {
			s.launch(c)
			c, try = s.child, false
		}
		s.mu.Unlock()
		ready := c.ready
		if c.isDying() {
			ready = nil // its time is over
		}
		select {
		case <-ready:
			return c, nil
		case <-c.gone:
			if s.latest() == c {
				return nil, c.noChildError(closed)
			}
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// noChildError is the failure of a cell that no child can run.
func (c *child) noChildError(closed bool) error {
	if closed {
		return errors.New("worker: the kernel is shutting down")
	}
	return failure{
		kind:    c.death.kind,
		summary: "the interpreter does not start: " + c.death.message,
		remedy:  "run the cell again to try once more, or restart the kernel; its log has the whole report",
	}
}

// replaceChild starts a child in place of one that has died, unless children die
// at their start too often.
func (s *Supervisor) replaceChild(c *child) {
	if c.death.report != "" {
		s.options.Fault(fmt.Errorf("worker: the interpreter ended: %s\n%s", c.death.message, c.death.report))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case c.restoring.Load():
		if s.failures++; s.failures > 1 { // it was no accident
			s.journal.dropAll("restoring the session ended the interpreter: " + c.death.message)
		}
	case c.diedYoung():
		s.failures++
	default:
		s.failures = 0
	}
	if !s.closed && s.failures < mostFailures {
		s.launch(c)
	}
	close(c.gone)
}

// restoreSession restores the session in a child that is ready, and then lets it
// run cells.
func (c *child) restoreSession(remembers bool) {
	s := c.s
	s.rest.begin()
	defer s.rest.end()
	kept, lost := s.journal.contents()
	if len(kept) > 0 {
		failed, err := c.restore(kept)
		if err != nil {
			return // it is dead
		}
		kept, failed = splitRestored(kept, failed)
		lost = append(lost, failed...)
	}
	s.journal.reset(kept)
	if c.preface != "" {
		told := "all that cells had declared is lost"
		if remembers {
			told = describeRestored(kept, lost)
		}
		s.notify(c.preface + "; " + told)
	}
	c.begun.Store(time.Now().UnixNano())
	close(c.ready)
}

// restore declares memories in the child and returns those that it could not.
func (c *child) restore(kept []cell.Memory) (failed []cell.Memory, err error) {
	c.restoring.Store(true)
	reply, err := c.call(context.Background(), c.s.ids.Add(1), kindRestore, kept)
	if err != nil {
		return nil, err
	}
	select {
	case f := <-reply:
		c.restoring.Store(false)
		return failed, decode(f, &failed)
	case <-time.After(restoreSpan):
		c.kill(death{kind: "Crash", message: fmt.Sprintf("restoring the session took more than %v", restoreSpan)})
	case <-c.dying:
	}
	return nil, errors.New("worker: the interpreter ended")
}

// restoreSpan is how long declaring a session anew may take.
const restoreSpan = 30 * time.Second

// splitRestored returns the memories that are back and those that are lost, with
// what was known of these.
func splitRestored(kept, failed []cell.Memory) (back, lost []cell.Memory) {
	why := make(map[string]string, len(failed))
	for _, m := range failed {
		why[m.Name] = m.Gone
	}
	for _, m := range kept {
		if reason, gone := why[m.Name]; gone {
			m.Gone = reason
			lost = append(lost, m)
			continue
		}
		back = append(back, m)
	}
	return back, lost
}

// deathError is the failure of a cell whose child died, and says what became of
// the session if that is known soon.
func (s *Supervisor) deathError(ctx context.Context, c *child) error {
	f := failure{kind: c.death.kind, summary: c.death.message, remedy: c.death.hint}
	this := ""
	if n, counts := cell.Count(ctx); counts {
		this = fmt.Sprintf("In[%d]", n)
	}
	if whose := c.death.otherCell(this); whose != "" {
		f.details = append(f.details, "it happened"+whose)
	}
	restored := false
	next := s.latest()
	select {
	case <-next.ready:
		restored = true
	case <-next.gone:
	case <-time.After(mourning):
	}
	if !restored {
		f.details = append(f.details, "the session is being started anew; the next cell tells what is back")
	} else if notice := s.takeNotice(); notice != "" {
		f.details = append(f.details, notice)
	}
	return f
}

// otherCell says which cell's goroutine it was, unless it was this one's.
func (d death) otherCell(this string) string {
	if d.cell == "" || d.cell == this {
		return ""
	}
	return " in a goroutine of " + d.cell
}
