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
	object    types.Object
	own, loop string
	changes   bool // within a turn
}

// forStmt gives every turn its own variables where something may keep them: the
// header works on those of the loop, and what the body did to its own goes back
// before the next turn. Where the header keeps them too, or what follows a turn
// takes several statements, a turn begins with that and then asks whether to go
// on, which is how the language defines it.
func (l *lowering) forStmt(n *ast.ForStmt, label *ast.Ident) (before []ast.Stmt) {
	b := l.at(n.Pos())
	turns, inHeader := l.turnVariables(n)
	before = l.header(&n.Init)
	if inHeader {
		l.useOwn(turns)
	}
	if n.Cond != nil {
		n.Cond = l.expr(n.Cond)
	}
	after := l.header(&n.Post)
	l.useOwn(turns)
	n.Body = l.block(n.Body)
	var fresh []ast.Stmt
	for _, v := range turns {
		fresh = append(fresh, b.define(v.own, b.id(v.loop)))
		if v.changes {
			back := func() ast.Stmt { return b.assign(v.loop, b.id(v.own)) }
			beforeContinue(n.Body, label, back)
			n.Body.List = append(n.Body.List, back())
		}
	}
	switch {
	case inHeader:
		before = append(before, l.beginTurns(n, after, b, fresh, nil)...)
	case after != nil:
		before = append(before, l.beginTurns(n, after, b, nil, fresh)...)
	case fresh != nil:
		n.Body = b.block(append(fresh, n.Body.List...)...)
	}
	if n.Init != nil && n.Cond == nil && n.Post == nil { // which the interpreter does again every turn
		before = append([]ast.Stmt{n.Init}, before...)
		n.Init = nil
	}
	return before
}

// turnVariables finds the variables of a loop's header that something in it may
// keep, and reports whether the header does so itself. From here on their names
// are those of the loop's.
func (l *lowering) turnVariables(n *ast.ForStmt) (turns []*turnVariable, inHeader bool) {
	init, ok := n.Init.(*ast.AssignStmt)
	if !ok || init.Tok != token.DEFINE {
		return nil, false
	}
	for _, lhs := range init.Lhs {
		id, _ := lhs.(*ast.Ident)
		v := l.info.Defs[id]
		if v == nil {
			continue
		}
		header := n.Cond != nil && l.kept(n.Cond, v) || n.Post != nil && l.kept(n.Post, v)
		if !header && !l.kept(n.Body, v) {
			continue
		}
		inHeader = inHeader || header
		turn := &turnVariable{object: v, own: l.Unique(v.Name() + "#"), loop: l.Unique(v.Name() + "#"), changes: l.assigned(n.Body, v)}
		l.renamed[v] = turn.loop
		turns = append(turns, turn)
	}
	for _, v := range turns {
		v.changes = v.changes || inHeader
	}
	return turns, inHeader
}

// useOwn lets the names of a loop's variables be those of a turn.
func (l *lowering) useOwn(turns []*turnVariable) {
	for _, v := range turns {
		l.renamed[v.object] = v.own
	}
}

// beginTurns moves what follows a turn, and the condition, from the header of a
// loop to where a turn begins, between two lists of statements. It returns what
// goes before the loop.
func (l *lowering) beginTurns(n *ast.ForStmt, after []ast.Stmt, b builder, first, last []ast.Stmt) (before []ast.Stmt) {
	if n.Post != nil {
		after = []ast.Stmt{n.Post}
	}
	list := first
	if after != nil {
		again := l.temp()
		before = append(before, b.define(again, b.id("false")))
		list = append(list, &ast.IfStmt{If: b.pos, Cond: b.id(again), Body: b.block(after...), Else: b.block(b.assign(again, b.id("true")))})
	}
	if n.Cond != nil {
		goesOn := n.Cond
		if wait.May(goesOn) { // behind which a cell that was cancelled stops, see heed
			name := l.temp()
			list = append(list, b.define(name, goesOn))
			goesOn = b.id(name)
		}
		done := &ast.UnaryExpr{OpPos: b.pos, Op: token.NOT, X: goesOn}
		list = append(list, &ast.IfStmt{If: b.pos, Cond: done, Body: b.block(b.jump(token.BREAK, nil))})
	}
	n.Cond, n.Post = nil, nil
	n.Body = b.block(append(append(list, last...), n.Body.List...)...)
	return before
}

// kept reports whether a variable may outlive its turn of a loop: a function
// literal mentions it, or its address is taken.
func (l *lowering) kept(in ast.Node, v types.Object) (found bool) {
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
			if n.Op == token.AND && l.mentions(n.X, v) {
				found = true
			}
		case *ast.SelectorExpr:
			if sel := l.info.Selections[n]; sel != nil && sel.Kind() == types.MethodVal && l.mentions(n.X, v) {
				found = true // perhaps by its address
			}
		case *ast.SliceExpr:
			if l.mentions(n.X, v) {
				found = true
			}
		case *ast.Ident:
			if inside > 0 && l.info.Uses[n] == v {
				found = true
			}
		}
		return !found
	}
	ast.Inspect(in, visit)
	return found
}

func (l *lowering) mentions(x ast.Node, v types.Object) (found bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && l.info.Uses[id] == v {
			found = true
		}
		return !found
	})
	return found
}

// assigned reports whether a body changes a variable, directly or through
// its address.
func (l *lowering) assigned(body ast.Node, v types.Object) (found bool) {
	is := func(x ast.Expr) bool { return x != nil && l.mentions(x, v) }
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
			if sel := l.info.Selections[n]; sel != nil && sel.Kind() == types.MethodVal {
				found = found || is(n.X)
			}
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

// rangeStmt lowers a loop over a range, the ones that the interpreter lacks to
// what it has. It returns what goes before the loop.
func (l *lowering) rangeStmt(n *ast.RangeStmt, label *ast.Ident) (before []ast.Stmt, loop ast.Stmt) {
	t := l.info.TypeOf(n.X)
	l.rangeAssign(n, t)
	for _, x := range []*ast.Expr{&n.Key, &n.Value, &n.X} {
		if *x != nil {
			*x = l.expr(*x)
		}
	}
	n.Body = l.block(n.Body)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			l.rangeString(n)
		}
		if u.Info()&types.IsInteger != 0 {
			return nil, l.rangeInt(n, t)
		}
	case *types.Signature:
		return nil, l.rangeFunc(n, u, label)
	case *types.Pointer: // to an array
		if n.Value == nil {
			n.X = l.at(n.Pos()).number(int(u.Elem().Underlying().(*types.Array).Len()))
			return nil, l.rangeInt(n, types.Typ[types.Int])
		}
		n.X = &ast.SliceExpr{X: n.X, Lbrack: n.Pos(), Rbrack: n.Pos()}
	case *types.Chan:
		if _, named := types.Unalias(t).(*types.Named); named {
			b := l.at(n.Pos())
			n.X = b.apply(&ast.ParenExpr{Lparen: b.pos, X: l.typ(u, n.Pos()), Rparen: b.pos}, n.X)
		}
	}
	before = l.rangeChannels(n, t)
	l.rangeFresh(n)
	return before, n
}

// rangeFresh gives every turn its own variables where something may keep them.
func (l *lowering) rangeFresh(n *ast.RangeStmt) {
	if n.Tok != token.DEFINE {
		return
	}
	b := l.at(n.Pos())
	var fresh []ast.Stmt
	for _, x := range []*ast.Expr{&n.Key, &n.Value} {
		id, ok := (*x).(*ast.Ident)
		if !ok || id.Name == "_" || l.info.Defs[id] == nil || !l.kept(n.Body, l.info.Defs[id]) {
			continue
		}
		header := l.temp()
		fresh = append(fresh, b.define(id.Name, b.id(header)))
		*x = b.id(header)
	}
	if len(fresh) > 0 {
		n.Body = b.block(append(fresh, n.Body.List...)...)
	}
}

// rangeInt is for i, n := T(0), T(x); i < n; i++ on a hidden i.
func (l *lowering) rangeInt(n *ast.RangeStmt, t types.Type) ast.Stmt {
	b := l.at(n.Pos())
	t = types.Default(t)
	if id, ok := n.Key.(*ast.Ident); ok && n.Tok == token.DEFINE {
		if v := l.info.Defs[id]; v != nil {
			t = v.Type()
		}
	}
	conv := func(x ast.Expr) ast.Expr {
		return b.apply(&ast.ParenExpr{Lparen: b.pos, X: l.typ(t, n.Pos()), Rparen: b.pos}, x)
	}
	i, end := l.temp(), l.temp()
	body := n.Body
	if n.Key != nil {
		id, isName := n.Key.(*ast.Ident)
		switch {
		case isName && id.Name == "_":
		case n.Tok == token.DEFINE && !l.kept(body, l.info.Defs[id]) && !l.assigned(body, l.info.Defs[id]):
			i = id.Name
		default:
			set := &ast.AssignStmt{Lhs: []ast.Expr{n.Key}, TokPos: b.pos, Tok: n.Tok, Rhs: []ast.Expr{b.id(i)}}
			body = b.block(append([]ast.Stmt{set}, body.List...)...)
		}
	}
	return &ast.ForStmt{
		For:  n.For,
		Init: &ast.AssignStmt{Lhs: []ast.Expr{b.id(i), b.id(end)}, TokPos: b.pos, Tok: token.DEFINE, Rhs: []ast.Expr{conv(b.number(0)), conv(n.X)}},
		Cond: b.binary(b.id(i), token.LSS, b.id(end)),
		Post: &ast.IncDecStmt{X: b.id(i), TokPos: b.pos, Tok: token.INC},
		Body: body,
	}
}

// rangeString ranges over the runes of a string and where they start.
func (l *lowering) rangeString(n *ast.RangeStmt) {
	b := l.at(n.Pos())
	rune_ := l.temp()
	var first []ast.Stmt
	if id, ok := n.Key.(*ast.Ident); ok && id.Name != "_" {
		first = append(first, b.define(id.Name, &ast.SelectorExpr{X: b.id(rune_), Sel: b.id("At")}))
	}
	if id, ok := n.Value.(*ast.Ident); ok && id.Name != "_" {
		first = append(first, b.define(id.Name, &ast.SelectorExpr{X: b.id(rune_), Sel: b.id("Rune")}))
	}
	n.Key, n.Value, n.Tok, n.TokPos = b.id("_"), b.id(rune_), token.DEFINE, b.pos
	n.X = b.apply(b.hook("Runes"), n.X)
	n.Body = b.block(append(first, n.Body.List...)...)
}

// rangeAssign lets a loop that sets variables of its surroundings have its own.
func (l *lowering) rangeAssign(n *ast.RangeStmt, t types.Type) {
	if n.Tok != token.ASSIGN || n.Key == nil {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Signature:
		return
	case *types.Basic:
		if u.Info()&types.IsInteger != 0 {
			return
		}
	}
	b := l.at(n.Pos())
	set := &ast.AssignStmt{TokPos: b.pos, Tok: token.ASSIGN}
	key, value := ranged(t)
	for i, x := range []*ast.Expr{&n.Key, &n.Value} {
		if *x == nil || blank(*x) {
			continue
		}
		v := l.fresh([]types.Type{key, value}[i], b)
		set.Lhs, set.Rhs = append(set.Lhs, *x), append(set.Rhs, v)
		*x = b.id(v.Name)
	}
	if len(set.Lhs) > 0 {
		n.Tok = token.DEFINE
		n.Body = b.block(append([]ast.Stmt{set}, n.Body.List...)...)
	}
}

// rangeChannels takes channels out of what is ranged over by its index: where
// the value is a channel, the interpreter would range over that.
func (l *lowering) rangeChannels(n *ast.RangeStmt, t types.Type) (before []ast.Stmt) {
	id, ok := n.Value.(*ast.Ident)
	if !ok || id.Name == "_" || n.Tok != token.DEFINE {
		return nil
	}
	_, elem := ranged(t)
	if elem == nil {
		return nil
	}
	if _, ok := elem.Underlying().(*types.Chan); !ok {
		return nil
	}
	b := l.at(n.Pos())
	key, whole := l.temp(), l.temp()
	before = []ast.Stmt{b.define(whole, n.X)}
	n.X = b.id(whole)
	list := []ast.Stmt{b.define(id.Name, &ast.IndexExpr{X: b.id(whole), Lbrack: b.pos, Index: b.id(key), Rbrack: b.pos})}
	if k, ok := n.Key.(*ast.Ident); ok && k.Name != "_" {
		list = append(list, b.define(k.Name, b.id(key)))
	}
	n.Key, n.Value = b.id(key), nil
	n.Body = b.block(append(list, n.Body.List...)...)
	return before
}
