package core

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"

	"unfold/dsl/interp/wait"
)

// A turnVariable is one of the header of a loop that something may keep beyond
// a turn. Each turn has its own, made from one that the loop has.
type turnVariable struct {
	own, loop *types.Var
	changes   bool // within a turn
}

// turnVariables finds the variables of a loop's header that something in it may
// keep, and reports whether the header does so itself. The header has those of
// the loop from here on, but for what follows a turn where it keeps them.
func (p *loops) turnVariables(n *ast.ForStmt) (turns []*turnVariable, inHeader bool) {
	init, ok := n.Init.(*ast.AssignStmt)
	if !ok || init.Tok != token.DEFINE {
		return nil, false
	}
	for _, lhs := range init.Lhs {
		id, _ := lhs.(*ast.Ident)
		v := p.info.Defs[id]
		if v == nil {
			continue
		}
		header := n.Cond != nil && p.kept(n.Cond, v) || n.Post != nil && p.kept(n.Post, v)
		if !header && !p.kept(n.Body, v) {
			continue
		}
		inHeader = inHeader || header
		turn := &turnVariable{own: p.named(v), loop: p.named(v), changes: p.assigned(n.Body, v)}
		p.rename(n.Init, v, turn.loop)
		p.rename(n, v, turn.own)
		turns = append(turns, turn)
	}
	for _, v := range turns {
		if v.changes = v.changes || inHeader; !inHeader {
			p.renameHeader(n, v)
		}
	}
	return turns, inHeader
}

// named is a variable like another, under a name that nothing can hide.
func (p *loops) named(v types.Object) *types.Var {
	return types.NewVar(token.NoPos, nil, p.Unique(v.Name()+"#"), v.Type())
}

func (p *loops) renameHeader(n *ast.ForStmt, v *turnVariable) {
	if n.Cond != nil {
		p.rename(n.Cond, v.own, v.loop)
	}
	if n.Post != nil {
		p.rename(n.Post, v.own, v.loop)
	}
}

// beginTurns moves what follows a turn, and the condition, from the header of a
// loop to where a turn begins. It returns what goes before the loop.
func (t tree) beginTurns(n *ast.ForStmt, after, condition []ast.Stmt, first ...ast.Stmt) (before []ast.Stmt) {
	b := t.at(n.Pos())
	list := first
	if after != nil {
		again := t.variable(types.Typ[types.Bool])
		before = append(before, b.declare(again, b.truth(false)))
		once := b.when(b.use(again), after...)
		once.Else = b.block(b.set(b.use(again), b.truth(true)))
		list = append(list, once)
	}
	list = append(list, condition...)
	if n.Cond != nil {
		goesOn := n.Cond
		if wait.May(goesOn) { // behind which a cell that was cancelled stops
			v := t.variable(types.Typ[types.Bool])
			list = append(list, b.declare(v, goesOn))
			goesOn = b.use(v)
		}
		list = append(list, b.when(b.not(goesOn), b.jump(token.BREAK, nil)))
	}
	n.Cond, n.Post = nil, nil
	n.Body = b.block(append(list, n.Body.List...)...)
	return before
}

// kept reports whether a variable may outlive its turn of a loop: a function
// literal mentions it, or its address is taken.
func (p *loops) kept(in ast.Node, v types.Object) (found bool) {
	inside := 0
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			inside++
			ast.Inspect(n.Body, visit)
			inside--
			return false
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && p.mentions(n.X, v)
		case *ast.SelectorExpr:
			found = found || p.selector(n).isMethod() && p.mentions(n.X, v) // perhaps by its address
		case *ast.SliceExpr:
			found = found || p.mentions(n.X, v)
		case *ast.Ident:
			found = found || inside > 0 && p.info.Uses[n] == v
		}
		return !found
	}
	ast.Inspect(in, visit)
	return found
}

// assigned reports whether a body changes a variable, directly or through
// its address.
func (p *loops) assigned(body ast.Node, v types.Object) (found bool) {
	is := func(x ast.Expr) bool { return x != nil && p.mentions(x, v) }
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				found = found || is(x)
			}
		case *ast.IncDecStmt:
			found = found || is(n.X)
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && is(n.X)
		case *ast.RangeStmt:
			found = found || n.Tok == token.ASSIGN && (is(n.Key) || is(n.Value))
		case *ast.SelectorExpr:
			found = found || p.selector(n).isMethod() && is(n.X)
		}
		return !found
	})
	return found
}

// beforeContinue puts a statement in front of every continue of a loop.
func beforeContinue(body *ast.BlockStmt, label *ast.Ident, extra func() ast.Stmt) {
	jumps(body, label, func(c *astutil.Cursor, j *ast.BranchStmt, own bool) {
		if own && j.Tok == token.CONTINUE {
			c.Replace(&ast.BlockStmt{Lbrace: j.Pos(), List: []ast.Stmt{extra(), j}, Rbrace: j.Pos()})
		}
	})
}

// jumps visits the break, continue and goto statements in the body of a loop;
// own are those that mean the loop itself.
func jumps(body *ast.BlockStmt, label *ast.Ident, visit func(c *astutil.Cursor, j *ast.BranchStmt, own bool)) {
	loops, switches := 0, 0
	inner := map[string]bool{} // labels inside the body, whose jumps stay there
	ast.Inspect(body, func(n ast.Node) bool {
		if s, ok := n.(*ast.LabeledStmt); ok {
			inner[s.Label.Name] = true
		}
		return true
	})
	astutil.Apply(body, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt, *ast.RangeStmt:
			loops++
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			switches++
		case *ast.BranchStmt:
			switch {
			case n.Tok == token.FALLTHROUGH:
			case n.Label != nil:
				if !inner[n.Label.Name] {
					visit(c, n, label != nil && n.Label.Name == label.Name)
				}
			case n.Tok == token.CONTINUE && loops == 0, n.Tok == token.BREAK && loops == 0 && switches == 0:
				visit(c, n, true)
			}
			return false
		}
		return true
	}, func(c *astutil.Cursor) bool {
		switch c.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			loops--
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			switches--
		}
		return true
	})
}
