package interp

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// wrapped reports whether a value of the session, held in x, is hidden in a
// wrapper: x is of a compiled interface with methods, such as error.
func (l *lowering) wrapped(x ast.Expr) bool {
	t := types.Unalias(l.info.TypeOf(x))
	it, ok := t.Underlying().(*types.Interface)
	if !ok || it.NumMethods() == 0 {
		return false
	}
	named, ok := t.(*types.Named)
	if !ok {
		return false
	}
	_, compiled := l.s.tables.Compiled(named.Obj())
	return compiled || named.Obj().Pkg() == nil
}

// doubtful warns where the interpreter may take a value for one of another
// type, or not recognise it: better said than silently wrong.
func (l *lowering) doubtful(x ast.Expr, t types.Type, pos token.Pos) {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || !l.ownConcrete(named) {
		return
	}
	at := l.s.files.Position(pos)
	_, isStruct := named.Underlying().(*types.Struct)
	switch {
	case !isStruct:
		l.p.notes = append(l.p.notes, fmt.Sprintf("%s: the interpreter cannot tell a %s in an interface from a %s", at, named.Obj().Name(), types.TypeString(named.Underlying(), func(p *types.Package) string { return p.Name() })))
	case l.wrapped(x):
		l.p.notes = append(l.p.notes, fmt.Sprintf("%s: the interpreter cannot get a struct %s back out of this interface; use a pointer to it", at, named.Obj().Name()))
	}
}

// ownConcrete reports whether a type is a session's own, or a pointer to one,
// and no interface.
func (l *lowering) ownConcrete(t types.Type) bool {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok || types.IsInterface(named) || named.Obj().Pkg() == nil {
		return false
	}
	_, compiled := l.s.tables.Compiled(named.Obj())
	return !compiled
}

// wrapArguments converts results of calls to the types they have where they
// are passed as interfaces: the interpreter forgets the methods of a value
// that goes from one call straight into a compiled one.
func (l *lowering) wrapArguments(call *ast.CallExpr) {
	sig, ok := types.Unalias(l.info.TypeOf(call.Fun)).(*types.Signature)
	if !ok {
		return
	}
	for i, a := range call.Args {
		inner, ok := ast.Unparen(a).(*ast.CallExpr)
		if !ok || l.info.Types[inner.Fun].IsType() || sig.Params().Len() == 0 {
			continue
		}
		param := sig.Params().At(min(i, sig.Params().Len()-1)).Type()
		if sl, ok := param.(*types.Slice); ok && sig.Variadic() && i >= sig.Params().Len()-1 && !call.Ellipsis.IsValid() {
			param = sl.Elem()
		}
		if t := l.info.TypeOf(inner); t != nil && types.IsInterface(param) && l.ownConcrete(t) {
			call.Args[i] = l.converted(inner, t)
		}
	}
}

// converted is T(x), for an x of type T.
func (l *lowering) converted(x ast.Expr, t types.Type) ast.Expr {
	b := l.at(x.Pos())
	return b.apply(&ast.ParenExpr{Lparen: b.pos, X: l.typ(t, x.Pos()), Rparen: b.pos}, x)
}

// bindSwitch gives `switch x.(type)` a variable, without which the
// interpreter takes the wrong case, and takes a value of the session out of
// its wrapper where the cases ask for such values.
func (l *lowering) bindSwitch(n *ast.TypeSwitchStmt) {
	l.unwrapSwitch(n)
	if x, ok := n.Assign.(*ast.ExprStmt); ok {
		n.Assign = l.at(x.Pos()).define(l.temp(), x.X)
	}
}

func (l *lowering) unwrapSwitch(n *ast.TypeSwitchStmt) {
	var assert *ast.TypeAssertExpr
	switch a := n.Assign.(type) {
	case *ast.ExprStmt:
		assert = a.X.(*ast.TypeAssertExpr)
	case *ast.AssignStmt:
		assert = a.Rhs[0].(*ast.TypeAssertExpr)
	}
	for _, c := range n.Body.List {
		for _, x := range c.(*ast.CaseClause).List {
			if t := l.info.TypeOf(x); t != nil {
				l.doubtful(assert.X, t, x.Pos())
			}
		}
	}
	if !l.wrapped(assert.X) {
		return
	}
	own := false
	for _, c := range n.Body.List {
		for _, x := range c.(*ast.CaseClause).List {
			t := l.info.TypeOf(x)
			if t == nil || l.info.Types[x].IsNil() {
				continue
			}
			if types.IsInterface(t) {
				return // which the value alone would not satisfy
			}
			own = own || l.ownConcrete(t)
		}
	}
	if own {
		b := l.at(assert.Pos())
		assert.X = b.apply(l.hook(b, "Inner"), assert.X)
	}
}

// isCaseError reports whether a type is error as a case of a type switch,
// where the interpreter overlooks compiled errors unless it is told error as
// a compiled type.
func (l *lowering) isCaseError(c *astutil.Cursor, t types.Type) bool {
	_, inCase := c.Parent().(*ast.CaseClause)
	return inCase && types.Identical(t, types.Universe.Lookup("error").Type())
}

// spellOut writes the embedded fields that a selector passes through, so that
// the interpreter need not find them.
func (l *lowering) spellOut(x *ast.SelectorExpr, sel *types.Selection) {
	t := sel.Recv()
	index := sel.Index()
	for _, i := range index[:len(index)-1] {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		st, ok := t.Underlying().(*types.Struct)
		if !ok {
			return
		}
		f := st.Field(i)
		x.X = &ast.SelectorExpr{X: x.X, Sel: &ast.Ident{Name: l.fieldName(f), NamePos: x.Sel.Pos()}}
		t = f.Type()
	}
}
