// Package journal is what a session writes down of itself, so that it can be
// declared anew in another: declarations as text, the values of variables as
// literals.
//
// It imports workspace. Start at Journal.Changes.
package journal

import (
	"cmp"
	"fmt"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"unfold/dsl/cell"
	"unfold/dsl/interp/workspace"
)

// A Journal knows what a session has told of itself.
type Journal struct {
	told    map[string]cell.Memory
	of      map[string]*workspace.Entry // what was told of a name was of this entry
	touched map[string]bool             // names that cells have mentioned since
}

// New makes the journal of a session that has told nothing.
func New() *Journal {
	return &Journal{told: map[string]cell.Memory{}, of: map[string]*workspace.Entry{}, touched: map[string]bool{}}
}

// Touch notes what a plan mentions, since what has that name may change.
func (j *Journal) Touch(p *workspace.Plan) { p.Mentions(j.touched) }

// Special writes values that have a text of their own. It returns that, or the
// reason why there is none; neither for other values.
type Special func(reflect.Value) (text, gone string)

// A Source is what a journal writes down.
type Source struct {
	Workspace *workspace.Workspace
	// Value is that of a variable, by its name in the interpreter.
	Value func(name string) (reflect.Value, bool)
	// AtRest reports whether no code of the session runs, so that maps can be read.
	AtRest func() bool
	// Special, if not nil, writes values that have a text of their own.
	Special Special
}

// Changes returns what has changed since it was last called, see
// cell.Rememberer: imports, types and constants, variables, functions, each in
// the order they were declared. It is called between cells. Variables that no
// cell has mentioned since are looked at as long as patience lasts: something
// may have changed them by another name.
func (j *Journal) Changes(from Source, patience time.Duration) []cell.Memory {
	from.AtRest = sync.OnceValue(from.AtRest)
	list := j.imports(from.Workspace)
	due, others := j.changed(from.Workspace)
	for _, e := range due {
		list = j.write(list, from, e)
	}
	for deadline := time.Now().Add(patience); len(others) > 0 && time.Now().Before(deadline); others = others[1:] {
		list = j.write(list, from, others[0])
	}
	clear(j.touched)
	return append(list, j.gone(from.Workspace)...)
}

// imports are the imports that were not told before.
func (j *Journal) imports(w *workspace.Workspace) (list []cell.Memory) {
	named, dots := w.Imports()
	for _, name := range slices.Sorted(maps.Keys(named)) {
		list = j.tell(list, cell.Memory{Name: name + " " + named[name], Text: fmt.Sprintf("import %s %q", name, named[name])})
	}
	for _, path := range dots {
		list = j.tell(list, cell.Memory{Name: ". " + path, Text: fmt.Sprintf("import . %q", path)})
	}
	return list
}

// write adds what there is to tell of an entry.
func (j *Journal) write(list []cell.Memory, from Source, e *workspace.Entry) []cell.Memory {
	var m cell.Memory
	if _, isVar := e.Object.(*types.Var); isVar {
		var readable bool
		if m, readable = (&writer{Source: from}).variable(e); !readable {
			return list
		}
	} else {
		m = declaration(e)
	}
	j.of[e.Name] = e
	return j.tell(list, m)
}

// tell adds to a list what was not told before.
func (j *Journal) tell(list []cell.Memory, m cell.Memory) []cell.Memory {
	if j.told[m.Name] == m {
		return list
	}
	j.told[m.Name] = m
	return append(list, m)
}

// gone forgets what the workspace has no longer, and tells so.
func (j *Journal) gone(w *workspace.Workspace) (list []cell.Memory) {
	for _, name := range slices.Sorted(maps.Keys(j.told)) {
		if !has(w, name) {
			delete(j.told, name)
			delete(j.of, name)
			list = append(list, cell.Memory{Name: name})
		}
	}
	return list
}

// has reports whether a workspace has what goes by a name in memory.
func has(w *workspace.Workspace, name string) bool {
	alias, path, isImport := strings.Cut(name, " ")
	named, dots := w.Imports()
	switch {
	case !isImport:
		return w.Entry(name) != nil
	case alias == ".":
		return slices.Contains(dots, path)
	}
	return named[alias] == path
}

// changed are the entries that are new or may have been changed by the cells
// that mention them, in the order in which they can be declared: what values
// are made of, variables, and what works on them. The others are variables, in
// no order.
func (j *Journal) changed(w *workspace.Workspace) (due, others []*workspace.Entry) {
	for _, e := range w.Entries() {
		isNew := j.of[e.Name] != e
		_, isVar := e.Object.(*types.Var)
		switch {
		case isNew, isVar && j.touched[e.Name]:
			due = append(due, e)
		case isVar:
			others = append(others, e)
		}
	}
	slices.SortFunc(due, func(a, b *workspace.Entry) int {
		return cmp.Or(place(a)-place(b), order(a)-order(b), strings.Compare(a.Name, b.Name))
	})
	return due, others
}

// place puts what values are made of before them, and behind them what works on
// them.
func place(e *workspace.Entry) int {
	switch e.Object.(type) {
	case *types.Var:
		return 1
	case *types.Func:
		return 2
	}
	return 0
}

// order is that in which entries of one place were declared.
func order(e *workspace.Entry) int {
	d, _ := e.Declaration()
	return d.Order
}
