package workspace

import (
	"go/token"
	"go/types"
	"maps"
)

// A Scope is the names that cells have declared. Methods stand under Type.Method. A
// scope is copied for every cell and put back when the cell compiles, so that
// a refused cell changes nothing.
type Scope struct {
	entries map[string]*Entry
	imports map[string]string       // name -> import path
	dots    []string                // paths imported by "."
	ours    map[types.Object]string // interpreter's names of package-level objects, old versions too
}

func newScope() *Scope {
	return &Scope{entries: map[string]*Entry{}, imports: map[string]string{}, ours: map[types.Object]string{}}
}

// overlay is a copy to be changed. Names are shared with the original, which
// never forgets one.
func (sc *Scope) overlay() *Scope {
	return &Scope{entries: maps.Clone(sc.entries), imports: maps.Clone(sc.imports), dots: sc.dots, ours: sc.ours}
}

// declare binds a name, which from now on hides an import of the same name.
func (sc *Scope) declare(e *Entry) {
	sc.entries[e.Name] = e
	delete(sc.imports, e.Name)
	if e.Ours != "" {
		sc.ours[e.Object] = e.Ours
	}
}

// use binds a package name, which from now on hides a variable of the same name.
func (sc *Scope) use(name, path string) {
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
func (w *Workspace) lookup(sc *Scope, name string) types.Object {
	if e := sc.entries[name]; e != nil {
		return e.Object
	}
	named := func(path string) types.Object {
		if pkg, err := w.Packages.Import(path); err == nil {
			return types.NewPkgName(token.NoPos, w.Own, name, pkg)
		}
		return nil
	}
	if p := sc.imports[name]; p != "" {
		return named(p)
	}
	for _, p := range sc.dots {
		if pkg, err := w.Packages.Import(p); err == nil && token.IsExported(name) {
			if obj := pkg.Scope().Lookup(name); obj != nil {
				return obj
			}
		}
	}
	if p := w.opts.Imports[name]; p != "" {
		return named(p)
	}
	if obj := w.opts.Prelude.Scope().Lookup(name); obj != nil {
		return obj
	}
	return nil
}
