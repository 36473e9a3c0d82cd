package interp

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// forLoop gives every turn its own variables where something may keep them:
// the header works on a copy, the body on a variable made from it, and what
// the body did to it goes back before the next turn.
func (l *lowering) forLoop(c *astutil.Cursor, n *ast.ForStmt) {
	init, ok := n.Init.(*ast.AssignStmt)
	if !ok || init.Tok != token.DEFINE {
		return
	}
	for _, lhs := range init.Lhs {
		id, ok := lhs.(*ast.Ident)
		if !ok {
			continue
		}
		v := l.info.Defs[id]
		if v == nil || !l.kept(n.Body, v) {
			continue
		}
		header := l.rename(n, v)
		b := l.at(n.Pos())
		if l.assigned(n.Body, v) {
			back := func() ast.Stmt { return b.assign(header, b.id(l.local(v))) }
			beforeContinue(n.Body, labelOf(c), back)
			n.Body.List = append(n.Body.List, back())
		}
		n.Body = b.block(append([]ast.Stmt{b.define(l.local(v), b.id(header))}, n.Body.List...)...)
	}
}

// rename gives a variable another name in the header of its loop.
func (l *lowering) rename(n *ast.ForStmt, v types.Object) string {
	name := l.temp()
	for _, part := range []ast.Node{n.Init, n.Cond, n.Post} {
		if part == nil {
			continue
		}
		ast.Inspect(part, func(x ast.Node) bool {
			if id, ok := x.(*ast.Ident); ok && (l.info.Uses[id] == v || l.info.Defs[id] == v) {
				id.Name = name
			}
			return true
		})
	}
	return name
}

// kept reports whether a variable may outlive its turn of a loop: a function
// literal mentions it, or its address is taken.
func (l *lowering) kept(body *ast.BlockStmt, v types.Object) (found bool) {
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
	ast.Inspect(body, visit)
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

// labelOf is the label of the statement at the cursor, or "".
func labelOf(c *astutil.Cursor) string {
	if s, ok := c.Parent().(*ast.LabeledStmt); ok {
		return s.Label.Name
	}
	return ""
}

// beforeContinue puts a statement in front of every continue of a loop.
func beforeContinue(body *ast.BlockStmt, label string, extra func() ast.Stmt) {
	jumps(body, label, func(c *astutil.Cursor, j *ast.BranchStmt, own bool) {
		if own && j.Tok == token.CONTINUE {
			c.Replace(&ast.BlockStmt{Lbrace: j.Pos(), List: []ast.Stmt{extra(), j}, Rbrace: j.Pos()})
		}
	})
}

// jumps visits the break, continue and goto statements in the body of a loop;
// own are those that mean the loop itself.
func jumps(body *ast.BlockStmt, label string, visit func(c *astutil.Cursor, j *ast.BranchStmt, own bool)) {
	loops, switches := 0, 0
	var inner []string // labels inside the body, whose jumps stay there
	astutil.Apply(body, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt, *ast.RangeStmt:
			loops++
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			switches++
		case *ast.LabeledStmt:
			inner = append(inner, n.Label.Name)
		case *ast.BranchStmt:
			switch {
			case n.Tok == token.FALLTHROUGH:
			case n.Label != nil:
				for _, name := range inner {
					if name == n.Label.Name {
						return false
					}
				}
				visit(c, n, n.Label.Name == label)
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

// rangeLoop turns the ranges the interpreter lacks into what it has.
func (l *lowering) rangeLoop(c *astutil.Cursor, n *ast.RangeStmt) {
	t := l.operand[n]
	if t == nil {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			l.rangeString(n)
		}
		if u.Info()&types.IsInteger != 0 {
			c.Replace(l.rangeInt(n, t))
			return
		}
	case *types.Signature:
		c.Replace(l.rangeFunc(n, u, labelOf(c)))
		return
	case *types.Pointer: // to an array
		if n.Value == nil {
			n.X = l.at(n.Pos()).number(int(u.Elem().Underlying().(*types.Array).Len()))
			c.Replace(l.rangeInt(n, types.Typ[types.Int]))
			return
		}
		n.X = &ast.SliceExpr{X: n.X, Lbrack: n.Pos(), Rbrack: n.Pos()}
	case *types.Chan:
		if _, named := types.Unalias(t).(*types.Named); named {
			b := l.at(n.Pos())
			n.X = b.apply(&ast.ParenExpr{Lparen: b.pos, X: l.typ(u, n.Pos()), Rparen: b.pos}, n.X)
		}
	}
	l.rangeChannels(c, n)
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
	n.X = b.apply(l.hook(b, "Runes"), n.X)
	n.Body = b.block(append(first, n.Body.List...)...)
}

// A placedRune is a rune of a string and where it starts.
type placedRune struct {
	At   int
	Rune rune
}

func runes(s string) []placedRune {
	list := make([]placedRune, 0, len(s))
	for i, r := range s {
		list = append(list, placedRune{i, r})
	}
	return list
}

// rangeAssign lets a loop that sets variables of its surroundings have its own.
func (l *lowering) rangeAssign(n *ast.RangeStmt) {
	if n.Tok != token.ASSIGN || n.Key == nil {
		return
	}
	switch u := l.operand[n].Underlying().(type) {
	case *types.Signature:
		return
	case *types.Basic:
		if u.Info()&types.IsInteger != 0 {
			return
		}
	}
	b := l.at(n.Pos())
	var list []ast.Stmt
	key, value := ranged(l.operand[n])
	for i, x := range []*ast.Expr{&n.Key, &n.Value} {
		if id, ok := (*x).(*ast.Ident); *x == nil || ok && id.Name == "_" {
			continue
		}
		v := l.fresh([]types.Type{key, value}[i], b)
		list = append(list, &ast.AssignStmt{Lhs: []ast.Expr{*x}, TokPos: b.pos, Tok: token.ASSIGN, Rhs: []ast.Expr{v}})
		*x = b.id(v.Name)
	}
	if len(list) > 0 {
		n.Tok = token.DEFINE
		n.Body = b.block(append(list, n.Body.List...)...)
	}
}

// rangeChannels takes channels out of what is ranged over by its index: where
// the value is a channel, the interpreter would range over that.
func (l *lowering) rangeChannels(c *astutil.Cursor, n *ast.RangeStmt) {
	id, ok := n.Value.(*ast.Ident)
	if !ok || id.Name == "_" || n.Tok != token.DEFINE {
		return
	}
	var elem types.Type
	switch t := l.operand[n].Underlying().(type) {
	case *types.Slice:
		elem = t.Elem()
	case *types.Array:
		elem = t.Elem()
	case *types.Map:
		elem = t.Elem()
	default:
		return
	}
	if _, ok := elem.Underlying().(*types.Chan); !ok {
		return
	}
	b := l.at(n.Pos())
	key := l.temp()
	list := []ast.Stmt{b.define(id.Name, &ast.IndexExpr{X: n.X, Lbrack: b.pos, Index: b.id(key), Rbrack: b.pos})}
	if c.Index() >= 0 {
		whole := l.temp()
		c.InsertBefore(b.define(whole, n.X))
		n.X = b.id(whole)
		list[0] = b.define(id.Name, &ast.IndexExpr{X: b.id(whole), Lbrack: b.pos, Index: b.id(key), Rbrack: b.pos})
	}
	if k, ok := n.Key.(*ast.Ident); ok && k.Name != "_" {
		list = append(list, b.define(k.Name, b.id(key)))
	}
	n.Key, n.Value = b.id(key), nil
	n.Body = b.block(append(list, n.Body.List...)...)
}
