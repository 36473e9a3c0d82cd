package core

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// rangeFunc turns a loop over an iterator function into a call of it. The
// body becomes the function it calls back; a jump out of the body is noted,
// ends the iteration, and is made good behind the call.
func (p *loops) rangeFunc(n *ast.RangeStmt, seq *types.Signature, label *ast.Ident) ast.Stmt {
	b := p.at(n.Pos())
	yield := seq.Params().At(0).Type().Underlying().(*types.Signature)
	var params []*types.Var
	var first []ast.Stmt
	for i, x := range []ast.Expr{n.Key, n.Value}[:yield.Params().Len()] {
		v := types.NewParam(token.NoPos, nil, "_", yield.Params().At(i).Type())
		if own, ok := p.declared(x).(*types.Var); ok && n.Tok == token.DEFINE {
			v = own
		} else if x != nil && !blank(x) {
			v = types.NewParam(token.NoPos, nil, p.temp(), v.Type())
			first = append(first, b.set(x, b.use(v)))
		}
		params = append(params, v)
	}
	out := exits{builder: b, code: p.variable(types.Typ[types.Int])}
	out.jumps(n.Body, label)
	out.returns(n.Body)
	sig := types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), yield.Results(), false)
	body := b.function(sig, append(first, append(n.Body.List, b.ret(b.truth(true)))...)...)
	list := []ast.Stmt{b.declare(out.code, b.number(0)), b.do(b.of(b.apply(n.X, body), types.NewTuple()))}
	return b.block(append(list, out.after...)...)
}

// exits collects the ways out of the body of a loop over an iterator.
type exits struct {
	builder
	code  *types.Var // that says which way was taken
	ways  int
	after []ast.Stmt
}

// take is the way out number n: note it and end the iteration.
func (e *exits) take(n int) ast.Stmt {
	return e.block(e.set(e.use(e.code), e.number(n)), e.ret(e.truth(false)))
}

// land makes a way out good behind the call.
func (e *exits) land(n int, s ast.Stmt) {
	e.after = append(e.after, e.when(e.compare(e.use(e.code), token.EQL, e.number(n)), s))
}

func (e *exits) jumps(body *ast.BlockStmt, label *ast.Ident) {
	known := map[string]int{}
	jumps(body, label, func(c *astutil.Cursor, j *ast.BranchStmt, own bool) {
		switch {
		case own && j.Tok == token.CONTINUE:
			c.Replace(e.ret(e.truth(true)))
		case own && j.Tok == token.BREAK:
			c.Replace(e.ret(e.truth(false)))
		default:
			key := fmt.Sprint(j.Tok, j.Label.Name)
			if known[key] == 0 {
				e.ways++
				known[key] = e.ways
				e.land(e.ways, e.jump(j.Tok, j.Label))
			}
			c.Replace(e.take(known[key]))
		}
	})
}

// returns makes the returns of the body returns of the function around the
// loop, whose results have names and are set, see results.
func (e *exits) returns(body *ast.BlockStmt) {
	way := 0
	astutil.Apply(body, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if len(n.Results) > 0 { // this loop's jumps became
				return false
			}
			if way == 0 {
				e.ways++
				way = e.ways
				e.land(way, e.ret())
			}
			c.Replace(e.take(way))
			return false
		}
		return true
	}, nil)
}
