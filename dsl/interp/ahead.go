package interp

import (
	"go/token"
	"slices"
)

// A cell is checked before it runs, often by somebody who wants to say more
// about what is wrong than Run does. If nothing is, the plan is kept for Run,
// so that no cell is understood twice.
type ahead struct {
	plan  *plan
	src   string
	scope *scope        // of the session, when the plan was made
	files []*token.File // of the plan, which the interpreter does not know yet
}

// Check reports everything that is wrong with a cell. Nothing runs and
// nothing is declared.
func (s *Session) Check(name, src string) []Problem {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.discard()
	before := len(s.files.last)
	p := s.plan(name, src)
	before = min(before, len(s.files.last)) // what an import compiles takes files along
	s.ahead = &ahead{plan: p, src: src, scope: s.scope, files: slices.Clone(s.files.last[before:])}
	if len(p.problems) > 0 {
		s.discard()
	}
	return p.problems
}

// planned is the plan of a cell, the one made ahead if it still holds.
func (s *Session) planned(name, src string) *plan {
	if a := s.ahead; a != nil && a.plan.cell == name && a.src == src && a.scope == s.scope {
		s.ahead = nil
		return a.plan
	}
	s.discard()
	return s.plan(name, src)
}

// discard forgets the plan made ahead, and its files.
func (s *Session) discard() {
	if s.ahead == nil {
		return
	}
	for _, f := range s.ahead.files {
		if i := slices.Index(s.files.last, f); i >= 0 {
			s.files.last = slices.Delete(s.files.last, i, i+1)
			s.files.RemoveFile(f)
		}
	}
	s.ahead.plan.takeBack()
	s.ahead = nil
}
