package workspace

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// bind enters what a unit declares and reports the names that no longer are
// what they were, so that their users must be compiled anew.
func (p *Plan) bind(u *Unit) (changed map[string]bool) {
	changed = map[string]bool{}
	enter := func(name string, obj types.Object, decl *item, home string) {
		if obj == nil || obj.Type() == nil {
			return
		}
		e := &Entry{Name: name, Object: obj, decl: decl, Cell: home}
		old := p.scope.entries[name]
		if e.generic() && decl != nil {
			p.w.generics[obj] = generic{item: decl}
		}
		if old != nil && sameMeaning(old, e) {
			e.Ours = old.Ours
		} else {
			e.Ours = p.w.nameFor(e, old)
			if old != nil {
				changed[name] = true
			}
		}
		p.scope.declare(e)
	}
	if !u.Declares {
		locals := u.Info.Scopes[u.body.Type]
		for _, it := range u.items {
			for _, n := range it.defines {
				local := locals.Lookup(n)
				v, ok := local.(*types.Var)
				if !ok {
					continue
				}
				enter(n, types.NewVar(v.Pos(), p.w.Own, n, v.Type()), nil, it.cell)
				if e := p.scope.entries[n]; e != nil {
					p.scope.ours[v] = e.Ours
				}
			}
		}
		return changed
	}
	for _, it := range u.items { // types before methods, whose names depend on them
		if it.receiver != "" {
			continue
		}
		decl := it
		if it.kind == statement {
			decl = nil
		}
		for _, n := range it.defines {
			enter(n, p.w.Own.Scope().Lookup(n), decl, it.cell)
		}
	}
	for _, it := range u.items {
		if it.receiver == "" {
			continue
		}
		fn := it.decls[0].(*ast.FuncDecl)
		obj := u.Info.Defs[fn.Name]
		if fn.Recv == nil { // detached
			m := methodOf(p.scope.plainType(it.receiver), it.defines[0][len(it.receiver)+1:])
			if m == nil {
				continue // refused by give
			}
			obj = m
		}
		enter(it.defines[0], obj, it, it.cell)
	}
	return changed
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
