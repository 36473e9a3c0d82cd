package workspace

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sort"
)

// A Plan is a cell understood: its units in the order in which they will run,
// checked, with the names as they will be afterwards.
type Plan struct {
	Cell     string // its name
	Units    []*Unit
	Problems []Problem // why it is refused, if it is
	Notes    []string  // for the reader of the cell

	w        *Workspace
	scope    *Scope
	program  bool           // the cell is a whole `package main`
	current  map[*item]bool // declarations of this cell
	given    []gift         // methods, to types of earlier cells
	imported []imported     // packages that were found
	unfound  bool           // another was not
}

// Main is the interpreter's name of the function main of a cell that is a whole
// program, "" for any other.
func (p *Plan) Main() string {
	if e := p.scope.entries["main"]; p.program && e != nil && p.current[e.decl] {
		return e.Ours
	}
	return ""
}

// ShowsNil reports whether the cell shows its last value also where that is nil: a
// call that returns a nil error has nothing to say.
func (p *Plan) ShowsNil() bool {
	for _, u := range p.Units {
		if s, ok := u.shown().(*ast.ExprStmt); ok {
			_, isCall := ast.Unparen(s.X).(*ast.CallExpr)
			return !isCall || !types.Identical(u.Info.TypeOf(s.X), types.Universe.Lookup("error").Type())
		}
	}
	return false
}

// plan understands a cell without running it or changing the workspace.
func (w *Workspace) plan(name, src string) (p *Plan) {
	p = &Plan{w: w, Cell: name, scope: w.scope.overlay(), current: map[*item]bool{}}
	defer func() {
		if r := recover(); r != nil { // of go/types, most likely; the session goes on
			p.Problems = append(p.Problems, Problem{Name: name, Line: 1, Col: 1, EndCol: 2, Message: fmt.Sprintf("cannot make sense of this cell: %v", r)})
		}
	}()
	clear(w.Files.text)
	items, program, problems := parseCell(w.Files, name, src)
	p.program, p.Problems = program, problems
	if len(problems) > 0 {
		return p
	}
	var rest []*item
	for _, it := range items {
		if it.kind == importing {
			p.imports(it)
			continue
		}
		w.items++
		it.seq = w.items
		p.current[it] = true
		rest = append(rest, it)
	}
	for _, u := range arrange(rest) {
		p.add(u)
	}
	sort.SliceStable(p.Problems, func(i, j int) bool {
		a, b := p.Problems[i], p.Problems[j]
		return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col
	})
	p.Problems = slices.Compact(p.Problems)
	return p
}

// add checks a unit, binds its names and, where a name has changed its type,
// compiles its earlier users anew.
func (p *Plan) add(u *Unit) {
	if u.Declares {
		p.reuse(u)
		p.adopt(u)
	}
	if len(u.items) == 0 {
		return
	}
	errs := p.checkAdopted(u)
	p.safe(u)
	p.Units = append(p.Units, u)
	changed := p.bind(u)
	for _, e := range errs { // told with the unit's own names known
		p.Problems = append(p.Problems, p.problem(u, e))
	}
	p.unusedValues(u)
	p.noteUnused(u)
	if pr, found := u.overflow(p.w.Files); found {
		p.Problems = append(p.Problems, pr)
	}
	p.renew(u, changed)
}

// renew compiles the declarations of earlier cells that use changed names,
// and then those that use what thereby changed.
func (p *Plan) renew(cause *Unit, changed map[string]bool) {
	behind := lastDefining(cause, changed)
	for range 100 { // each turn changes names not changed before
		u := &Unit{Declares: true, items: p.users(changed)}
		if len(u.items) == 0 || len(p.Problems) > 0 {
			return
		}
		p.drop(u)
		if len(u.items) == 0 {
			return
		}
		if behind != nil {
			cause.follow[behind] = append(cause.follow[behind], u)
		} else {
			p.Units = append(p.Units, u)
		}
		next := p.bind(u)
		for n := range next {
			if _, isType := p.scope.entries[n].Object.(*types.TypeName); isType {
				delete(next, n) // its users were in this unit
			}
		}
		changed = next
	}
}

// lastDefining is the statement behind which all the changed names have their
// new meaning, or nil for a unit of declarations.
func lastDefining(u *Unit, changed map[string]bool) (last *item) {
	if u.Declares {
		return nil
	}
	u.follow = map[*item][]*Unit{}
	for _, it := range u.items {
		for _, n := range it.defines {
			if changed[n] {
				last = it
			}
		}
	}
	return last
}

// drop checks a unit of earlier declarations and leaves out, one round after
// another, those that no longer compile; these keep the meaning they had.
func (p *Plan) drop(u *Unit) {
	for len(u.items) > 0 {
		for _, it := range u.items {
			it.parse(p.w.Files)
		}
		u.File = u.assemble(p.scope)
		bad := map[*item]string{}
		for _, e := range p.check(u) {
			if it := itemAt(u.items, e.Pos); it != nil && bad[it] == "" {
				bad[it] = e.Msg
			}
		}
		if len(bad) == 0 {
			return
		}
		u.items = slices.DeleteFunc(u.items, func(it *item) bool {
			if msg := bad[it]; msg != "" && len(it.defines) > 0 {
				p.Notes = append(p.Notes, fmt.Sprintf("%s of %s keeps the earlier meaning: %s", it.defines[0], it.cell, msg))
			}
			return bad[it] != ""
		})
	}
}

func itemAt(items []*item, pos token.Pos) *item {
	for _, it := range items {
		for _, d := range it.decls {
			if d.Pos() <= pos && pos <= d.End() {
				return it
			}
		}
	}
	return nil
}

// users lists the declarations of earlier cells that mention a changed name;
// a type among them is changed too, and brings its users and methods.
func (p *Plan) users(changed map[string]bool) []*item {
	if len(changed) == 0 {
		return nil
	}
	all := map[string]bool{}
	for n := range changed {
		all[n] = true
	}
	chosen := map[*item]bool{}
	for grew := true; grew; {
		grew = false
		for name, e := range p.scope.entries {
			if e.decl == nil || p.current[e.decl] || chosen[e.decl] || changed[name] {
				continue
			}
			for n := range e.decl.free {
				if all[n] {
					chosen[e.decl], grew = true, true
				}
			}
			if _, isType := e.Object.(*types.TypeName); isType && chosen[e.decl] {
				for _, n := range e.decl.defines {
					all[n] = true
				}
			}
		}
	}
	return inOrder(chosen)
}

// inOrder lists declarations as they were written, earliest first.
func inOrder[V any](set map[*item]V) []*item {
	list := make([]*item, 0, len(set))
	for it := range set {
		list = append(list, it)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].seq < list[j].seq })
	return list
}
