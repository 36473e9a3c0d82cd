package core

import (
	"go/ast"
	"go/token"
	"go/types"
)

// goStmt starts a goroutine that cannot take the process down: its panic is
// caught and told to the session. The function and its arguments are
// evaluated before it starts, as Go says.
func (l *lowering) goStmt(g *ast.GoStmt) ast.Stmt {
	b := l.at(g.Pos())
	if lit, ok := g.Call.Fun.(*ast.FuncLit); ok {
		// The interpreter tells the frame of a panic only when that has left it.
		inner := &ast.FuncLit{Type: &ast.FuncType{Func: b.pos, Params: &ast.FieldList{}, Results: lit.Type.Results}, Body: lit.Body}
		lit.Type.Results = nil
		lit.Body = b.block(l.catch(b), &ast.ExprStmt{X: b.apply(inner)})
		return g
	}
	var before []ast.Stmt
	keep := func(x ast.Expr) ast.Expr {
		name := l.temp()
		before = append(before, b.define(name, x))
		return b.id(name)
	}
	call := &ast.CallExpr{Fun: g.Call.Fun, Lparen: b.pos, Ellipsis: g.Call.Ellipsis, Rparen: b.pos}
	switch f := g.Call.Fun.(type) {
	case *ast.SelectorExpr:
		if _, plain := f.X.(*ast.Ident); !plain || !isAlias(f.X) {
			recv := f.X
			if l.byAddress[g.Call] {
				recv = &ast.UnaryExpr{OpPos: b.pos, Op: token.AND, X: recv}
			}
			call.Fun = &ast.SelectorExpr{X: keep(recv), Sel: f.Sel}
		}
	case *ast.Ident:
		if _, isBuiltin := l.info.Uses[f].(*types.Builtin); !isBuiltin {
			call.Fun = keep(f)
		}
	default:
		call.Fun = keep(f)
	}
	for _, a := range g.Call.Args {
		switch x := a.(type) {
		case *ast.BasicLit, *ast.FuncLit:
			call.Args = append(call.Args, a)
			continue
		case *ast.Ident:
			if x.Name == "nil" || x.Name == "true" || x.Name == "false" {
				call.Args = append(call.Args, a)
				continue
			}
		}
		call.Args = append(call.Args, keep(a))
	}
	run := &ast.GoStmt{Go: b.pos, Call: b.apply(b.thunk(l.catch(b), &ast.ExprStmt{X: call}))}
	return b.block(append(before, run)...)
}

// isAlias reports whether an expression names a package.
func isAlias(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && len(id.Name) > len("import#") && id.Name[:len("import#")] == "import#"
}

// catch is defer func() { r := recover(); Caught(r, place) }(). The place is
// that of the go statement.
func (l *lowering) catch(b builder) ast.Stmt {
	recovered := b.define("r#", b.call("recover"))
	told := &ast.ExprStmt{X: b.apply(b.hook("Caught"), b.id("r#"), b.number(int(b.pos)))}
	end := b.thunk(recovered, told)
	l.thunks[end] = true // so that it is told of the end of a cancelled one too
	return &ast.DeferStmt{Defer: b.pos, Call: b.apply(end)}
}
