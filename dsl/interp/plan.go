package interp

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sort"
	"strconv"
	"strings"

	"unfold/dsl/cell"
)

// A unit is a group of items that are type-checked together: declarations, or
// statements that follow each other.
type unit struct {
	items  []*item
	decl   bool              // declarations, checked as a package; else the body of a function
	follow map[*item][]*unit // of statements: units to run right behind one of them
	again  bool              // declarations of earlier cells, compiled anew since something they use has changed
	info   *types.Info
	file   *ast.File
	body   *ast.FuncDecl // of statements
}

// A plan is a cell understood: its units in the order in which they will run,
// checked, with the names as they will be afterwards.
type plan struct {
	s        *Session
	cell     string
	scope    *scope
	units    []*unit
	program  bool // the cell is a whole `package main`
	problems []Problem
	notes    []string
	current  map[*item]bool // declarations of this cell
	given    []gift         // methods, to types of earlier cells
	imported []imported     // packages that were found
	unfound  bool           // another was not
}

// An imported package and the name that it has in a cell, which may be "." or
// "_".
type imported struct{ name, path string }

// plan understands a cell without running it or changing the session.
func (s *Session) plan(name, src string) (p *plan) {
	p = &plan{s: s, cell: name, scope: s.scope.overlay(), current: map[*item]bool{}}
	defer func() {
		if r := recover(); r != nil { // of go/types, most likely; the session goes on
			p.problems = append(p.problems, Problem{Name: name, Line: 1, Col: 1, EndCol: 2, Message: fmt.Sprintf("cannot make sense of this cell: %v", r)})
		}
	}()
	clear(s.files.text)
	items, program, problems := parseCell(s.files, name, src)
	p.program, p.problems = program, problems
	if len(problems) > 0 {
		return p
	}
	var rest []*item
	for _, it := range items {
		if it.kind == importing {
			p.imports(it)
			continue
		}
		s.items++
		it.seq = s.items
		p.current[it] = true
		rest = append(rest, it)
	}
	if len(rest) > 0 {
		rest[len(rest)-1].final = true
	}
	for _, u := range arrange(rest) {
		p.add(u)
	}
	sort.SliceStable(p.problems, func(i, j int) bool {
		a, b := p.problems[i], p.problems[j]
		return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col
	})
	p.problems = slices.Compact(p.problems)
	return p
}

func (p *plan) imports(it *item) {
	for _, d := range it.decls {
		for _, spec := range d.(*ast.GenDecl).Specs {
			spec := spec.(*ast.ImportSpec)
			path, _ := strconv.Unquote(spec.Path.Value)
			pkg, err := p.s.packages.Import(path)
			if err != nil {
				p.unfound = true
				at := p.s.files.Position(spec.Path.Pos())
				p.problems = append(p.problems, Problem{
					Name: at.Filename, Line: at.Line, Col: at.Column, EndCol: at.Column + len(spec.Path.Value),
					Message: err.Error(), Hint: p.s.nearestPackage(path),
				})
				continue
			}
			name := pkg.Name()
			if spec.Name != nil {
				name = spec.Name.Name
			}
			p.scope.use(name, path)
			p.imported = append(p.imported, imported{name, path})
		}
	}
}

// KeepImports lets the packages that a cell has found be imported although it
// is refused for another, which was not: people import in one cell what they
// use in all. Run does so by itself; this is for whoever has learned from Check
// that Run would refuse. Where all are found it does nothing.
func (s *Session) KeepImports(ctx context.Context, name, src string, out cell.Output) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.discard()
	p := &plan{s: s, cell: name, scope: s.scope.overlay()}
	items, _, problems := parseCell(s.files, name, src)
	if len(problems) > 0 {
		return
	}
	for _, it := range items {
		if it.kind == importing {
			p.imports(it)
		}
	}
	if p.unfound {
		s.keepImports(s.newRun(ctx, name, out), p)
	}
}

func (s *Session) keepImports(r *run, p *plan) {
	if len(p.imported) == 0 {
		return
	}
	scope := s.scope.overlay()
	paths := make([]string, len(p.imported))
	for i, imp := range p.imported {
		scope.use(imp.name, imp.path)
		paths[i] = imp.path
	}
	s.scope = scope
	r.write("stderr", "imported all the same: "+strings.Join(paths, ", ")+"\n")
}

// arrange puts items into units. Declarations come as early as what they
// mention allows; a cell of declarations only is one unit, with Go's own rules
// for the order of its variables; a name defined twice starts a new unit, in
// which it means the new thing.
func arrange(items []*item) []*unit {
	if u := packageUnit(items); u != nil {
		return []*unit{u}
	}
	slots := slotsOf(items)
	var units []*unit
	declare := func(slot int) {
		if len(slots[slot]) > 0 {
			units = append(units, &unit{items: slots[slot], decl: true})
		}
	}
	declare(-1)
	var run *unit
	defined := map[string]bool{}
	for i, it := range items {
		if it.kind != statement {
			continue
		}
		if run == nil || redefines(it, defined) {
			run = &unit{}
			units = append(units, run)
			clear(defined)
		}
		run.items = append(run.items, it)
		for _, n := range it.defines {
			defined[n] = true
		}
		if len(slots[i]) > 0 {
			declare(i)
			run = nil
		}
	}
	return units
}

// redefines reports whether Go would refuse the item because its names exist:
// := needs one new name, var needs all of them new.
func redefines(it *item, defined map[string]bool) bool {
	old := 0
	for _, n := range it.defines {
		if defined[n] {
			old++
		}
	}
	if old == 0 {
		return false
	}
	if len(it.stmts) == 1 {
		if _, ok := it.stmts[0].(*ast.DeclStmt); ok {
			return true
		}
	}
	return old == len(it.defines)
}

// packageUnit is the unit of a cell without statements, or nil.
func packageUnit(items []*item) *unit {
	if len(items) == 0 {
		return nil
	}
	for _, it := range items {
		if it.kind == declaration {
			continue
		}
		for _, s := range it.stmts {
			if _, ok := s.(*ast.DeclStmt); !ok {
				return nil
			}
		}
		for _, n := range it.defines {
			if it.free[n] {
				return nil // var x = x + 1 means the earlier x
			}
		}
	}
	return &unit{items: items, decl: true}
}

// slotsOf gives for every statement's index the declarations that can follow
// it at the earliest; those that need no statement are at -1.
func slotsOf(items []*item) map[int][]*item {
	definer := map[string]int{}
	for i, it := range items {
		for _, n := range it.defines {
			if _, seen := definer[n]; !seen {
				definer[n] = i
			}
		}
	}
	var latest func(i int, seen map[int]bool) int
	latest = func(i int, seen map[int]bool) int {
		last := -1
		seen[i] = true
		for n := range items[i].free {
			j, ok := definer[n]
			switch {
			case !ok || seen[j]:
			case items[j].kind == declaration:
				last = max(last, latest(j, seen))
			default:
				last = max(last, j)
			}
		}
		return last
	}
	slots := map[int][]*item{}
	at := map[*item]int{}
	for i, it := range items {
		if it.kind == declaration {
			at[it] = latest(i, map[int]bool{})
		}
	}
	// A method comes no earlier than its type. It may come later, except that
	// a generic type is made with all its methods.
	for _, it := range items {
		j, here := definer[it.receiver]
		if it.receiver == "" || !here || items[j].kind != declaration {
			continue
		}
		at[it] = max(at[it], at[items[j]])
		if items[j].parametric() {
			at[items[j]] = at[it]
		}
	}
	for _, it := range items {
		if it.kind != declaration {
			continue
		}
		slot := at[it]
		if j, here := definer[it.receiver]; it.receiver != "" && here && items[j].kind == declaration {
			slot = max(slot, at[items[j]])
		}
		slots[slot] = append(slots[slot], it)
	}
	return slots
}

// parametric reports whether an item declares a generic type.
func (it *item) parametric() bool {
	for _, d := range it.decls {
		if g, ok := d.(*ast.GenDecl); ok {
			for _, spec := range g.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok && t.TypeParams != nil {
					return true
				}
			}
		}
	}
	return false
}

// add checks a unit, binds its names and, where a name has changed its type,
// compiles its earlier users anew.
func (p *plan) add(u *unit) {
	if u.decl {
		p.reuse(u)
		p.adopt(u)
	}
	if len(u.items) == 0 {
		return
	}
	u.file = p.assemble(u)
	errs := p.check(u)
	p.safe(u)
	p.units = append(p.units, u)
	changed := p.bind(u)
	for _, e := range errs { // told with the unit's own names known
		p.problems = append(p.problems, p.problem(u, e))
	}
	p.idle(u)
	p.renew(u, changed)
}

// renew compiles the declarations of earlier cells that use changed names,
// and then those that use what thereby changed.
func (p *plan) renew(cause *unit, changed map[string]bool) {
	behind := lastDefining(cause, changed)
	for range 100 { // each turn changes names not changed before
		u := &unit{decl: true, again: true, items: p.users(changed)}
		if len(u.items) == 0 || len(p.problems) > 0 {
			return
		}
		p.drop(u)
		if len(u.items) == 0 {
			return
		}
		if behind != nil {
			cause.follow[behind] = append(cause.follow[behind], u)
		} else {
			p.units = append(p.units, u)
		}
		next := p.bind(u)
		for n := range next {
			if _, isType := p.scope.entries[n].obj.(*types.TypeName); isType {
				delete(next, n) // its users were in this unit
			}
		}
		changed = next
	}
}

// lastDefining is the statement behind which all the changed names have their
// new meaning, or nil for a unit of declarations.
func lastDefining(u *unit, changed map[string]bool) (last *item) {
	if u.decl {
		return nil
	}
	u.follow = map[*item][]*unit{}
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
func (p *plan) drop(u *unit) {
	for len(u.items) > 0 {
		for _, it := range u.items {
			it.parse(p.s.files)
		}
		u.file = p.assemble(u)
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
				p.notes = append(p.notes, fmt.Sprintf("%s of %s keeps the earlier meaning: %s", it.defines[0], it.cell, msg))
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
func (p *plan) users(changed map[string]bool) []*item {
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
			if _, isType := e.obj.(*types.TypeName); isType && chosen[e.decl] {
				for _, n := range e.decl.defines {
					all[n] = true
				}
			}
		}
	}
	return inOrder(chosen)
}

// inOrder lists declarations as they were written, earliest first.
func inOrder(set map[*item]bool) []*item {
	list := make([]*item, 0, len(set))
	for it := range set {
		list = append(list, it)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].seq < list[j].seq })
	return list
}
