package interp

import (
	"go/types"
	"reflect"
	"time"

	"unfold/dsl/cell"
	"unfold/dsl/interp/journal"
	"unfold/dsl/interp/workspace"
)

// Value is the value of a variable, copied as an assignment would.
func (s *Session) Value(name string) (reflect.Value, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.workspace.Entry(name)
	if e == nil || !s.isVariable(e) {
		return reflect.Value{}, false
	}
	v, ok := s.compiler.machine.Variable(e.Ours)
	if !ok {
		return reflect.Value{}, false
	}
	return reflect.ValueOf(v.Interface()), true
}

// isVariable reports whether an entry is a variable that the interpreter has.
func (s *Session) isVariable(e *workspace.Entry) bool {
	_, ok := e.Object.(*types.Var)
	return ok && s.compiler.lowerer.Declares(e.Ours)
}

// Changes returns what has changed since it was last called, see
// journal.Journal.Changes. It is called between cells.
func (s *Session) Changes(special journal.Special, patience time.Duration) []cell.Memory {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.journal.Changes(journal.Source{
		Workspace: s.workspace,
		Value:     s.compiler.machine.Variable,
		AtRest:    s.runner.Quiet,
		Special:   special,
	}, patience)
}

// Forget takes names that cells have declared or imported out of the session, a
// type with its methods, and gives back the memory that variables hold. It returns
// the names it does not know. Functions declared earlier go on with what they
// mention: a variable that is forgotten is zero to them.
func (s *Session) Forget(names ...string) (missing []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	gone, missing := s.workspace.Forget(names...)
	s.empty(gone)
	return missing
}

// ForgetAll forgets every name that a cell has declared or imported.
func (s *Session) ForgetAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.empty(s.workspace.ForgetAll())
}

// empty sets variables to zero, so that what they held can be collected.
func (s *Session) empty(entries []*workspace.Entry) {
	for _, e := range entries {
		if s.isVariable(e) {
			s.compiler.machine.Clear(e.Ours)
		}
	}
}

// Close frees what the session holds outside memory. A closed session must not be
// used.
func (s *Session) Close() error {
	s.console.Close()
	return nil
}
