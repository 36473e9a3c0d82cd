package interp

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// bind enters what a unit declares and reports the names that no longer are
// what they were, so that their users must be compiled anew.
func (p *plan) bind(u *unit) (changed map[string]bool) {
	changed = map[string]bool{}
	enter := func(name string, obj types.Object, decl *item, home string) {
		if obj == nil || obj.Type() == nil {
			return
		}
		e := &entry{name: name, obj: obj, decl: decl, cell: home}
		old := p.scope.entries[name]
		if e.generic() && decl != nil {
			p.s.generics[obj] = generic{item: decl}
		}
		if old != nil && p.same(old, e) {
			e.ours = old.ours
		} else {
			e.ours = p.s.ourName(e, old)
			if old != nil {
				changed[name] = true
			}
		}
		p.scope.declare(e)
	}
	if !u.decl {
		locals := u.info.Scopes[u.body.Type]
		for _, it := range u.items {
			for _, n := range it.defines {
				local := locals.Lookup(n)
				v, ok := local.(*types.Var)
				if !ok {
					continue
				}
				enter(n, types.NewVar(v.Pos(), p.s.pkg, n, v.Type()), nil, it.cell)
				if e := p.scope.entries[n]; e != nil {
					p.scope.ours[v] = e.ours
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
			enter(n, p.s.pkg.Scope().Lookup(n), decl, it.cell)
		}
	}
	for _, it := range u.items {
		if it.receiver == "" {
			continue
		}
		fn := it.decls[0].(*ast.FuncDecl)
		obj := u.info.Defs[fn.Name]
		if fn.Recv == nil { // detached
			m := methodOf(p.sessionType(it.receiver), it.defines[0][len(it.receiver)+1:])
			if m == nil {
				continue // refused by give
			}
			obj = m
		}
		enter(it.defines[0], obj, it, it.cell)
	}
	return changed
}

// same reports whether the new meaning of a name can take the place of the
// old, where its users expect it.
func (p *plan) same(old, e *entry) bool {
	if old.generic() || e.generic() {
		return false
	}
	switch o := e.obj.(type) {
	case *types.Var:
		_, ok := old.obj.(*types.Var)
		return ok && types.Identical(old.obj.Type(), o.Type())
	case *types.Func:
		was, ok := old.obj.(*types.Func)
		if !ok || !types.Identical(was.Type(), o.Type()) {
			return false
		}
		r, s := was.Type().(*types.Signature).Recv(), o.Type().(*types.Signature).Recv()
		return r == nil && s == nil || r != nil && s != nil && types.Identical(r.Type(), s.Type())
	case *types.Const:
		was, ok := old.obj.(*types.Const)
		return ok && types.Identical(was.Type(), o.Type()) && was.Val().Kind() == o.Val().Kind() && constant.Compare(was.Val(), token.EQL, o.Val())
	case *types.TypeName:
		return types.Identical(old.obj.Type(), o.Type())
	}
	return false
}

// ourName is a name nobody else in the interpreter has. The first version of
// a type keeps its own, since embedded fields are named after it.
func (s *Session) ourName(e, old *entry) string {
	if _, ok := e.obj.(*types.TypeName); ok && old == nil && types.Universe.Lookup(e.name) == nil && !s.taken[e.name] {
		s.taken[e.name] = true
		return e.name
	}
	return s.lowerer.Unique(e.name + "#")
}
