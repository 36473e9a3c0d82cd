package workspace

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// A binder enters what a unit declares into the scope of a plan.
type binder struct {
	*Plan
	changed map[string]bool // names that no longer are what they were
}

// bind enters what a unit declares and reports the names that no longer are
// what they were, so that their users must be compiled anew.
func (p *Plan) bind(u *Unit) (changed map[string]bool) {
	b := binder{p, map[string]bool{}}
	if !u.Declares {
		b.variables(u)
		return b.changed
	}
	for _, it := range u.items { // types before methods, whose names depend on them
		if it.receiver == "" {
			b.declared(it)
		}
	}
	for _, it := range u.items {
		if it.receiver != "" {
			b.method(it, u)
		}
	}
	return b.changed
}

// enter enters a name.
func (b binder) enter(name string, obj types.Object, decl *item, home string) {
	if obj == nil || obj.Type() == nil {
		return
	}
	e := &Entry{Name: name, Object: obj, decl: decl, Cell: home}
	old := b.scope.entries[name]
	if e.generic() && decl != nil {
		b.w.generics[obj] = generic{item: decl}
	}
	if old != nil && sameMeaning(old, e) {
		e.Ours = old.Ours
	} else {
		e.Ours = b.w.nameFor(e, old)
		if old != nil {
			b.changed[name] = true
		}
	}
	b.scope.declare(e)
}

// variables enters those that statements define.
func (b binder) variables(u *Unit) {
	locals := u.Info.Scopes[u.body.Type]
	for _, it := range u.items {
		for _, n := range it.defines {
			v, ok := locals.Lookup(n).(*types.Var)
			if !ok {
				continue
			}
			b.enter(n, types.NewVar(v.Pos(), b.w.Own, n, v.Type()), nil, it.cell)
			if e := b.scope.entries[n]; e != nil {
				b.scope.ours[v] = e.Ours
			}
		}
	}
}

// declared enters what an item declares that is no method.
func (b binder) declared(it *item) {
	decl := it
	if it.kind == statement {
		decl = nil
	}
	for _, n := range it.defines {
		b.enter(n, b.w.Own.Scope().Lookup(n), decl, it.cell)
	}
}

// method enters a method under the name of its type and its own.
func (b binder) method(it *item, u *Unit) {
	fn := it.decls[0].(*ast.FuncDecl)
	obj := u.Info.Defs[fn.Name]
	if fn.Recv == nil { // detached
		m := methodOf(b.scope.plainType(it.receiver), it.defines[0][len(it.receiver)+1:])
		if m == nil {
			return // refused by give
		}
		obj = m
	}
	b.enter(it.defines[0], obj, it, it.cell)
}

// sameMeaning reports whether the new meaning of a name can take the place of the
// old, where its users expect it.
func sameMeaning(old, e *Entry) bool {
	if old.generic() || e.generic() {
		return false
	}
	switch o := e.Object.(type) {
	case *types.Var:
		_, ok := old.Object.(*types.Var)
		return ok && types.Identical(old.Object.Type(), o.Type())
	case *types.Func:
		was, ok := old.Object.(*types.Func)
		if !ok || !types.Identical(was.Type(), o.Type()) {
			return false
		}
		r, s := was.Type().(*types.Signature).Recv(), o.Type().(*types.Signature).Recv()
		return r == nil && s == nil || r != nil && s != nil && types.Identical(r.Type(), s.Type())
	case *types.Const:
		was, ok := old.Object.(*types.Const)
		return ok && types.Identical(was.Type(), o.Type()) && was.Val().Kind() == o.Val().Kind() && constant.Compare(was.Val(), token.EQL, o.Val())
	case *types.TypeName:
		return types.Identical(old.Object.Type(), o.Type())
	}
	return false
}

// nameFor is a name that nobody else in the interpreter has. The first version of
// a type keeps its own, since embedded fields are named after it.
func (w *Workspace) nameFor(e, old *Entry) string {
	if _, ok := e.Object.(*types.TypeName); ok && old == nil && types.Universe.Lookup(e.Name) == nil && !w.taken[e.Name] {
		w.taken[e.Name] = true
		return e.Name
	}
	return w.opts.Unique(e.Name + "#")
}
