package core

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// builtin replaces the functions the interpreter does not have.
func (l *lowering) builtin(c *astutil.Cursor, call *ast.CallExpr) {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return
	}
	b, ok := l.info.Uses[id].(*types.Builtin)
	if !ok {
		return
	}
	switch b.Name() {
	case "min", "max":
		call.Fun = l.extremum(b.Name(), types.Default(l.info.TypeOf(call)), call.Pos())
	case "recover":
		at := l.at(call.Pos())
		c.Replace(at.apply(at.hook("Recovered"), at.id(l.functions[len(l.functions)-1].caught)))
	case "print", "println":
		at := l.at(call.Pos())
		call.Fun = at.hook(strings.ToUpper(b.Name()[:1]) + b.Name()[1:])
	case "make":
		if ch, ok := l.info.TypeOf(call).Underlying().(*types.Chan); ok && ch.Dir() != types.SendRecv {
			call.Args[0] = l.typ(types.NewChan(types.SendRecv, ch.Elem()), call.Pos())
			c.Replace(l.at(call.Pos()).apply(l.convertedTo(l.info.TypeOf(call), call.Pos()), call))
		}
	case "clear":
		if _, ok := l.given[call].Underlying().(*types.Map); ok {
			call.Fun = l.at(call.Pos()).hook("Clear")
			return
		}
		call.Fun = l.clearer(l.given[call], call.Pos())
	}
}

// convertedTo is a function that converts a value to a type, for conversions
// that the interpreter only takes note of.
func (l *lowering) convertedTo(t types.Type, pos token.Pos) ast.Expr {
	rt := l.runtimeType(t, pos)
	return l.helper(conversion{"to", rt}, l.at(pos), func() reflect.Value { return converted(rt) })
}

// extremum is func(a ...T) T { m := a[0]; for _, x := range a { if x < m || x != x { m = x } }; return m },
// where for floats -0 is less than 0.
func (l *lowering) extremum(name string, t types.Type, pos token.Pos) ast.Expr {
	b := l.at(pos)
	op := token.LSS
	if name == "max" {
		op = token.GTR
	}
	elem := func() ast.Expr { return l.typ(t, pos) }
	better := b.binary(b.binary(b.id("x#"), op, b.id("m#")), token.LOR, b.binary(b.id("x#"), token.NEQ, b.id("x#")))
	if t.Underlying().(*types.Basic).Info()&types.IsFloat != 0 {
		inverse := func(name string) ast.Expr {
			return b.binary(&ast.BasicLit{ValuePos: pos, Kind: token.FLOAT, Value: "1.0"}, token.QUO, b.id(name))
		}
		zeros := b.binary(b.binary(b.id("x#"), token.EQL, b.id("m#")), token.LAND, b.binary(inverse("x#"), op, inverse("m#")))
		better = b.binary(better, token.LOR, zeros)
	}
	return &ast.FuncLit{
		Type: &ast.FuncType{
			Func:    b.pos,
			Params:  &ast.FieldList{List: []*ast.Field{{Names: []*ast.Ident{b.id("a#")}, Type: &ast.Ellipsis{Ellipsis: b.pos, Elt: elem()}}}},
			Results: &ast.FieldList{List: []*ast.Field{{Type: elem()}}},
		},
		Body: b.block(
			b.define("m#", &ast.IndexExpr{X: b.id("a#"), Lbrack: b.pos, Index: b.number(0), Rbrack: b.pos}),
			&ast.RangeStmt{
				For: b.pos, Key: b.id("_"), Value: b.id("x#"), TokPos: b.pos, Tok: token.DEFINE, X: b.id("a#"),
				Body: b.block(&ast.IfStmt{
					If:   b.pos,
					Cond: better,
					Body: b.block(b.assign("m#", b.id("x#"))),
				}),
			},
			b.ret(b.id("m#")),
		),
	}
}

// clearer zeroes a slice.
func (l *lowering) clearer(t types.Type, pos token.Pos) ast.Expr {
	b := l.at(pos)
	loop := &ast.RangeStmt{For: b.pos, Key: b.id("i#"), TokPos: b.pos, Tok: token.DEFINE, X: b.id("c#")}
	loop.Body = b.block(&ast.AssignStmt{
		Lhs: []ast.Expr{&ast.IndexExpr{X: b.id("c#"), Lbrack: b.pos, Index: b.id("i#"), Rbrack: b.pos}},
		Tok: token.ASSIGN, TokPos: b.pos, Rhs: []ast.Expr{b.id("z#")},
	})
	elem := t.Underlying().(*types.Slice).Elem()
	lit := b.thunk(&ast.DeclStmt{Decl: l.varDecl("z#", elem, pos)}, loop)
	lit.Type.Params.List = []*ast.Field{{Names: []*ast.Ident{b.id("c#")}, Type: l.typ(t, pos)}}
	return lit
}

// noVariadic passes nil where a call leaves all variadic parameters out: the
// interpreter would pass an empty list.
func (l *lowering) noVariadic(call *ast.CallExpr) {
	sig, ok := types.Unalias(l.info.TypeOf(call.Fun)).(*types.Signature)
	if !ok || !sig.Variadic() || len(call.Args) != sig.Params().Len()-1 || l.callsCompiled(call) || l.info.Types[call.Fun].IsBuiltin() || l.info.Types[call.Fun].IsType() {
		return
	}
	if len(call.Args) == 1 {
		if _, several := l.info.TypeOf(call.Args[0]).(*types.Tuple); several {
			return
		}
	}
	b := l.at(call.Rparen)
	t := sig.Params().At(sig.Params().Len() - 1).Type()
	call.Args = append(call.Args, b.apply(&ast.ParenExpr{Lparen: b.pos, X: l.typ(t, call.Pos()), Rparen: b.pos}, b.id("nil")))
	call.Ellipsis = b.pos
}

// typedNil gives nil among the arguments of a call the type it stands for,
// which the interpreter forgets.
func (l *lowering) typedNil(call *ast.CallExpr) {
	for i, a := range call.Args {
		if !l.info.Types[a].IsNil() {
			continue
		}
		var t types.Type
		if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
			if b, ok := l.info.Uses[id].(*types.Builtin); ok && b.Name() == "append" && i > 0 {
				t = l.info.TypeOf(call)
				if !call.Ellipsis.IsValid() {
					t = t.Underlying().(*types.Slice).Elem()
				}
			}
		}
		if sig, ok := types.Unalias(l.info.TypeOf(call.Fun)).(*types.Signature); ok && t == nil && call.Ellipsis.IsValid() && i == len(call.Args)-1 {
			t = sig.Params().At(sig.Params().Len() - 1).Type()
		}
		if t == nil || types.IsInterface(t) {
			continue
		}
		b := l.at(a.Pos())
		call.Args[i] = b.apply(&ast.ParenExpr{Lparen: b.pos, X: l.typ(t, a.Pos()), Rparen: b.pos}, b.id("nil"))
	}
}

// parameter is the type of what a function takes as its argument number i, or
// nil if it is none.
func parameter(t types.Type, i int) types.Type {
	sig, ok := types.Unalias(t).(*types.Signature)
	switch {
	case !ok || sig.Params().Len() == 0:
		return nil
	case sig.Variadic() && i >= sig.Params().Len()-1:
		if list, ok := sig.Params().At(sig.Params().Len() - 1).Type().(*types.Slice); ok {
			return list.Elem()
		}
		return nil
	case i >= sig.Params().Len():
		return nil
	}
	return sig.Params().At(i).Type()
}

// typed gives nil, where it stands for a value of an interface or function type
// of a cell, that type: the interpreter compiles it no other way.
func (l *lowering) typed(x ast.Expr, t types.Type) ast.Expr {
	if t == nil || !l.info.Types[x].IsNil() {
		return x
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		if u.NumMethods() == 0 || types.Identical(t, types.Universe.Lookup("error").Type()) {
			return x
		}
	case *types.Signature:
		if _, named := types.Unalias(t).(*types.Named); !named {
			return x
		}
	default:
		return x
	}
	b := l.at(x.Pos())
	rt := l.runtimeType(t, x.Pos())
	return b.apply(l.helper(conversion{"nil", rt}, b, func() reflect.Value {
		nothing := []reflect.Value{reflect.Zero(rt)}
		return reflect.MakeFunc(reflect.FuncOf(nil, []reflect.Type{rt}, false), func([]reflect.Value) []reflect.Value { return nothing })
	}))
}
