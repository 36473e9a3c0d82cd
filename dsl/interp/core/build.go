package core

import (
	"go/ast"
	"go/constant"
	"go/token"
	"math"
	"strconv"
	"strings"
)

// A builder makes syntax at one place of a cell, so that whatever goes wrong
// in it is reported there.
type builder struct{ pos token.Pos }

func (l *lowering) at(pos token.Pos) builder {
	if !pos.IsValid() {
		pos = l.anchor
	}
	return builder{pos}
}

func (b builder) id(name string) *ast.Ident { return &ast.Ident{Name: name, NamePos: b.pos} }

func (b builder) call(name string, args ...ast.Expr) *ast.CallExpr {
	return b.apply(b.id(name), args...)
}

func (b builder) apply(fun ast.Expr, args ...ast.Expr) *ast.CallExpr {
	return &ast.CallExpr{Fun: fun, Lparen: b.pos, Args: args, Rparen: b.pos}
}

func (b builder) assign(name string, x ast.Expr) *ast.AssignStmt {
	return &ast.AssignStmt{Lhs: []ast.Expr{b.id(name)}, TokPos: b.pos, Tok: token.ASSIGN, Rhs: []ast.Expr{x}}
}

func (b builder) define(name string, x ast.Expr) *ast.AssignStmt {
	return &ast.AssignStmt{Lhs: []ast.Expr{b.id(name)}, TokPos: b.pos, Tok: token.DEFINE, Rhs: []ast.Expr{x}}
}

func (b builder) block(list ...ast.Stmt) *ast.BlockStmt {
	return &ast.BlockStmt{Lbrace: b.pos, List: list, Rbrace: b.pos}
}

func (b builder) ret(results ...ast.Expr) *ast.ReturnStmt {
	return &ast.ReturnStmt{Return: b.pos, Results: results}
}

func (b builder) jump(tok token.Token, label *ast.Ident) *ast.BranchStmt {
	return &ast.BranchStmt{TokPos: b.pos, Tok: tok, Label: label}
}

func (b builder) binary(x ast.Expr, op token.Token, y ast.Expr) *ast.BinaryExpr {
	return &ast.BinaryExpr{X: x, OpPos: b.pos, Op: op, Y: y}
}

func (b builder) number(n int) *ast.BasicLit {
	return &ast.BasicLit{ValuePos: b.pos, Kind: token.INT, Value: strconv.Itoa(n)}
}

// thunk is func() { list }.
func (b builder) thunk(list ...ast.Stmt) *ast.FuncLit {
	return &ast.FuncLit{Type: &ast.FuncType{Func: b.pos, Params: &ast.FieldList{Opening: b.pos, Closing: b.pos}}, Body: b.block(list...)}
}

// float is a literal of a value, always with a sign of being no integer.
func (b builder) float(v constant.Value) ast.Expr {
	f, _ := constant.Float64Val(v)
	text := strconv.FormatFloat(math.Abs(f), 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	var lit ast.Expr = &ast.BasicLit{ValuePos: b.pos, Kind: token.FLOAT, Value: text}
	if f < 0 {
		lit = &ast.UnaryExpr{OpPos: b.pos, Op: token.SUB, X: lit}
	}
	return lit
}

// hook is a function that core Go calls.
func (b builder) hook(name string) ast.Expr {
	return &ast.SelectorExpr{X: b.id(alias(HookPath)), Sel: b.id(name)}
}
