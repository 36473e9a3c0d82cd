package worker

import (
	"context"

	"unfold/dsl/cell"
)

// remember sends what has changed in the session.
func (s *server) remember() {
	language, ok := s.Language.(cell.Rememberer)
	if !ok {
		return
	}
	defer func() {
		if p := recover(); p != nil {
			s.fault(p)
		}
	}()
	if changes := language.Changes(); len(changes) > 0 {
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
	language.Changes() // the front knows all of this
	return lost
}
