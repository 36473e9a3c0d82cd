package interp

import (
	"go/types"
	"strings"
)

// Forget takes names that cells have declared or imported out of the session,
// a type with its methods, and gives back the memory that variables hold. It
// returns the names it does not know. Functions declared earlier go on with
// what they mention: a variable that is forgotten is zero to them.
func (s *Session) Forget(names ...string) (missing []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	scope := s.scope.overlay()
	for _, name := range names {
		e := scope.entries[name]
		if e == nil {
			if scope.imports[name] == "" {
				missing = append(missing, name)
			}
			delete(scope.imports, name)
			continue
		}
		s.empty(e)
		delete(scope.entries, name)
		for other := range scope.entries {
			if strings.HasPrefix(other, name+".") {
				delete(scope.entries, other)
			}
		}
	}
	s.scope = scope
	return missing
}

// ForgetAll forgets every name that a cell has declared or imported.
func (s *Session) ForgetAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.scope.entries {
		s.empty(e)
	}
	s.scope = newScope()
}

// empty sets a variable to zero, so that what it held can be collected.
func (s *Session) empty(e *entry) {
	if _, ok := e.obj.(*types.Var); ok && s.lowerer.Declares(e.ours) {
		s.machine.Clear(e.ours)
	}
}
