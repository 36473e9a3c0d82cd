package core

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strconv"
	"strings"
)

// Assertions, comparisons and switches are asked of compiled functions, which
// see the types of values as Go does.

// helper names a compiled function made for cells, once for every key.
func (l *lowering) helper(key any, b builder, make func() reflect.Value) ast.Expr {
	return l.entryFor(key, "F", b, make)
}

// entryFor names an entry of the unnamed package, which is made if there is
// none for the key yet.
func (l *lowering) entryFor(key any, prefix string, b builder, make func() reflect.Value) ast.Expr {
	name, ok := l.entries[key]
	if !ok {
		name = prefix + strconv.Itoa(len(l.entries))
		l.entries[key] = name
		l.exports[name] = make()
	}
	l.needs[UnnamedPath] = true
	return &ast.SelectorExpr{X: b.id(alias(UnnamedPath)), Sel: b.id(name)}
}

// runtimeType is the run-time type of t.
func (l *lowering) runtimeType(t types.Type, pos token.Pos) reflect.Type {
	rt, err := l.types.Type(t)
	if err != nil {
		l.unmade(pos, t, err)
		return reflect.TypeFor[any]()
	}
	return rt
}

type assertionKey struct {
	from, to reflect.Type
	ok       bool
}

// assertion is x.(T) as a call, with two results where two are wanted.
func (l *lowering) assertion(n *ast.TypeAssertExpr) ast.Expr {
	t := l.info.TypeOf(n)
	pair, ok := t.(*types.Tuple)
	if ok {
		t = pair.At(0).Type()
	}
	return l.assert(l.expr(n.X), l.info.TypeOf(n.X), t, ok, n.Pos())
}

func (l *lowering) assert(x ast.Expr, from, to types.Type, ok bool, pos token.Pos) ast.Expr {
	b := l.at(pos)
	key := assertionKey{l.runtimeType(from, pos), l.runtimeType(to, pos), ok}
	return b.apply(l.helper(key, b, func() reflect.Value { return l.types.Assertion(key.from, key.to, key.ok) }), x)
}

// equal is x == y of values that may be of interface type, or composed.
func (l *lowering) equal(x, y ast.Expr, b builder) ast.Expr {
	return b.apply(b.hook("Equal"), x, y)
}

// composed reports whether values of a type are compared by more than one
// machine operation.
func composed(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Interface, *types.Struct, *types.Array:
		return true
	}
	return false
}

// comparison replaces == and != where the interpreter compares otherwise.
func (l *lowering) comparison(n *ast.BinaryExpr) ast.Expr {
	if n.Op != token.EQL && n.Op != token.NEQ || l.info.Types[n.X].IsNil() || l.info.Types[n.Y].IsNil() {
		return nil
	}
	if !composed(l.info.TypeOf(n.X)) && !composed(l.info.TypeOf(n.Y)) {
		return nil
	}
	b := l.at(n.Pos())
	eq := l.equal(l.expr(n.X), l.expr(n.Y), b)
	if n.Op == token.NEQ {
		return &ast.UnaryExpr{OpPos: b.pos, Op: token.NOT, X: eq}
	}
	return eq
}

// switchStmt is a switch over conditions: each of its cases becomes one, in
// the order in which Go compares.
func (l *lowering) switchStmt(n *ast.SwitchStmt) {
	var tag ast.Expr
	var t types.Type
	b := l.at(n.Pos())
	if n.Tag != nil {
		t = types.Default(l.info.TypeOf(n.Tag))
		name := l.temp()
		tag = b.id(name)
		n.Init = b.define(name, l.expr(n.Tag))
		n.Tag = nil
	}
	defer l.numbered(n)
	for _, c := range n.Body.List {
		c := c.(*ast.CaseClause)
		var cond ast.Expr
		for _, x := range c.List {
			var one ast.Expr
			xb := l.at(x.Pos())
			switch {
			case tag == nil:
				one = l.expr(x)
			case !l.info.Types[x].IsNil() && (composed(t) || composed(l.info.TypeOf(x))):
				one = l.equal(tag, l.expr(x), xb)
			default:
				one = xb.binary(tag, token.EQL, l.expr(x))
			}
			if cond == nil {
				cond = one
			} else {
				cond = xb.binary(cond, token.LOR, one)
			}
		}
		if cond != nil {
			c.List = []ast.Expr{cond}
		}
		c.Body = l.list(c.Body)
	}
}

// numbered makes a switch one over the number of the case to run, where it has
// a default that is not the last and one case falls through to the next: the
// interpreter would run the default last.
func (l *lowering) numbered(n *ast.SwitchStmt) {
	falls, fallback := false, len(n.Body.List)-1
	for i, c := range n.Body.List {
		c := c.(*ast.CaseClause)
		if c.List == nil {
			fallback = i
		}
		if len(c.Body) > 0 {
			j, ok := c.Body[len(c.Body)-1].(*ast.BranchStmt)
			falls = falls || ok && j.Tok == token.FALLTHROUGH
		}
	}
	if !falls || fallback == len(n.Body.List)-1 {
		return
	}
	b := l.at(n.Pos())
	chosen := l.temp()
	choose := b.thunk()
	choose.Type.Results = &ast.FieldList{List: []*ast.Field{{Type: b.id("int")}}}
	if n.Init != nil {
		choose.Body.List = append(choose.Body.List, n.Init)
	}
	for i, c := range n.Body.List {
		c := c.(*ast.CaseClause)
		if c.List != nil {
			choose.Body.List = append(choose.Body.List, &ast.IfStmt{If: b.pos, Cond: c.List[0], Body: b.block(b.ret(b.number(i)))})
		}
		c.List = []ast.Expr{b.binary(b.id(chosen), token.EQL, b.number(i))}
	}
	choose.Body.List = append(choose.Body.List, b.ret(b.number(fallback)))
	n.Init = b.define(chosen, b.apply(choose))
}

// typeSwitch is a switch over conditions, whether the value fits a case.
func (l *lowering) typeSwitch(n *ast.TypeSwitchStmt) ast.Stmt {
	var x ast.Expr
	switch a := n.Assign.(type) {
	case *ast.ExprStmt:
		x = a.X.(*ast.TypeAssertExpr).X
	case *ast.AssignStmt:
		x = a.Rhs[0].(*ast.TypeAssertExpr).X
	}
	b := l.at(n.Pos())
	from := l.info.TypeOf(x)
	name := l.temp()
	out := &ast.SwitchStmt{Switch: b.pos, Init: b.define(name, l.expr(x)), Body: &ast.BlockStmt{Lbrace: n.Body.Lbrace, Rbrace: n.Body.Rbrace}}
	for _, c := range n.Body.List {
		c := c.(*ast.CaseClause)
		made := &ast.CaseClause{Case: c.Case, Colon: c.Colon}
		var to types.Type
		if c.List != nil {
			var list []reflect.Type
			for _, x := range c.List {
				if l.info.Types[x].IsNil() {
					list, to = append(list, nil), nil
					continue
				}
				to = l.info.TypeOf(x)
				list = append(list, l.runtimeType(to, x.Pos()))
			}
			made.List = []ast.Expr{l.at(c.Pos()).apply(l.fits(list, c.Pos()), b.id(name))}
		}
		if v := l.info.Implicits[c]; v != nil {
			cb := l.at(c.Pos())
			value := ast.Expr(cb.id(name))
			if len(c.List) == 1 && to != nil {
				value = l.assert(value, from, to, false, c.Pos())
			}
			made.Body = append(made.Body, cb.define(l.local(v), value))
		}
		made.Body = append(made.Body, l.list(c.Body)...)
		out.Body.List = append(out.Body.List, made)
	}
	return out
}

// fits is a function that reports whether a value is of one of some types, of
// which nil is that of nil.
func (l *lowering) fits(list []reflect.Type, pos token.Pos) ast.Expr {
	var key strings.Builder
	for _, t := range list {
		fmt.Fprintf(&key, "%p ", t)
	}
	return l.helper(key.String(), l.at(pos), func() reflect.Value { return reflect.ValueOf(l.types.Fits(list)) })
}

// list rewrites the statements of a block.
func (l *lowering) list(list []ast.Stmt) []ast.Stmt {
	if len(list) == 0 {
		return nil
	}
	return l.rewrite(&ast.BlockStmt{Lbrace: list[0].Pos(), List: list, Rbrace: list[0].Pos()}).(*ast.BlockStmt).List
}

// local is the interpreter's name of a variable inside a function: its own,
// unless it hides one of Go's.
func (l *lowering) local(v types.Object) string {
	if name := l.renamed[v]; name != "" {
		return name
	}
	if types.Universe.Lookup(v.Name()) != nil {
		return v.Name() + "#"
	}
	return v.Name()
}
