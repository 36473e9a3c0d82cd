package core

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
)

// Results names the results of functions that defer calls, or leave from within
// a loop over an iterator: their returns set these variables and say no more. A
// := that means a named result beside new variables becomes two assignments:
// results and body are one block in Go, and two to the interpreter, which would
// make another variable.
type results struct {
	tree
	around []*outcome
}

// An outcome is the results of a function around a node, the cell itself having none.
type outcome struct {
	results []*types.Var // that its returns are to set
	named   *types.Tuple // its results as declared
}

func (p *results) before(c *astutil.Cursor) bool {
	if n, ok := c.Node().(*ast.FuncLit); ok {
		sig, _ := types.Unalias(p.info.TypeOf(n)).(*types.Signature)
		f := &outcome{}
		if n.Type.Results != nil && sig != nil && (defersCalls(n.Body) || p.rangesFunc(n.Body)) {
			sig = p.name(n, sig)
			f.results = slices.Collect(sig.Results().Variables())
		}
		if sig != nil {
			f.named = sig.Results()
		}
		p.around = append(p.around, f)
	}
	return true
}

func (p *results) after(c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.FuncLit:
		p.around = p.around[:len(p.around)-1]
	case *ast.ReturnStmt:
		if f := p.inside(); len(f.results) > 0 && len(n.Results) > 0 {
			c.Replace(p.set(n, f.results))
		}
	case *ast.AssignStmt:
		if n.Tok == token.DEFINE && c.Index() >= 0 && slices.ContainsFunc(n.Lhs, p.isResult) {
			p.reuse(c, n)
		}
	}
	return true
}

// inside is the outcome of the function around the node.
func (p *results) inside() *outcome {
	if len(p.around) == 0 {
		return &outcome{}
	}
	return p.around[len(p.around)-1]
}

// name gives each result of a function a name that no other hides.
func (p *results) name(lit *ast.FuncLit, sig *types.Signature) *types.Signature {
	var made []*types.Var
	for _, f := range lit.Type.Results.List {
		if len(f.Names) == 0 {
			f.Names = []*ast.Ident{nil}
		}
		for i, id := range f.Names {
			v := types.NewParam(token.NoPos, nil, p.Unique("r#"), sig.Results().At(len(made)).Type())
			if id != nil && p.info.Defs[id] != nil {
				p.rename(lit.Body, p.info.Defs[id], v)
			}
			f.Names[i] = p.at(f.Type.Pos()).defined(v)
			made = append(made, v)
		}
	}
	named := types.NewSignatureType(nil, nil, nil, sig.Params(), types.NewTuple(made...), sig.Variadic())
	p.at(lit.Pos()).of(lit, named)
	return named
}

// set is a return that sets the results.
func (p *results) set(n *ast.ReturnStmt, to []*types.Var) ast.Stmt {
	b := p.at(n.Pos())
	assign := &ast.AssignStmt{TokPos: b.pos, Tok: token.ASSIGN, Rhs: n.Results}
	for _, v := range to {
		assign.Lhs = append(assign.Lhs, b.use(v))
	}
	return b.block(assign, b.ret())
}

// reuse names all values first, then each variable gets its own.
func (p *results) reuse(c *astutil.Cursor, a *ast.AssignStmt) {
	b := p.at(a.Pos())
	var list []ast.Stmt
	for i, x := range a.Lhs {
		if blank(x) {
			continue
		}
		held := p.variable(p.info.TypeOf(x))
		if v := p.info.Defs[x.(*ast.Ident)]; v != nil {
			list = append(list, b.declare(v, b.use(held)))
		} else {
			list = append(list, b.set(x, b.use(held)))
		}
		a.Lhs[i] = b.defined(held)
	}
	for _, s := range slices.Backward(list) {
		c.InsertAfter(s)
	}
}

// isResult reports whether an expression is a named result of the function around it.
func (p *results) isResult(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	if !ok {
		return false
	}
	for v := range p.inside().named.Variables() {
		if types.Object(v) == p.info.Uses[id] {
			return true
		}
	}
	return false
}

// itself reports whether there is such a node in a function, outside of those in it.
func itself(body ast.Node, is func(ast.Node) bool) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		_, function := n.(*ast.FuncLit)
		found = found || n != nil && is(n)
		return !found && !function
	})
	return found
}

// defersCalls reports whether a function itself defers calls.
func defersCalls(body ast.Node) bool {
	return itself(body, func(n ast.Node) bool { _, ok := n.(*ast.DeferStmt); return ok })
}

// rangesFunc reports whether a function itself loops over an iterator.
func (p *results) rangesFunc(body *ast.BlockStmt) bool {
	return itself(body, func(n ast.Node) bool {
		loop, ok := n.(*ast.RangeStmt)
		return ok && isFunction(p.info.TypeOf(loop.X))
	})
}
