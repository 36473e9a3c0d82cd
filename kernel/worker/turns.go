package worker

import "sync"

// Turns keep cells apart from the writing down of the session, which goes on
// between them: after the reply to a cell, so that its reader does not wait,
// and before the next begins, so that whatever that does, the former is kept.
type turns struct {
	mu          sync.Mutex
	changed     sync.Cond
	cells       int // at work
	remembering bool
}

func newTurns() *turns {
	t := &turns{}
	t.changed.L = &t.mu
	return t
}

// begin waits until a cell may run.
func (t *turns) begin() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.remembering {
		t.changed.Wait()
	}
	t.cells++
}

// end ends a cell. If it returns true, no other runs and none begins before
// remembered is called.
func (t *turns) end() (last bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cells--
	t.remembering = t.cells == 0
	return t.remembering
}

// pause keeps cells from beginning until remembered is called. It returns false
// if one runs or the session is being written down.
func (t *turns) pause() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cells > 0 || t.remembering {
		return false
	}
	t.remembering = true
	return true
}

func (t *turns) remembered() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.remembering = false
	t.changed.Broadcast()
}
