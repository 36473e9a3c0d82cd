package worker

import (
	"context"
	"time"

	"unfold/dsl/cell"
)

const (
	// inPassing bounds the time for what may have changed unseen, after a cell
	// that another may follow at once.
	inPassing = 100 * time.Microsecond
	// thoroughly is the same when none has come for a while.
	thoroughly = 2 * time.Millisecond
	// aWhile is how long that is.
	aWhile = 20 * time.Millisecond
)

// rememberMore looks again, and better, unless cells run.
func (s *server) rememberMore() {
	if s.turns.pause() {
		s.remember(thoroughly)
		s.turns.remembered()
	}
}

// remember sends what has changed in the session.
func (s *server) remember(patience time.Duration) {
	language, ok := s.Language.(cell.Rememberer)
	if !ok {
		return
	}
	defer func() {
		if p := recover(); p != nil {
			s.fault(p)
		}
	}()
	if changes := language.Changes(patience); len(changes) > 0 {
		_ = s.to.send(kindMemories, 0, changes)
	}
}

// restore declares memories anew and returns those that cannot be. What fails
// only because it comes before something it needs succeeds in a later round.
func (s *server) restore(memories []cell.Memory) (lost []cell.Memory) {
	language, ok := s.Language.(cell.Rememberer)
	if !ok {
		return memories
	}
	s.turns.begin() // nobody writes the session down meanwhile
	defer func() {
		if s.turns.end() {
			s.turns.remembered()
		}
	}()
	texts := make(map[string]string, len(memories))
	for _, m := range memories {
		texts[m.Name] = m.Text
	}
	lost = language.Restore(context.Background(), memories)
	for before := len(memories); len(lost) > 0 && len(lost) < before; {
		before = len(lost)
		again := make([]cell.Memory, 0, len(lost))
		for _, m := range lost {
			again = append(again, cell.Memory{Name: m.Name, Cell: m.Cell, Text: texts[m.Name]})
		}
		lost = language.Restore(context.Background(), again)
	}
	language.Changes(thoroughly) // the front knows all of this
	return lost
}
