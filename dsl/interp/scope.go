package interp

import (
	"go/token"
	"go/types"
	"maps"

	"unfold/dsl/interp/gotypes"
)

// mainPath is the import path of the package all cells belong to.
const mainPath = "main"

// An entry is what a name means in the session.
type entry struct {
	name string
	obj  types.Object
	decl *item  // how it was declared: functions, methods, types and constants
	cell string // where
	ours string // its name in the interpreter; another version of it has another
}

// generic reports whether the entry has type parameters, so that only its
// instances exist in the interpreter.
func (e *entry) generic() bool { return gotypes.IsGeneric(e.obj) }

// A scope is the Go names of the session. Methods stand under Type.Method. A
// scope is copied for every cell and put back when the cell compiles, so that
// a refused cell changes nothing.
type scope struct {
	entries map[string]*entry
	imports map[string]string       // name -> import path
	dots    []string                // paths imported by "."
	ours    map[types.Object]string // interpreter's names of package-level objects, old versions too
}

func newScope() *scope {
	return &scope{entries: map[string]*entry{}, imports: map[string]string{}, ours: map[types.Object]string{}}
}

// overlay is a copy to be changed. Names are shared with the original, which
// never forgets one.
func (sc *scope) overlay() *scope {
	return &scope{entries: maps.Clone(sc.entries), imports: maps.Clone(sc.imports), dots: sc.dots, ours: sc.ours}
}

// declare binds a name, which from now on hides an import of the same name.
func (sc *scope) declare(e *entry) {
	sc.entries[e.name] = e
	delete(sc.imports, e.name)
	if e.ours != "" {
		sc.ours[e.obj] = e.ours
	}
}

// use binds a package name, which from now on hides a variable of the same name.
func (sc *scope) use(name, path string) {
	switch name {
	case "_":
	case ".":
		sc.dots = append(sc.dots[:len(sc.dots):len(sc.dots)], path)
	default:
		sc.imports[name] = path
		delete(sc.entries, name)
	}
}

// lookup finds the object a free name of a cell stands for, or nil.
func (s *Session) lookup(sc *scope, name string) types.Object {
	if e := sc.entries[name]; e != nil {
		return e.obj
	}
	if p := sc.imports[name]; p != "" {
		return s.packageName(name, p)
	}
	for _, p := range sc.dots {
		if pkg, err := s.packages.Import(p); err == nil && token.IsExported(name) {
			if obj := pkg.Scope().Lookup(name); obj != nil {
				return obj
			}
		}
	}
	if p := s.always[name]; p != "" {
		return s.packageName(name, p)
	}
	if obj := s.prelude.Scope().Lookup(name); obj != nil {
		return obj
	}
	return nil
}

func (s *Session) packageName(name, p string) types.Object {
	pkg, err := s.packages.Import(p)
	if err != nil {
		return nil
	}
	return types.NewPkgName(token.NoPos, s.pkg, name, pkg)
}

// Meant lists the packages of the standard library that a name can mean before
// one of their members.
func (s *Session) Meant(name, member string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.packages.Meant(name, member)
}
