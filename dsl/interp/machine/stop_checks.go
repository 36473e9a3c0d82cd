package machine

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/astutil"

	"unfold/dsl/interp/wait"
)

// Yaegi can stop all it runs or nothing, and functions declared before a stop do
// nothing after it. So code stops itself: at the head of every loop and
// function, and behind every call and every use of a channel, it looks at a
// flag, and when that is up, asks whether it is the one to end. Behind calls and
// channels it is a flag of its own: it stays up while compiled code holds what is
// to end, or a channel whose other side comes late.

// addStopChecks makes the code of a file look. Of a function's body nothing runs after a
// call, or a wait at a channel, in which it was to end. Deferred literals tidy
// up, and are left to: of them only loops are stopped.
func addStopChecks(file *ast.File, deferred map[*ast.FuncLit]bool) {
	h := &stopChecker{deferred: deferred}
	astutil.Apply(file, h.enter, h.leave)
}

type stopChecker struct {
	deferred map[*ast.FuncLit]bool
	cleaning int // deferred literals around the node
}

func (h *stopChecker) enter(c *astutil.Cursor) bool {
	if f, ok := c.Node().(*ast.FuncLit); ok && h.deferred[f] {
		h.cleaning++
	}
	return true
}

func (h *stopChecker) leave(c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.ForStmt:
		atHead(n.Body, stopFlag)
	case *ast.RangeStmt:
		atHead(n.Body, stopFlag)
	case *ast.FuncLit:
		if h.deferred[n] {
			h.cleaning--
			return true
		}
	}
	if h.cleaning == 0 {
		inside(c.Node())
		beside(c)
	}
	return true
}

// inside puts looks into the blocks of functions, and of statements that begin
// with a wait.
func inside(n ast.Node) {
	switch n := n.(type) {
	case *ast.FuncDecl:
		atHead(n.Body, stopFlag)
	case *ast.FuncLit:
		atHead(n.Body, stopFlag)
	case *ast.IfStmt:
		if !wait.May(n.Init) && !wait.May(n.Cond) {
			return
		}
		atHead(n.Body, backFlag)
		if other, ok := n.Else.(*ast.BlockStmt); ok {
			atHead(other, backFlag)
		}
	case *ast.SwitchStmt:
		if !wait.May(n.Init) && !wait.May(n.Tag) {
			return
		}
		for _, c := range n.Body.List {
			c := c.(*ast.CaseClause)
			c.Body = append([]ast.Stmt{look(backFlag, c.Pos())}, c.Body...)
		}
	case *ast.CommClause:
		n.Body = append([]ast.Stmt{look(backFlag, n.Pos())}, n.Body...)
	}
}

// beside puts looks before a goto, which may go back, and behind a wait.
func beside(c *astutil.Cursor) {
	s, ok := c.Node().(ast.Stmt)
	if !ok || c.Index() < 0 || !inList(c.Parent()) {
		return
	}
	jump, ok := s.(*ast.BranchStmt)
	switch {
	case ok && jump.Tok == token.GOTO:
		c.InsertBefore(look(stopFlag, s.Pos()))
	case wait.May(s):
		c.InsertAfter(look(backFlag, s.Pos()))
	}
}

// look is if flag {}, which a repair makes do more.
func look(flag string, pos token.Pos) ast.Stmt {
	return &ast.IfStmt{If: pos, Cond: &ast.Ident{Name: flag, NamePos: pos}, Body: &ast.BlockStmt{Lbrace: pos, Rbrace: pos}}
}

// atHead puts a look at the head of a block.
func atHead(body *ast.BlockStmt, flag string) {
	if body == nil {
		return
	}
	pos := body.Lbrace
	if len(body.List) > 0 {
		pos = body.List[0].Pos() // where the function is said to have been
	}
	body.List = append([]ast.Stmt{look(flag, pos)}, body.List...)
}

// inList reports whether the statements of a node are a list of any statements.
func inList(n ast.Node) bool {
	switch n.(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}
