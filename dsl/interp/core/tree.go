package core

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
)

// A tree is checked Go that a pass rewrites. Whatever a pass makes it types, so
// that the passes behind it can ask of any expression what they ask of the
// reader's own.
type tree struct {
	*lowering
	info *types.Info
}

// at makes syntax that belongs to a place of the cell.
func (t tree) at(pos token.Pos) builder {
	if !pos.IsValid() {
		pos = t.anchor
	}
	return builder{place{pos}, t.info}
}

// variable is a new variable, which no other name can hide.
func (t tree) variable(of types.Type) *types.Var {
	return types.NewVar(token.NoPos, nil, t.temp(), types.Default(of))
}

// rename makes all that means one variable mean another.
func (t tree) rename(in ast.Node, from, to types.Object) {
	ast.Inspect(in, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if t.info.Uses[id] == from {
				t.info.Uses[id], id.Name = to, to.Name()
			}
			if t.info.Defs[id] == from {
				t.info.Defs[id], id.Name = to, to.Name()
			}
		}
		return true
	})
}

// mentions reports whether something names a variable.
func (t tree) mentions(x ast.Node, v types.Object) (found bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && t.info.Uses[id] == v
		return !found
	})
	return found
}

// isNil reports whether an expression is the predeclared nil.
func (t tree) isNil(x ast.Expr) bool { return t.info.Types[x].IsNil() }

// isBuiltin reports whether a call is one of Go's own function of that name.
func (t tree) isBuiltin(call *ast.CallExpr, name string) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok || id.Name != name {
		return false
	}
	_, ok = t.info.Uses[id].(*types.Builtin)
	return ok
}

// underlying is what the type of an expression is made of, nil if it has none.
func (t tree) underlying(x ast.Expr) types.Type {
	if of := t.info.TypeOf(x); of != nil {
		return of.Underlying()
	}
	return nil
}

// blank reports whether an expression is the name _.
func blank(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == "_"
}

// isFunction reports whether values of a type, if there is one, are functions.
func isFunction(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// hasName reports whether a type has a name of its own.
func hasName(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Named)
	return ok
}

// label is the label of the statement at a cursor, nil if it has none.
func label(c *astutil.Cursor) *ast.Ident {
	if n, ok := c.Parent().(*ast.LabeledStmt); ok {
		return n.Label
	}
	return nil
}

// preceded is a statement with what is to be done before it.
func preceded(s ast.Stmt, before []ast.Stmt) ast.Stmt {
	if len(before) == 0 {
		return s
	}
	return &ast.BlockStmt{Lbrace: s.Pos(), List: append(slices.Clip(before), s), Rbrace: s.End()}
}

// sink puts a label back on the loop or switch that it was of, behind what has
// come before that.
func sink(n *ast.LabeledStmt) ast.Stmt {
	b, ok := n.Stmt.(*ast.BlockStmt)
	if !ok || len(b.List) == 0 {
		return n
	}
	last := len(b.List) - 1
	b.List[last] = sink(&ast.LabeledStmt{Label: n.Label, Colon: n.Colon, Stmt: b.List[last]})
	return b
}
