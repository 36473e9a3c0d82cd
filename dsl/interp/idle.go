package interp

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
)

// idle reports the statements of a unit that are values which do nothing
// until they are looked at, and which nobody looks at. A call of a function
// of the reader's own is none: it may be there for what it does.
func (p *plan) idle(u *unit) {
	if p.s.idle == nil {
		return
	}
	shown := p.shown(u)
	ast.Inspect(u.file, func(n ast.Node) bool {
		s, ok := n.(*ast.ExprStmt)
		if !ok || s == shown || p.callsOwn(u, s.X) {
			return true
		}
		t := p.compiled(u.info.TypeOf(s.X))
		if t == nil || !p.s.idle(t) {
			return true
		}
		at := p.s.files.Position(s.Pos())
		p.problems = append(p.problems, Problem{
			Name: at.Filename, Line: at.Line, Col: at.Column, EndCol: at.Column + p.width(s.Pos()),
			Message: "a value stands here that nobody looks at", Idle: t,
		})
		return true
	})
}

// shown is the statement whose value the cell shows, nil if it is not in the
// unit.
func (p *plan) shown(u *unit) ast.Stmt {
	if u.decl || len(u.items) == 0 {
		return nil
	}
	last := u.items[len(u.items)-1]
	if !last.final || last.quiet || len(last.stmts) == 0 {
		return nil
	}
	return last.stmts[len(last.stmts)-1]
}

// callsOwn reports whether an expression is a call of something that a cell
// declares.
func (p *plan) callsOwn(u *unit, x ast.Expr) bool {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok {
		return false
	}
	var obj types.Object
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		obj = u.info.Uses[f]
	case *ast.SelectorExpr:
		obj = u.info.Uses[f.Sel]
	}
	f, ok := obj.(*types.Func)
	return !ok || f.Pkg() == p.s.pkg
}

// compiled is the type of a compiled package that t is or points to, or nil.
func (p *plan) compiled(t types.Type) reflect.Type {
	if t == nil {
		return nil
	}
	t = types.Unalias(t)
	if pointer, ok := t.(*types.Pointer); ok {
		t = types.Unalias(pointer.Elem())
	}
	if named, ok := t.(*types.Named); ok {
		if rt, ok := p.s.tables.Compiled(named); ok {
			return rt
		}
	}
	return nil
}

// bar is the innermost operator | whose operands an error at a position is
// about, or nil.
func (p *plan) bar(u *unit, pos token.Pos) (found *Bar) {
	ast.Inspect(u.file, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if ok && b.Op == token.OR && b.Pos() <= pos && pos < b.End() {
			x, y := p.compiled(u.info.TypeOf(b.X)), p.compiled(u.info.TypeOf(b.Y))
			if x != nil || y != nil {
				at := p.s.files.Position(b.OpPos)
				found = &Bar{Line: at.Line, Col: at.Column, X: x, Y: y}
			}
		}
		return n != nil
	})
	return found
}
