// Package wait tells which Go may wait for something: for a function, or at the
// other side of a channel. Behind those places a cell looks whether it was
// stopped, and in an expression they come in the order of the text.
//
// It imports nothing of ours. Start at May.
package wait

import (
	"go/ast"
	"go/token"
)

// May reports whether a statement or expression itself calls a function or
// uses a channel, outside the blocks in it.
func May(n ast.Node) (found bool) {
	switch n := n.(type) {
	case nil, *ast.BlockStmt, *ast.ReturnStmt, *ast.BranchStmt, *ast.DeferStmt, *ast.GoStmt, *ast.LabeledStmt, *ast.CaseClause, *ast.CommClause:
		return false
	case *ast.IfStmt:
		return false // its blocks look themselves
	case *ast.RangeStmt:
		return true // it may be over a channel
	case *ast.ExprStmt:
		if call, ok := n.X.(*ast.CallExpr); ok {
			if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "panic" {
				return false
			}
		}
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.SendStmt:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.FuncLit, *ast.BlockStmt:
			return false
		}
		return !found
	})
	return found
}
