package workspace

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"unfold/dsl/interp/gotypes"
)

// unusedValues reports the statements of a unit that are values which do nothing
// until they are looked at, and which nobody looks at. A call of a function
// of the reader's own is none: it may be there for what it does.
func (p *Plan) unusedValues(u *Unit) {
	if p.w.opts.Lazy == nil {
		return
	}
	shown := u.shown()
	ast.Inspect(u.File, func(n ast.Node) bool {
		s, ok := n.(*ast.ExprStmt)
		if !ok || s == shown || callsOwn(u, s.X) {
			return true
		}
		t := compiled(p.w.Packages.Tables, u.Info.TypeOf(s.X))
		if t == nil || !p.w.opts.Lazy(t) {
			return true
		}
		at := p.w.Files.Position(s.Pos())
		p.Problems = append(p.Problems, Problem{
			Name: at.Filename, Line: at.Line, Col: at.Column, EndCol: at.Column + p.w.Files.width(s.Pos()),
			Message: "a value stands here that nobody looks at", Unused: t,
		})
		return true
	})
}

// noteUnused tells of variables inside functions that are never used, which the
// compiler refuses. Those of the cell itself are there for later cells.
func (p *Plan) noteUnused(u *Unit) {
	for _, e := range u.unused {
		name := strings.TrimPrefix(e.Msg, unusedVariable)
		it := itemAt(u.items, e.Pos)
		if u.adopted[it] || !u.insideFunction(e.Pos) || strings.ContainsAny(name, "#") || strings.Contains(name, "__") {
			continue
		}
		at := p.w.Files.Position(e.Pos)
		p.Notes = append(p.Notes, fmt.Sprintf("%s:%d:%d: %s is declared and not used, which a Go compiler refuses", at.Filename, at.Line, at.Column, name))
	}
}

// insideFunction reports whether a position is in a function of the unit.
func (u *Unit) insideFunction(pos token.Pos) (inside bool) {
	ast.Inspect(u.File, func(n ast.Node) bool {
		switch f := n.(type) {
		case *ast.FuncDecl:
			inside = inside || f != u.body && f.Pos() <= pos && pos < f.End()
		case *ast.FuncLit:
			inside = inside || f.Pos() <= pos && pos < f.End()
		}
		return !inside
	})
	return inside
}

// callsOwn reports whether an expression is a call of something that a cell
// declares.
func callsOwn(u *Unit, x ast.Expr) bool {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok {
		return false
	}
	var obj types.Object
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		obj = u.Info.Uses[f]
	case *ast.SelectorExpr:
		obj = u.Info.Uses[f.Sel]
	}
	f, ok := obj.(*types.Func)
	return !ok || f.Pkg() != nil && f.Pkg().Path() == Main
}

// compiled is the type of a compiled package that t is or points to, or nil.
func compiled(tables *gotypes.Importer, t types.Type) reflect.Type {
	if t == nil {
		return nil
	}
	t = types.Unalias(t)
	if pointer, ok := t.(*types.Pointer); ok {
		t = types.Unalias(pointer.Elem())
	}
	if named, ok := t.(*types.Named); ok {
		if rt, ok := tables.Compiled(named); ok {
			return rt
		}
	}
	return nil
}

// bar is the innermost operator | whose operands an error at a position is
// about, or nil.
func (u *Unit) bar(files *Files, tables *gotypes.Importer, pos token.Pos) (found *Bar) {
	ast.Inspect(u.File, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if ok && b.Op == token.OR && b.Pos() <= pos && pos < b.End() {
			x, y := compiled(tables, u.Info.TypeOf(b.X)), compiled(tables, u.Info.TypeOf(b.Y))
			if x != nil || y != nil {
				at := files.Position(b.OpPos)
				found = &Bar{Line: at.Line, Col: at.Column, X: x, Y: y}
			}
		}
		return n != nil
	})
	return found
}
