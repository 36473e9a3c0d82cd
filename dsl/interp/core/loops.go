package core

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"

	"unfold/dsl/interp/wait"
)

// Loops leaves loops over slices, arrays, maps and channels, and those of three
// parts, whose variables nothing keeps beyond a turn: where something may, a turn
// declares its own. Loops over integers count; those over strings go through a
// list of runes, those over iterators become calls.
type loops struct{ tree }

func (p *loops) before(c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.ForStmt:
		c.Replace(p.forStmt(n, label(c)))
		return false
	case *ast.RangeStmt:
		c.Replace(p.rangeStmt(n, label(c)))
		return false
	}
	return true
}

func (p *loops) after(c *astutil.Cursor) bool {
	if n, ok := c.Node().(*ast.LabeledStmt); ok {
		c.Replace(sink(n))
	}
	return true
}

// inside rewrites the loops in a part of one.
func (p *loops) inside(n ast.Node) { astutil.Apply(n, p.before, p.after) }

// forStmt gives every turn its own variables where something may keep them: the
// header works on those of the loop, and what the body did to its own goes back
// before the next turn. Where the header keeps them too, a turn begins with that
// and then asks whether to go on, which is how the language defines it.
func (p *loops) forStmt(n *ast.ForStmt, label *ast.Ident) ast.Stmt {
	b := p.at(n.Pos())
	turns, inHeader := p.turnVariables(n)
	for _, part := range []ast.Node{n.Init, n.Cond, n.Post, n.Body} {
		if part != nil {
			p.inside(part)
		}
	}
	var fresh []ast.Stmt
	for _, v := range turns {
		fresh = append(fresh, b.declare(v.own, b.use(v.loop)))
		if v.changes {
			back := func() ast.Stmt { return b.set(b.use(v.loop), b.use(v.own)) }
			beforeContinue(n.Body, label, back)
			n.Body.List = append(n.Body.List, back())
		}
	}
	if inHeader {
		var after []ast.Stmt
		if n.Post != nil {
			after = []ast.Stmt{n.Post}
		}
		return preceded(n, p.beginTurns(n, after, nil, fresh...))
	}
	if fresh != nil {
		n.Body = b.block(append(fresh, n.Body.List...)...)
	}
	return n
}

// rangeStmt lowers a loop over a range.
func (p *loops) rangeStmt(n *ast.RangeStmt, label *ast.Ident) ast.Stmt {
	t := p.info.TypeOf(n.X)
	p.rangeAssign(n, t)
	p.inside(n.X)
	p.inside(n.Body)
	b := p.at(n.Pos())
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsInteger != 0 {
			return p.rangeInt(n, t)
		}
		p.rangeString(n)
		return n
	case *types.Signature:
		return p.rangeFunc(n, u, label)
	case *types.Pointer:
		return p.rangeArray(n, u.Elem())
	case *types.Chan:
		if hasName(t) {
			n.X = b.convert(u, n.X)
		}
	}
	before := p.rangeChannels(n, t)
	p.rangeFresh(n)
	return preceded(n, before)
}

// rangeArray goes through the array behind a pointer, which is only looked at
// where its elements are wanted.
func (p *loops) rangeArray(n *ast.RangeStmt, array types.Type) ast.Stmt {
	b := p.at(n.Pos())
	elem := array.Underlying().(*types.Array)
	if n.Value != nil && !blank(n.Value) {
		n.X = b.slice(n.X, types.NewSlice(elem.Elem()))
		p.rangeFresh(n)
		return n
	}
	var before []ast.Stmt
	if wait.May(n.X) {
		before = append(before, b.declare(p.variable(p.info.TypeOf(n.X)), n.X))
	}
	n.X = b.number(int(elem.Len()))
	return preceded(p.rangeInt(n, types.Typ[types.Int]), before)
}

// rangeFresh gives every turn its own variables where something may keep them.
func (p *loops) rangeFresh(n *ast.RangeStmt) {
	if n.Tok != token.DEFINE {
		return
	}
	b := p.at(n.Pos())
	var fresh []ast.Stmt
	for _, x := range []*ast.Expr{&n.Key, &n.Value} {
		v := p.declared(*x)
		if v == nil || !p.kept(n.Body, v) {
			continue
		}
		header := p.variable(v.Type())
		fresh = append(fresh, b.declare(v, b.use(header)))
		*x = b.defined(header)
	}
	if len(fresh) > 0 {
		n.Body = b.block(append(fresh, n.Body.List...)...)
	}
}

// declared is the variable that an identifier of a loop declares, if it does.
func (p *loops) declared(x ast.Expr) types.Object {
	id, ok := x.(*ast.Ident)
	if !ok || id.Name == "_" {
		return nil
	}
	return p.info.Defs[id]
}

// rangeInt is for i, n := 0, x; i < n; i++ on a hidden i.
func (p *loops) rangeInt(n *ast.RangeStmt, t types.Type) ast.Stmt {
	b := p.at(n.Pos())
	t = types.Default(t)
	var key types.Object
	if n.Tok == token.DEFINE {
		if key = p.declared(n.Key); key != nil {
			t = key.Type()
		}
	}
	i, end := types.Object(p.variable(t)), p.variable(t)
	body := n.Body
	switch {
	case n.Key == nil || blank(n.Key):
	case key != nil && !p.kept(body, key) && !p.assigned(body, key):
		i = key
	case key != nil:
		body = b.block(append([]ast.Stmt{b.declare(key, b.use(i))}, body.List...)...)
	default:
		body = b.block(append([]ast.Stmt{b.set(n.Key, b.use(i))}, body.List...)...)
	}
	if v := p.info.Types[n.X].Value; v != nil {
		n.X = b.constant(t, v, n.X)
	}
	zero := b.constant(t, constant.MakeInt64(0), b.number(0))
	return &ast.ForStmt{
		For:  n.For,
		Init: &ast.AssignStmt{Lhs: []ast.Expr{b.defined(i), b.defined(end)}, TokPos: b.pos, Tok: token.DEFINE, Rhs: []ast.Expr{zero, n.X}},
		Cond: b.compare(b.use(i), token.LSS, b.use(end)),
		Post: &ast.IncDecStmt{X: b.use(i), TokPos: b.pos, Tok: token.INC},
		Body: body,
	}
}

// placed is what the interpreter makes of a rune of a string.
var placed = types.NewStruct([]*types.Var{
	types.NewField(token.NoPos, nil, "At", types.Typ[types.Int], false),
	types.NewField(token.NoPos, nil, "Rune", types.Typ[types.Rune], false),
}, nil)

// rangeString ranges over the runes of a string and where they start.
func (p *loops) rangeString(n *ast.RangeStmt) {
	b := p.at(n.Pos())
	v := p.variable(placed)
	var first []ast.Stmt
	for i, x := range []ast.Expr{n.Key, n.Value} {
		if own := p.declared(x); own != nil {
			f := placed.Field(i)
			first = append(first, b.declare(own, b.field(b.use(v), f.Name(), f.Type())))
		}
	}
	n.Key, n.Value, n.Tok, n.TokPos = b.id("_"), b.defined(v), token.DEFINE, b.pos
	n.X = b.of(b.apply(b.hook("Runes"), n.X), types.NewSlice(placed))
	n.Body = b.block(append(first, n.Body.List...)...)
}

// rangeAssign lets a loop that sets variables of its surroundings have its own.
func (p *loops) rangeAssign(n *ast.RangeStmt, t types.Type) {
	if n.Tok != token.ASSIGN || n.Key == nil {
		return
	}
	key, value := ranged(t)
	if key == nil {
		return
	}
	b := p.at(n.Pos())
	set := &ast.AssignStmt{TokPos: b.pos, Tok: token.ASSIGN}
	for i, x := range []*ast.Expr{&n.Key, &n.Value} {
		if *x == nil || blank(*x) {
			continue
		}
		v := p.variable([]types.Type{key, value}[i])
		set.Lhs, set.Rhs = append(set.Lhs, *x), append(set.Rhs, b.use(v))
		*x = b.defined(v)
	}
	if len(set.Lhs) > 0 {
		n.Tok = token.DEFINE
		n.Body = b.block(append([]ast.Stmt{set}, n.Body.List...)...)
	}
}

// ranged are the types of the keys and values that a loop over a value of type t
// goes through, nil where it calls or counts.
func ranged(t types.Type) (key, value types.Type) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return types.Typ[types.Int], u.Elem()
	case *types.Array:
		return types.Typ[types.Int], u.Elem()
	case *types.Map:
		return u.Key(), u.Elem()
	case *types.Chan:
		return u.Elem(), nil
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return types.Typ[types.Int], types.Typ[types.Rune]
		}
	}
	return nil, nil
}

// rangeChannels takes channels out of what is ranged over by its index: where
// the value is a channel, the interpreter would range over that.
func (p *loops) rangeChannels(n *ast.RangeStmt, t types.Type) (before []ast.Stmt) {
	_, elem := ranged(t)
	v := p.declared(n.Value)
	if v == nil || elem == nil || n.Tok != token.DEFINE {
		return nil
	}
	if _, ok := elem.Underlying().(*types.Chan); !ok {
		return nil
	}
	b := p.at(n.Pos())
	k, _ := ranged(t)
	key, whole := p.variable(k), p.variable(t)
	before = []ast.Stmt{b.declare(whole, n.X)}
	n.X = b.use(whole)
	list := []ast.Stmt{b.declare(v, b.index(b.use(whole), b.use(key), elem))}
	if own := p.declared(n.Key); own != nil {
		list = append(list, b.declare(own, b.use(key)))
	}
	n.Key, n.Value = b.defined(key), nil
	n.Body = b.block(append(list, n.Body.List...)...)
	return before
}
