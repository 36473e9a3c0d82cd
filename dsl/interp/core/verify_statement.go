package core

import (
	"go/ast"
	"go/token"
	"strings"
)

// list are the statements of a block.
func (v *verifier) list(list []ast.Stmt) {
	for i, s := range list {
		if a, ok := s.(*ast.AssignStmt); ok {
			v.refuseIf(looksUp(a) && !setsMissing(list[i+1:], a.Lhs[1]), a, missingValue)
		}
		v.stmt(s)
	}
}

func (v *verifier) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case nil, *ast.EmptyStmt:
	case *ast.AssignStmt:
		v.assign(s)
	case *ast.BlockStmt:
		v.list(s.List)
	case *ast.BranchStmt:
		v.refuseIf(s.Label != nil && !isMadeName(s.Label), s, labelName)
	case *ast.DeclStmt:
		v.general(s.Decl.(*ast.GenDecl), false)
	case *ast.ExprStmt:
		v.expr(s.X)
	case *ast.IncDecStmt:
		v.expr(s.X)
	case *ast.LabeledStmt:
		v.labelled(s)
	case *ast.ReturnStmt:
		v.returned(s)
	case *ast.SendStmt:
		call, ok := s.Chan.(*ast.CallExpr)
		v.refuseIf(!ok || !isType(call.Fun), s, sendChannel)
		v.exprs([]ast.Expr{s.Chan, s.Value})
	default:
		v.compound(s)
	}
}

// compound are statements that hold others.
func (v *verifier) compound(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.IfStmt:
		v.header(s.Init)
		v.expr(s.Cond)
		v.list(s.Body.List)
		v.stmt(s.Else)
	case *ast.ForStmt:
		v.loop(s)
	case *ast.RangeStmt:
		v.rangeLoop(s)
	case *ast.SwitchStmt:
		v.switchOver(s)
	case *ast.GoStmt:
		v.goes(s)
	case *ast.DeferStmt:
		v.refuse(s, deferring)
	case *ast.TypeSwitchStmt:
		v.refuse(s, typeSwitch)
	case *ast.SelectStmt: // one without cases waits for ever
		v.refuseIf(len(s.Body.List) > 0, s, selecting)
	default:
		v.refuse(s, otherSyntax)
	}
}

// header is a statement in front of a condition.
func (v *verifier) header(s ast.Stmt) {
	if s != nil {
		v.list([]ast.Stmt{s})
	}
}

// assign is an assignment, of one value or of several at once.
func (v *verifier) assign(a *ast.AssignStmt) {
	if a.Tok == token.DEFINE {
		v.defined(a.Lhs...)
	}
	if len(a.Lhs) > 1 && len(a.Lhs) == len(a.Rhs) {
		v.parallel(a)
	}
	if len(a.Lhs) == 1 && len(a.Rhs) == 1 && isNamed(a.Lhs[0], "_") {
		v.refuseIf(isCondition(a.Rhs[0]), a, blankCondition)
	}
	v.exprs(a.Lhs)
	v.exprs(a.Rhs)
}

// parallel is an assignment of several values: of those that are not computed
// from variables alone there is one at most, beside constants.
func (v *verifier) parallel(a *ast.AssignStmt) {
	acting, reading := 0, 0
	for i, x := range a.Rhs {
		v.refuseIf(acts(a.Lhs[i]), a, parallelCall)
		v.refuseIf(isNamed(x, "nil"), x, untypedNil)
		_, literal := x.(*ast.FuncLit)
		switch {
		case acts(x):
			acting++
		case !constantLike(x) && !(literal && a.Tok == token.DEFINE):
			reading++
		}
	}
	v.refuseIf(acting > 1 || acting == 1 && reading > 0, a, parallelCall)
}

// acts reports whether an expression itself calls, makes or receives something.
// Conversions of constants do not, nor do the functions made for cells.
func acts(x ast.Expr) (found bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			found = found || !constantLike(n) && !isSupport(n.Fun)
		case *ast.CompositeLit:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}

// isSupport reports whether a function is one made for cells.
func isSupport(fun ast.Expr) bool {
	sel, ok := fun.(*ast.SelectorExpr)
	return ok && (isNamed(sel.X, unnamedAlias) || isNamed(sel.X, hookAlias))
}

// hookAlias is the interpreter's name of the package of hooks.
var hookAlias = alias(HookPath)

// isCondition reports whether an expression is computed to be true or false.
func isCondition(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.UnaryExpr:
		return x.Op == token.NOT
	case *ast.BinaryExpr:
		switch x.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ, token.LAND, token.LOR:
			return true
		}
	}
	return false
}

// looksUp reports whether an assignment asks a map for a value and whether there
// is one, and wants both.
func looksUp(a *ast.AssignStmt) bool {
	if len(a.Lhs) != 2 || len(a.Rhs) != 1 || blank(a.Lhs[0]) {
		return false
	}
	_, ok := a.Rhs[0].(*ast.IndexExpr)
	return ok
}

// setsMissing reports whether statements behind such an assignment do something
// where there is no value.
func setsMissing(list []ast.Stmt, found ast.Expr) bool {
	id, ok := found.(*ast.Ident)
	for _, s := range list {
		if branch, is := s.(*ast.IfStmt); ok && is {
			if not, is := branch.Cond.(*ast.UnaryExpr); is && not.Op == token.NOT && isNamed(not.X, id.Name) {
				return true
			}
		}
	}
	return false
}

// labelled is a loop or switch to leave, or a place to go to.
func (v *verifier) labelled(s *ast.LabeledStmt) {
	v.refuseIf(!isMadeName(s.Label) || v.labels[s.Label.Name], s, labelName)
	v.labels[s.Label.Name] = true
	v.stmt(s.Stmt)
}

// isMadeName reports whether a name is one that no cell can have written.
func isMadeName(id *ast.Ident) bool { return strings.Contains(id.Name, "#") }

// returned is a return, whose values mention no result with a name that an earlier
// one of them sets.
func (v *verifier) returned(s *ast.ReturnStmt) {
	if len(s.Results) == len(v.results) {
		for i, x := range s.Results {
			v.refuseIf(readsSet(x, v.results[:i], s.Results, v.body), x, returnedTogether)
		}
	}
	v.exprs(s.Results)
}

// readsSet reports whether an expression mentions one of some results to which a
// return gives another value. What a function defines anew is none of them.
func readsSet(x ast.Expr, results []string, values []ast.Expr, body *ast.BlockStmt) (found bool) {
	for i, name := range results {
		if name == "_" || isNamed(values[i], name) || !mentions(x, name) {
			continue
		}
		defined := map[string]bool{}
		definitions(body, defined)
		found = found || !defined[name]
	}
	return found
}

// mentions reports whether a name stands in an expression.
func mentions(x ast.Expr, name string) (found bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return !found
	})
	return found
}

// switchOver is a switch over conditions, one a case.
func (v *verifier) switchOver(s *ast.SwitchStmt) {
	v.header(s.Init)
	v.refuseIf(s.Tag != nil, s, switchTag)
	falls, fallback := false, len(s.Body.List)-1
	for i, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		v.refuseIf(len(c.List) > 1, c, caseList)
		if c.List == nil {
			fallback = i
		}
		v.exprs(c.List)
		for _, x := range c.Body {
			_, labelled := x.(*ast.LabeledStmt)
			v.refuseIf(labelled, x, labelPlace)
			j, jumps := x.(*ast.BranchStmt)
			falls = falls || jumps && j.Tok == token.FALLTHROUGH
		}
		v.list(c.Body)
	}
	v.refuseIf(falls && fallback != len(s.Body.List)-1, s, fallingDefault)
}

// goes is the start of a function literal that begins with what ends it.
func (v *verifier) goes(s *ast.GoStmt) {
	v.exprs(s.Call.Args)
	lit, ok := s.Call.Fun.(*ast.FuncLit)
	if !ok || len(lit.Body.List) == 0 {
		v.refuse(s, goCall)
		return
	}
	guard, ok := lit.Body.List[0].(*ast.DeferStmt)
	if !ok {
		v.refuse(s, goCall)
		return
	}
	v.guarding = true
	v.expr(guard.Call)
	v.guarding = false
	rest := *lit.Body
	rest.List = rest.List[1:]
	v.function(lit.Type, &rest)
}
