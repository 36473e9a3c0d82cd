package core

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"strconv"
	"strings"
)

// A builder makes syntax at one place of a cell, so that whatever goes wrong
// in it is reported there, and writes down the types of what it makes.
type builder struct {
	place
	facts *types.Info
}

// A place makes syntax that has no type.
type place struct{ pos token.Pos }

// typeMode is what go/types says of an expression that is a type: which of these
// it is of no other can say.
var typeMode = evaluated("int")

func evaluated(text string) types.TypeAndValue {
	tv, err := types.Eval(token.NewFileSet(), nil, token.NoPos, text)
	if err != nil {
		panic(err)
	}
	return tv
}

// of writes down the type of an expression.
func (b builder) of(x ast.Expr, t types.Type) ast.Expr {
	b.facts.Types[x] = types.TypeAndValue{Type: t}
	return x
}

// typ is a type.
func (b builder) typ(t types.Type) ast.Expr {
	x := b.id(types.TypeString(t, (*types.Package).Name))
	tv := typeMode
	tv.Type = t
	b.facts.Types[x] = tv
	return x
}

// use is a variable, or what else an object is.
func (b builder) use(v types.Object) *ast.Ident {
	x := b.id(v.Name())
	b.facts.Uses[x] = v
	b.of(x, v.Type())
	return x
}

// defined is a variable where it is declared.
func (b builder) defined(v types.Object) *ast.Ident {
	x := b.id(v.Name())
	b.facts.Defs[x] = v
	return x
}

// declare declares a variable with its first value.
func (b builder) declare(v types.Object, x ast.Expr) *ast.AssignStmt {
	return &ast.AssignStmt{Lhs: []ast.Expr{b.defined(v)}, TokPos: b.pos, Tok: token.DEFINE, Rhs: []ast.Expr{x}}
}

// set assigns a value to a place.
func (b place) set(to, x ast.Expr) *ast.AssignStmt {
	return &ast.AssignStmt{Lhs: []ast.Expr{to}, TokPos: b.pos, Tok: token.ASSIGN, Rhs: []ast.Expr{x}}
}

// zeroed declares a variable with the zero value of its type.
func (b builder) zeroed(v types.Object) ast.Stmt {
	return &ast.DeclStmt{Decl: &ast.GenDecl{TokPos: b.pos, Tok: token.VAR, Specs: []ast.Spec{
		&ast.ValueSpec{Names: []*ast.Ident{b.defined(v)}, Type: b.typ(v.Type())},
	}}}
}

// convert converts a value to a type.
func (b builder) convert(t types.Type, x ast.Expr) ast.Expr {
	return b.of(b.apply(b.typ(t), x), t)
}

// constant is a constant of a type.
func (b builder) constant(t types.Type, v constant.Value, x ast.Expr) ast.Expr {
	made := b.apply(b.typ(t), x)
	b.facts.Types[made] = types.TypeAndValue{Type: t, Value: v}
	return made
}

// truth is true or false.
func (b builder) truth(v bool) ast.Expr {
	x := b.id(strconv.FormatBool(v))
	b.facts.Uses[x] = types.Universe.Lookup(x.Name)
	b.facts.Types[x] = types.TypeAndValue{Type: types.Typ[types.Bool], Value: constant.MakeBool(v)}
	return x
}

// number is an integer of type int.
func (b builder) number(n int) ast.Expr {
	x := &ast.BasicLit{ValuePos: b.pos, Kind: token.INT, Value: strconv.Itoa(n)}
	if b.facts != nil {
		b.facts.Types[x] = types.TypeAndValue{Type: types.Typ[types.Int], Value: constant.MakeInt64(int64(n))}
	}
	return x
}

// compare is a comparison.
func (b builder) compare(x ast.Expr, op token.Token, y ast.Expr) ast.Expr {
	return b.of(b.binary(x, op, y), types.Typ[types.Bool])
}

// or is x || y.
func (b builder) or(x, y ast.Expr) ast.Expr { return b.compare(x, token.LOR, y) }

// not is !x.
func (b builder) not(x ast.Expr) ast.Expr {
	return b.of(&ast.UnaryExpr{OpPos: b.pos, Op: token.NOT, X: x}, types.Typ[types.Bool])
}

// address is &x.
func (b builder) address(x ast.Expr) ast.Expr {
	t := b.facts.TypeOf(x)
	return b.of(&ast.UnaryExpr{OpPos: b.pos, Op: token.AND, X: x}, types.NewPointer(t))
}

// field is x.name, of a type.
func (b builder) field(x ast.Expr, name string, t types.Type) ast.Expr {
	return b.of(&ast.SelectorExpr{X: x, Sel: b.id(name)}, t)
}

// index is x[i], of a type.
func (b builder) index(x, i ast.Expr, t types.Type) ast.Expr {
	return b.of(&ast.IndexExpr{X: x, Lbrack: b.pos, Index: i, Rbrack: b.pos}, t)
}

// slice is x[:], of a type.
func (b builder) slice(x ast.Expr, t types.Type) ast.Expr {
	return b.of(&ast.SliceExpr{X: x, Lbrack: b.pos, Rbrack: b.pos}, t)
}

// when is if cond { list }.
func (b place) when(cond ast.Expr, list ...ast.Stmt) *ast.IfStmt {
	return &ast.IfStmt{If: b.pos, Cond: cond, Body: b.block(list...)}
}

// do is a call as a statement.
func (b place) do(call ast.Expr) ast.Stmt { return &ast.ExprStmt{X: call} }

// function is a function literal.
func (b builder) function(sig *types.Signature, list ...ast.Stmt) *ast.FuncLit {
	lit := &ast.FuncLit{Type: &ast.FuncType{Func: b.pos, Params: &ast.FieldList{Opening: b.pos, Closing: b.pos}}, Body: b.block(list...)}
	for i := range sig.Params().Len() {
		v := sig.Params().At(i)
		f := &ast.Field{Names: []*ast.Ident{b.defined(v)}, Type: b.typ(v.Type())}
		if sig.Variadic() && i == sig.Params().Len()-1 {
			f.Type = &ast.Ellipsis{Ellipsis: b.pos, Elt: b.typ(v.Type().(*types.Slice).Elem())}
		}
		lit.Type.Params.List = append(lit.Type.Params.List, f)
	}
	if sig.Results().Len() > 0 {
		lit.Type.Results = &ast.FieldList{Opening: b.pos, Closing: b.pos}
		for v := range sig.Results().Variables() {
			lit.Type.Results.List = append(lit.Type.Results.List, &ast.Field{Type: b.typ(v.Type())})
		}
	}
	b.of(lit, sig)
	return lit
}

// action is func() { list }.
func (b builder) action(list ...ast.Stmt) *ast.FuncLit {
	return b.function(types.NewSignatureType(nil, nil, nil, nil, nil, false), list...)
}

func (b place) id(name string) *ast.Ident { return &ast.Ident{Name: name, NamePos: b.pos} }

func (b place) call(name string, args ...ast.Expr) *ast.CallExpr {
	return b.apply(b.id(name), args...)
}

func (b place) apply(fun ast.Expr, args ...ast.Expr) *ast.CallExpr {
	return &ast.CallExpr{Fun: fun, Lparen: b.pos, Args: args, Rparen: b.pos}
}

func (b place) block(list ...ast.Stmt) *ast.BlockStmt {
	return &ast.BlockStmt{Lbrace: b.pos, List: list, Rbrace: b.pos}
}

func (b place) ret(results ...ast.Expr) *ast.ReturnStmt {
	return &ast.ReturnStmt{Return: b.pos, Results: results}
}

func (b place) jump(tok token.Token, label *ast.Ident) *ast.BranchStmt {
	return &ast.BranchStmt{TokPos: b.pos, Tok: tok, Label: label}
}

func (b place) binary(x ast.Expr, op token.Token, y ast.Expr) *ast.BinaryExpr {
	return &ast.BinaryExpr{X: x, OpPos: b.pos, Op: op, Y: y}
}

// float is a literal of a value, always with a sign of being no integer.
func (b place) float(v constant.Value) ast.Expr {
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
func (b place) hook(name string) ast.Expr {
	return &ast.SelectorExpr{X: b.id(alias(HookPath)), Sel: b.id(name)}
}
