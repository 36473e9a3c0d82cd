package interp

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"sync"

	"unfold/dsl/interp/machine"
	"unfold/dsl/interp/workspace"
)

// sites are what the session knows of the text of its cells beyond their
// running: which functions stand where, and what in them may fail.
type sites struct {
	mu     sync.Mutex
	byFile map[*token.File]*site
}

// A site is what one file holds.
type site struct {
	functions []extent // the outer before the inner
	parts     []part
}

// An extent is a function and where it stands.
type extent struct {
	from, to token.Pos
	name     string
}

// A part is an expression or statement that may fail. There are many, so that
// they are small.
type part struct {
	first        uint32 // token.Pos of its first word, behind parentheses, as the interpreter has it
	from, to     uint32
	nilFrom, nil uint32 // the operand that must not be nil, if there is one
	kind         machine.Kind
}

// survey notes the functions of a tree that is about to be lowered, and what
// in them may fail. The name is that of the function around it, or "".
func (s *Session) survey(tree ast.Node, info *types.Info, name string) {
	file := s.workspace.Files.File(tree.Pos())
	if file == nil {
		return
	}
	s.sites.mu.Lock()
	defer s.sites.mu.Unlock()
	if s.sites.byFile == nil {
		s.sites.byFile = map[*token.File]*site{}
	}
	at := s.sites.byFile[file]
	if at == nil {
		at = &site{}
		s.sites.byFile[file] = at
	}
	surveyor{at, info}.walk(tree, name)
}

// A surveyor fills a site.
type surveyor struct {
	*site
	info *types.Info
}

func (s surveyor) walk(tree ast.Node, name string) {
	literals := 0
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Name.Name == "_" {
				return true // around the statements of a cell
			}
			if n != tree {
				s.walk(n, workspace.FunctionName(n))
				return false
			}
			s.functions = append(s.functions, extent{n.Pos(), n.End(), name})
		case *ast.FuncLit:
			if n == tree {
				s.functions = append(s.functions, extent{n.Pos(), n.End(), name})
				return true
			}
			literals++
			inner := fmt.Sprintf("func%d", literals)
			if name != "" {
				inner = name + "." + inner
			}
			s.walk(n, inner)
			return false
		}
		if p := s.part(n); p.kind != 0 {
			p.first, p.from, p.to = uint32(firstWord(n)), uint32(n.Pos()), uint32(n.End())
			s.parts = append(s.parts, p)
		}
		return true
	})
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

// function is the name of the innermost function around a place, "" for none.
func (at *site) function(pos token.Pos) (name string) {
	for _, f := range at.functions {
		if f.from <= pos && pos < f.to {
			name = f.name
		}
	}
	return name
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

// surveyUnit notes the text of a unit.
func (s *Session) surveyUnit(u *workspace.Unit) {
	for tree, name := range u.Trees() {
		s.survey(tree, u.Info, name)
	}
}
