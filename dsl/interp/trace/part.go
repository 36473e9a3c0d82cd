package trace

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"unfold/dsl/interp/machine"
)

// A part is an expression or statement that may fail. There are many, so that
// they are small.
type part struct {
	first        uint32 // token.Pos of its first word, behind parentheses, as the interpreter has it
	from, to     uint32
	nilFrom, nil uint32 // the operand that must not be nil, if there is one
	kind         machine.Kind
}

// part says how a node may fail, and of what that is nil.
func (s surveyor) part(n ast.Node) (p part) {
	operand := func(x ast.Expr) { p.nilFrom, p.nil = uint32(x.Pos()), uint32(x.End()) }
	switch n := n.(type) {
	case *ast.CallExpr:
		p.kind = machine.Call
		switch fun := ast.Unparen(n.Fun).(type) {
		case *ast.Ident:
			if _, variable := s.info.Uses[fun].(*types.Var); variable {
				operand(fun)
			}
		case *ast.SelectorExpr:
			switch sel := s.info.Selections[fun]; {
			case sel == nil:
			case sel.Kind() == types.FieldVal:
				operand(fun)
			case nilable(sel.Recv()):
				operand(fun.X)
			}
		}
	case *ast.IndexExpr:
		p.kind = machine.Index
		if t := s.info.TypeOf(n.X); t != nil {
			switch t.Underlying().(type) {
			case *types.Map, *types.Pointer:
				operand(n.X)
			}
		}
	case *ast.SliceExpr:
		p.kind = machine.Slice
	case *ast.SelectorExpr:
		if sel := s.info.Selections[n]; sel != nil {
			p.kind = machine.Selector
			if nilable(sel.Recv()) {
				operand(n.X)
			}
		}
	case *ast.StarExpr:
		p.kind = machine.Star
		operand(n.X)
	case *ast.BinaryExpr:
		if n.Op == token.QUO || n.Op == token.REM || n.Op == token.SHL || n.Op == token.SHR || n.Op == token.EQL || n.Op == token.NEQ {
			p.kind = machine.Quotient
		}
	case *ast.AssignStmt:
		if n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
			p.kind = machine.Quotient
		}
	case *ast.TypeAssertExpr:
		p.kind = machine.Assertion
	case *ast.SendStmt:
		p.kind = machine.Message
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			p.kind = machine.Message
		}
	}
	return p
}

// firstWord is where a node begins without the parentheses before it.
func firstWord(n ast.Node) token.Pos {
	switch n := n.(type) {
	case *ast.ParenExpr:
		return firstWord(n.X)
	case *ast.CallExpr:
		return firstWord(n.Fun)
	case *ast.SelectorExpr:
		return firstWord(n.X)
	case *ast.IndexExpr:
		return firstWord(n.X)
	case *ast.SliceExpr:
		return firstWord(n.X)
	case *ast.TypeAssertExpr:
		return firstWord(n.X)
	case *ast.BinaryExpr:
		return firstWord(n.X)
	}
	return n.Pos()
}

func nilable(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return true
	}
	return false
}

// failing is the part at a place that may have failed: of those that begin
// there, the one of that kind, if there is one, and the smallest that reaches
// behind the last position that the interpreter knows of it.
func (at *site) failing(pos, last token.Pos, kind machine.Kind) (found part) {
	var list []part
	for _, p := range at.parts {
		if token.Pos(p.first) == pos {
			list = append(list, p)
		}
	}
	if slices.ContainsFunc(list, func(p part) bool { return p.kind == kind }) {
		list = slices.DeleteFunc(list, func(p part) bool { return p.kind != kind })
	}
	slices.SortFunc(list, func(a, b part) int { return cmp.Compare(a.to, b.to) })
	for _, p := range list {
		if found = p; token.Pos(p.to) > last {
			break
		}
	}
	return found
}

// calls reports whether a step is of a call in the text.
func (at *site) calls(step machine.Step) bool {
	pos, last := step.Span()
	return at.failing(pos, last, machine.Call).kind == machine.Call
}
