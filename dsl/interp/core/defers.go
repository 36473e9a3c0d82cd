package core

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// Defers evaluates what a deferred call or a goroutine needs where Go does, and
// leaves the rest to compiled functions, since the interpreter's own defer and
// recover lose panics, and a panic in a goroutine of its ends the process.
type defers struct {
	tree
	around   []*frame                // functions around the node; the first is the cell itself
	deferred map[*ast.FuncLit]*frame // literals that are deferred, by whom
}

// A frame is what a function needs while it defers and recovers.
type frame struct {
	calls  *types.Var // its deferred calls, if it has any
	caught *types.Var // the panic that it may recover from
	asks   bool       // for that, on entry
}

// anything is the type of what only compiled functions look at.
var anything = types.NewInterfaceType(nil, nil)

func (p *defers) before(c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.FuncLit:
		f := &frame{}
		f.need(p.tree, n.Body, p.deferred[n])
		p.around = append(p.around, f)
	case *ast.DeferStmt:
		if lit, ok := ast.Unparen(n.Call.Fun).(*ast.FuncLit); ok {
			p.deferred[lit] = p.inside()
			p.thunks[lit] = true
		}
	}
	return true
}

func (p *defers) after(c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.FuncLit:
		p.inside().complete(p.tree, n.Body)
		p.around = p.around[:len(p.around)-1]
	case *ast.DeferStmt:
		c.Replace(p.deferStmt(n))
	case *ast.GoStmt:
		c.Replace(p.goStmt(n))
	case *ast.CallExpr:
		if p.isBuiltin(n, "recover") {
			b := p.at(n.Pos())
			c.Replace(b.of(b.apply(b.hook("Recovered"), b.use(p.inside().caught)), anything))
		}
	}
	return true
}

func (p *defers) inside() *frame { return p.around[len(p.around)-1] }

// need finds out what a function needs. One that is deferred recovers from the
// panic of the function that it was deferred by.
func (f *frame) need(t tree, body ast.Node, by *frame) {
	if f.calls == nil && defersCalls(body) {
		f.calls = types.NewVar(token.NoPos, nil, t.Unique("d#"), anything)
	}
	recovers := func(n ast.Node) bool { call, ok := n.(*ast.CallExpr); return ok && t.isBuiltin(call, "recover") }
	if f.caught != nil || !itself(body, recovers) {
		return
	}
	if by != nil {
		f.caught = by.calls
		return
	}
	f.caught, f.asks = types.NewVar(token.NoPos, nil, t.Unique("p#"), anything), true
}

// complete gives a function's body what it needs.
func (f *frame) complete(t tree, body *ast.BlockStmt) {
	b := t.at(token.NoPos) // no frame of the reader's
	if f.calls != nil {
		inner := b.action()
		inner.Body = &ast.BlockStmt{Lbrace: body.Lbrace, List: body.List, Rbrace: body.Rbrace}
		run := types.NewVar(token.NoPos, nil, t.Unique("f#"), t.info.TypeOf(inner))
		body.List = []ast.Stmt{
			b.declare(f.calls, b.of(b.apply(b.hook("Defers")), anything)),
			b.declare(run, inner),
			b.do(b.of(b.apply(b.hook("RunDefers"), b.use(f.calls), b.use(run)), types.NewTuple())),
			b.ret(),
		}
	}
	if f.asks {
		ask := b.declare(f.caught, b.of(b.apply(b.hook("PanicOf")), anything))
		body.List = append([]ast.Stmt{ask}, body.List...)
	}
}

// deferStmt evaluates what a deferred call needs now and defers the rest.
func (p *defers) deferStmt(d *ast.DeferStmt) ast.Stmt {
	push := "Defer"
	if p.mayRecover(d.Call) {
		push = "DeferNamed"
	}
	s := p.steps(d.Pos())
	call := s.later(d.Call)
	lit := s.action(s.builder.do(call))
	p.thunks[lit] = true
	s.do(s.builder.do(s.of(s.apply(s.hook(push), s.use(p.inside().calls), s.name(lit)), types.NewTuple())))
	return s.block(s.list...)
}

// later evaluates the function and the arguments of a call that is made later.
func (s *steps) later(call *ast.CallExpr) *ast.CallExpr {
	made := &ast.CallExpr{Fun: ast.Unparen(call.Fun), Lparen: s.pos, Ellipsis: call.Ellipsis, Rparen: s.pos}
	switch x := made.Fun.(type) {
	case *ast.SelectorExpr:
		if s.selector(x).isMember() {
			break
		}
		if x := s.selector(x); x.isMethod() {
			made.Fun = s.method(x)
			break
		}
		made.Fun = s.name(x)
	default:
		if !s.info.Types[x].IsBuiltin() {
			made.Fun = s.name(x)
		}
		if id, ok := made.Fun.(*ast.Ident); ok {
			id.NamePos = s.pos // a trace has the function that defers, not the literal
		}
	}
	for _, x := range call.Args {
		made.Args = append(made.Args, s.name(x))
	}
	s.of(made, s.info.TypeOf(call))
	return made
}

// method is a method of a compiled type or an interface, whose receiver is
// evaluated now.
func (s *steps) method(x selector) ast.Expr {
	recv := x.X
	switch {
	case x.takesAddress():
		recv = s.address(recv)
	case types.IsInterface(s.info.TypeOf(recv)):
		recv = x.present()
	}
	return x.of(s.name(recv))
}

// mayRecover reports whether a deferred function may call recover, as far as is
// known.
func (p *defers) mayRecover(call *ast.CallExpr) bool {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.FuncLit:
		return false // it recovers by itself
	case *ast.Ident:
		switch obj := p.info.Uses[fun].(type) {
		case *types.Builtin:
			return false
		case *types.Func:
			name := fun.Name
			if recv := obj.Signature().Recv(); recv != nil {
				name = receiverName(recv.Type()) + "." + obj.Name()
			}
			return p.world.MayRecover(name)
		}
	case *ast.SelectorExpr:
		if p.selector(fun).isMember() {
			return false
		}
		if p.selector(fun).isMethod() {
			return types.IsInterface(p.info.TypeOf(fun.X))
		}
	}
	return true
}

// goStmt starts a goroutine that cannot take the process down: its panic is
// caught and told to the session. The function and its arguments are
// evaluated before it starts, as Go says.
func (p *defers) goStmt(g *ast.GoStmt) ast.Stmt {
	s := p.steps(g.Pos())
	if lit, ok := g.Call.Fun.(*ast.FuncLit); ok {
		// The interpreter tells the frame of a panic only when that has left it.
		sig := p.info.TypeOf(lit).Underlying().(*types.Signature)
		inner := s.function(types.NewSignatureType(nil, nil, nil, nil, sig.Results(), false))
		inner.Type.Results, inner.Body = lit.Type.Results, lit.Body
		lit.Type.Results = nil
		lit.Body = s.block(p.catch(s.builder), s.builder.do(s.apply(inner)))
		s.of(lit, types.NewSignatureType(nil, nil, nil, sig.Params(), nil, sig.Variadic()))
		return g
	}
	call := s.later(g.Call)
	s.do(&ast.GoStmt{Go: s.pos, Call: s.apply(s.action(p.catch(s.builder), s.builder.do(call)))})
	return s.block(s.list...)
}

// catch is defer func() { r := recover(); Caught(r, place) }(). The place is
// that of the go statement. The recover is the interpreter's own.
func (p *defers) catch(b builder) ast.Stmt {
	v := types.NewVar(token.NoPos, nil, "r#", anything)
	told := b.do(b.apply(b.hook("Caught"), b.use(v), b.number(int(b.pos))))
	end := b.action(b.declare(v, b.of(b.call("recover"), anything)), told)
	p.thunks[end] = true // so that it is told of the end of a cancelled one too
	return &ast.DeferStmt{Defer: b.pos, Call: b.apply(end)}
}
