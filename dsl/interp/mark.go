package interp

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"
)

// The interpreter knows only roughly where a panic happened: of a function it
// names the first place that does the same kind of thing. So running code
// leaves marks: which item of the cell is running, and, before whatever may
// panic, where that is.
const (
	markTop  = "mark#top"
	markHere = "mark#here"
)

// mark notes a place in one of the two variables.
func (l *lowering) mark(variable string, pos token.Pos) ast.Stmt {
	b := l.at(pos)
	return b.assign(variable, &ast.BasicLit{ValuePos: b.pos, Kind: token.INT, Value: strconv.Itoa(int(b.pos))})
}

// markBefore puts a mark in front of a statement in a list that may panic,
// but not in a deferred function, which runs while a panic passes and would
// wipe its mark out.
func (l *lowering) markBefore(c *astutil.Cursor) {
	if c.Index() < 0 || l.cleanup > 0 {
		return
	}
	s, ok := c.Node().(ast.Stmt)
	if !ok {
		return
	}
	if pos := l.risk(s); pos.IsValid() {
		c.InsertBefore(l.mark(markHere, pos))
	}
}

// risk is the place of the first expression of a statement that may panic,
// or no position. What a statement holds in blocks and function literals is
// marked there.
func (l *lowering) risk(s ast.Stmt) (pos token.Pos) {
	switch s.(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.ReturnStmt, *ast.SendStmt, *ast.IncDecStmt, *ast.DeclStmt,
		*ast.IfStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.RangeStmt, *ast.ForStmt, *ast.DeferStmt:
	default:
		return token.NoPos
	}
	ast.Inspect(s, func(n ast.Node) bool {
		if pos.IsValid() {
			return false
		}
		switch n := n.(type) {
		case *ast.BlockStmt, *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if l.info.Types[n.Fun].IsType() {
				return true
			}
			pos = n.Pos()
		case *ast.IndexExpr, *ast.SliceExpr, *ast.StarExpr, *ast.TypeAssertExpr:
			pos = n.Pos()
		case *ast.BinaryExpr:
			if n.Op == token.QUO || n.Op == token.REM {
				pos = n.Pos()
			}
		case *ast.AssignStmt:
			if n.Tok == token.QUO_ASSIGN || n.Tok == token.REM_ASSIGN {
				pos = n.Pos()
			}
		case *ast.SelectorExpr:
			if sel := l.info.Selections[n]; sel != nil && sel.Kind() == types.FieldVal && sel.Indirect() {
				pos = n.Pos()
			}
		}
		return true
	})
	return pos
}

// marks reads the two variables after a cell has failed.
func (s *Session) marks() (top, here token.Pos) {
	l := &lowering{s: s, p: &plan{s: s, scope: s.scope}, needs: map[string]bool{}}
	b := l.at(s.anchor)
	if err := s.perform(b.block(&ast.ExprStmt{X: b.apply(l.hook(b, "Marks"), b.id(markTop), b.id(markHere))})); err != nil {
		return token.NoPos, token.NoPos
	}
	return s.marked[0], s.marked[1]
}

// located are the frames of a failed cell, innermost first: what the
// interpreter told, corrected by the marks where these agree with it.
func (s *Session) located(told []token.Pos) []Frame {
	top, here := s.marks()
	if top.IsValid() && int(top) != int(s.anchor) {
		if len(told) == 0 {
			told = []token.Pos{top}
		}
		told[len(told)-1] = top
	}
	if len(told) > 0 && here.IsValid() && s.files.File(told[0]) == s.files.File(here) {
		told[0] = here
	}
	return s.frames(told)
}

// frames are positions as the reader counts them.
func (s *Session) frames(told []token.Pos) (list []Frame) {
	for _, pos := range told {
		at := s.files.Position(pos)
		f := Frame{Name: at.Filename, Line: at.Line, Col: at.Column}
		if n := len(list); n == 0 || list[n-1] != f {
			list = append(list, f)
		}
	}
	return list
}
