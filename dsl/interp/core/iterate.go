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
func (l *lowering) rangeFunc(n *ast.RangeStmt, seq *types.Signature, label *ast.Ident) ast.Stmt {
	b := l.at(n.Pos())
	code := l.temp()
	yield := seq.Params().At(0).Type().Underlying().(*types.Signature)
	ftype := l.funcType(yield, n.Pos())
	body := n.Body
	var fresh []ast.Stmt
	for i, f := range ftype.Params.List {
		name := b.id("_")
		if x := []ast.Expr{n.Key, n.Value}[i]; x != nil {
			id, isName := x.(*ast.Ident)
			switch {
			case isName && n.Tok == token.DEFINE:
				name = id
			case isName && id.Name == "_":
			default:
				name = b.id(l.temp())
				fresh = append(fresh, &ast.AssignStmt{Lhs: []ast.Expr{x}, TokPos: b.pos, Tok: token.ASSIGN, Rhs: []ast.Expr{b.id(name.Name)}})
			}
		}
		f.Names = []*ast.Ident{name}
	}
	out := exits{l: l, b: b, code: code}
	out.jumps(body, label)
	out.returns(body)
	body.List = append(append(fresh, body.List...), b.ret(b.id("true")))
	call := b.apply(n.X, &ast.FuncLit{Type: ftype, Body: body})
	list := []ast.Stmt{b.define(code, b.number(0))}
	list = append(list, out.before...)
	list = append(list, &ast.ExprStmt{X: call})
	return b.block(append(list, out.after...)...)
}

// exits collects the ways out of the body of a loop over an iterator.
type exits struct {
	l             *lowering
	b             builder
	code          string // variable that says which way was taken
	ways          int
	before, after []ast.Stmt
}

// take is the way out number n: note it, run first, and end the iteration.
func (e *exits) take(n int, first ...ast.Stmt) ast.Stmt {
	list := append(first, e.b.assign(e.code, e.b.number(n)), e.b.ret(e.b.id("false")))
	return e.b.block(list...)
}

// land makes a way out good behind the call.
func (e *exits) land(n int, s ast.Stmt) {
	e.after = append(e.after, &ast.IfStmt{
		If: e.b.pos, Cond: e.b.binary(e.b.id(e.code), token.EQL, e.b.number(n)), Body: e.b.block(s),
	})
}

func (e *exits) jumps(body *ast.BlockStmt, label *ast.Ident) {
	known := map[string]int{}
	jumps(body, label, func(c *astutil.Cursor, j *ast.BranchStmt, own bool) {
		switch {
		case own && j.Tok == token.CONTINUE:
			c.Replace(e.b.ret(e.b.id("true")))
		case own && j.Tok == token.BREAK:
			c.Replace(e.b.ret(e.b.id("false")))
		default:
			key := fmt.Sprint(j.Tok, j.Label.Name)
			if known[key] == 0 {
				e.ways++
				known[key] = e.ways
				e.land(e.ways, e.b.jump(j.Tok, j.Label))
			}
			c.Replace(e.take(known[key]))
		}
	})
}

// returns makes the returns of the body returns of the function around the
// loop, whose results have names and are set, see begin.
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
				e.land(way, e.b.ret())
			}
			c.Replace(e.take(way))
			return false
		}
		return true
	}, nil)
}
