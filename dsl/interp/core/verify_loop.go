package core

import (
	"go/ast"
	"go/token"
)

// loop is a loop with a condition.
func (v *verifier) loop(s *ast.ForStmt) {
	v.refuseIf(s.Init != nil && s.Cond == nil && s.Post == nil, s, loopInit)
	v.header(s.Init)
	if a, ok := s.Init.(*ast.AssignStmt); ok && a.Tok == token.DEFINE {
		v.turns(s, s.Body, a.Lhs)
	}
	if s.Cond != nil {
		v.expr(s.Cond)
	}
	v.header(s.Post)
	v.list(s.Body.List)
}

// rangeLoop is a loop over what has elements, with variables of its own.
func (v *verifier) rangeLoop(s *ast.RangeStmt) {
	if s.Tok == token.DEFINE {
		v.defined(s.Key, s.Value)
		v.turns(s, s.Body, []ast.Expr{s.Key, s.Value})
	} else {
		v.refuseIf(s.Key != nil && !blank(s.Key) || s.Value != nil && !blank(s.Value), s, rangeTarget)
	}
	_, literal := s.X.(*ast.FuncLit)
	v.refuseIf(literal || constantLike(s.X), s, rangeConstant)
	v.expr(s.X)
	v.list(s.Body.List)
}

// turns looks for variables of a loop's header which something keeps that the
// body makes: a function literal that is given to somebody, or an address. The
// interpreter has one variable for all turns.
func (v *verifier) turns(loop ast.Node, body *ast.BlockStmt, header []ast.Expr) {
	kept := map[string]bool{}
	keepers(body, kept)
	if len(kept) == 0 {
		return
	}
	defined := map[string]bool{} // in the body anew
	for _, x := range header {
		id, ok := x.(*ast.Ident)
		if !ok || blank(id) || !kept[id.Name] {
			continue
		}
		if len(defined) == 0 {
			definitions(body, defined)
		}
		v.refuseIf(!defined[id.Name], loop, loopVariable)
	}
}

// keepers adds the names that function literals in a block mention, which it
// assigns, appends, sends, returns, starts or puts into others, and those whose
// address it takes.
func keepers(body ast.Node, kept map[string]bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			keptLiterals(n.Rhs, kept)
		case *ast.ReturnStmt:
			keptLiterals(n.Results, kept)
		case *ast.SendStmt:
			keptLiterals([]ast.Expr{n.Value}, kept)
		case *ast.CompositeLit:
			keptLiterals(n.Elts, kept)
		case *ast.KeyValueExpr:
			keptLiterals([]ast.Expr{n.Value}, kept)
		case *ast.GoStmt:
			keptLiterals([]ast.Expr{n.Call.Fun}, kept)
		case *ast.CallExpr:
			if isNamed(n.Fun, "append") {
				keptLiterals(n.Args, kept)
			}
		case *ast.UnaryExpr:
			if id := rootOf(n.X); n.Op == token.AND && id != nil {
				kept[id.Name] = true
			}
		}
		return true
	})
}

func keptLiterals(list []ast.Expr, kept map[string]bool) {
	for _, x := range list {
		if lit, ok := x.(*ast.FuncLit); ok {
			ast.Inspect(lit.Body, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					kept[id.Name] = true
				}
				return true
			})
		}
	}
}

// rootOf is the variable that an expression is a part of, or nil.
func rootOf(x ast.Expr) *ast.Ident {
	for {
		switch y := x.(type) {
		case *ast.Ident:
			return y
		case *ast.SelectorExpr:
			x = y.X
		default:
			return nil
		}
	}
}

// definitions adds the names that a block defines, in whatever is in it.
func definitions(body ast.Node, names map[string]bool) {
	add := func(x ast.Expr) {
		if id, ok := x.(*ast.Ident); ok {
			names[id.Name] = true
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				for _, x := range n.Lhs {
					add(x)
				}
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				add(n.Key)
				add(n.Value)
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				add(id)
			}
		case *ast.Field:
			for _, id := range n.Names {
				add(id)
			}
		case *ast.KeyValueExpr: // the key may be a field of that name
			add(n.Key)
		case *ast.SelectorExpr:
			add(n.Sel)
		}
		return true
	})
}
