package machine

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/astutil"
)

// The interpreter can stop all it runs or nothing, and functions declared
// before a stop do nothing after it. So cells stop themselves: at the head of
// every loop and function, and behind every call and every use of a channel,
// they look at a flag, and when it is up, ask whether it is they who are to
// end. Behind calls and channels it is a flag of its own: it stays up while
// compiled code holds what is to end, or a channel whose other side comes late.
// heed lets the code of a file be stopped. Of a function's body nothing runs
// after a call, or a wait at a channel, in which the cell was cancelled. Deferred
// literals tidy up, and are left to.
func heed(file *ast.File, deferred map[*ast.FuncLit]bool) {
	check := func(flag string, pos token.Pos) ast.Stmt {
		return &ast.IfStmt{If: pos, Cond: &ast.Ident{Name: flag, NamePos: pos}, Body: &ast.BlockStmt{Lbrace: pos, Rbrace: pos}}
	}
	head := func(flag string, body *ast.BlockStmt) {
		if body == nil {
			return
		}
		pos := body.Lbrace
		if len(body.List) > 0 {
			pos = body.List[0].Pos() // where the interpreter says that a function panicked
		}
		body.List = append([]ast.Stmt{check(flag, pos)}, body.List...)
	}
	cleaning := 0 // deferred literals around the node: of these only loops are stopped
	astutil.Apply(file, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.FuncLit:
			if deferred[n] {
				cleaning++
			}
		}
		return true
	}, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.ForStmt:
			head(stopFlag, n.Body)
		case *ast.RangeStmt:
			head(stopFlag, n.Body)
		case *ast.FuncLit:
			if deferred[n] {
				cleaning--
				return true
			}
		}
		if cleaning > 0 {
			return true
		}
		switch n := c.Node().(type) {
		case *ast.FuncDecl:
			head(stopFlag, n.Body)
		case *ast.FuncLit:
			head(stopFlag, n.Body)
		case *ast.IfStmt:
			if mayWait(n.Init) || mayWait(n.Cond) {
				head(backFlag, n.Body)
				if other, ok := n.Else.(*ast.BlockStmt); ok {
					head(backFlag, other)
				}
			}
		case *ast.SwitchStmt:
			if mayWait(n.Init) || mayWait(n.Tag) {
				for _, c := range n.Body.List {
					c := c.(*ast.CaseClause)
					c.Body = append([]ast.Stmt{check(backFlag, c.Pos())}, c.Body...)
				}
			}
		case *ast.CommClause:
			n.Body = append([]ast.Stmt{check(backFlag, n.Pos())}, n.Body...)
		}
		if s, ok := c.Node().(ast.Stmt); ok && c.Index() >= 0 && inList(c.Parent()) {
			jump, ok := s.(*ast.BranchStmt)
			switch {
			case ok && jump.Tok == token.GOTO:
				c.InsertBefore(check(stopFlag, s.Pos()))
			case mayWait(s):
				c.InsertAfter(check(backFlag, s.Pos()))
			}
		}
		return true
	})
}

// inList reports whether the statements of a node are a list of any statements.
func inList(n ast.Node) bool {
	switch n.(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// mayWait reports whether a statement or expression itself calls a function or
// uses a channel, outside the blocks in it.
func mayWait(n ast.Node) (found bool) {
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
