package core

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
)

// Steps are statements in the order in which they are to run.
type steps struct {
	ordered
	builder
	list []ast.Stmt
}

func (t tree) steps(pos token.Pos) *steps { return &steps{ordered: ordered{t}, builder: t.at(pos)} }

func (s *steps) do(x ast.Stmt) { s.list = append(s.list, x) }

// name evaluates an expression now. What stands for it is a variable, or the
// expression itself where that is a constant.
func (s *steps) name(x ast.Expr) ast.Expr {
	tv := s.info.Types[x]
	if tv.Value != nil || tv.IsNil() || tv.Type == nil {
		return x
	}
	b := s.tree.at(x.Pos())
	v := s.tree.variable(tv.Type)
	s.do(b.declare(v, x))
	return b.use(v)
}

// expr evaluates what an expression must not leave to its own order: what append
// is to write is read before, and several results become arguments of a builtin
// by their names. All calls then are made before, from left to right.
func (s *steps) expr(x *ast.Expr) {
	if !s.unordered(*x) {
		return
	}
	root := *x
	*x = s.evaluate(root, func(call ast.Expr) bool { return call == root })
}

// evaluate rewrites an expression so that all its calls are made before, but one
// that is to stay.
func (s *steps) evaluate(x ast.Expr, stays func(ast.Expr) bool) ast.Expr {
	made := astutil.Apply(&ast.ExprStmt{X: x}, func(c *astutil.Cursor) bool {
		switch n := c.Node().(type) {
		case *ast.FuncLit:
			return false
		case *ast.BinaryExpr:
			if logical(n) {
				n.X = s.evaluate(n.X, stays)
				s.enclose(&n.Y)
				c.Replace(s.name(n))
				return false
			}
		}
		return true
	}, func(c *astutil.Cursor) bool {
		x, ok := c.Node().(ast.Expr)
		if call, ok := x.(*ast.CallExpr); ok {
			if n := s.measured(call); n != nil {
				c.Replace(n)
				return true
			}
			s.arguments(call)
		}
		if ok && !stays(x) && s.acts(x) && s.single(x) {
			c.Replace(s.name(x))
		}
		return true
	})
	return made.(*ast.ExprStmt).X
}

// measured is the length of an array that len or cap evaluates, or nil.
func (s *steps) measured(call *ast.CallExpr) ast.Expr {
	if !s.measures(call) {
		return nil
	}
	s.name(call.Args[0]) // for what it does
	t := s.underlying(call.Args[0])
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	v := s.tree.variable(types.Typ[types.Int])
	s.do(s.declare(v, s.number(int(t.(*types.Array).Len()))))
	return s.use(v)
}

// arguments names those of a call that it would not read in time.
func (s *steps) arguments(call *ast.CallExpr) {
	switch {
	case s.overwrites(call):
		for i, x := range call.Args[1:] {
			call.Args[i+1] = s.name(x)
		}
	case s.spreads(call):
		tuple := s.info.TypeOf(call.Args[0]).(*types.Tuple)
		all := &ast.AssignStmt{TokPos: s.pos, Tok: token.DEFINE, Rhs: call.Args}
		call.Args = nil
		for part := range tuple.Variables() {
			v := s.tree.variable(part.Type())
			all.Lhs, call.Args = append(all.Lhs, s.defined(v)), append(call.Args, s.use(v))
		}
		s.do(all)
	}
}

// enclose puts the steps of a condition, which may not have to be evaluated, into
// a function: func() bool { steps; return x }().
func (t tree) enclose(x *ast.Expr) {
	s := t.steps((*x).Pos())
	if s.expr(x); s.list == nil {
		return
	}
	of := types.Default(t.info.TypeOf(*x))
	result := types.NewTuple(types.NewParam(token.NoPos, nil, "", of))
	f := s.function(types.NewSignatureType(nil, nil, nil, nil, result, false), append(s.list, s.ret(*x))...)
	*x = s.of(s.apply(f), of)
}

// place evaluates what says where a value is to be put: the map or slice and
// the index, the pointer.
func (s *steps) place(x ast.Expr) {
	switch x := x.(type) {
	case *ast.ParenExpr:
		s.place(x.X)
	case *ast.StarExpr:
		x.X = s.name(x.X)
	case *ast.SelectorExpr:
		if s.selector(x).isField() { // else of a package
			s.base(&x.X)
		}
	case *ast.IndexExpr:
		switch s.underlying(x.X).(type) {
		case *types.Map, *types.Slice:
			x.X = s.name(x.X)
		default:
			s.base(&x.X)
		}
		x.Index = s.name(x.Index)
	}
}

// base does so for what a field or the element of an array is a part of.
func (s *steps) base(x *ast.Expr) {
	if _, pointer := s.underlying(*x).(*types.Pointer); pointer {
		*x = s.name(*x)
		return
	}
	s.place(*x)
}

// values evaluates one value for each place. What calls or slices comes first,
// as the compiler has it, though the language leaves that open.
func (s *steps) values(a *ast.AssignStmt) {
	named := make([]bool, len(a.Rhs))
	for i, x := range a.Rhs {
		if named[i] = s.comesFirst(x); named[i] {
			a.Rhs[i] = s.name(x)
		} else {
			a.Rhs[i] = s.evaluate(x, func(ast.Expr) bool { return false })
		}
	}
	for i, x := range a.Rhs {
		if !named[i] {
			a.Rhs[i] = s.name(x)
		}
	}
}

// parts evaluates an expression of several values.
func (s *steps) parts(a *ast.AssignStmt) (values []ast.Expr) {
	tuple := s.info.TypeOf(a.Rhs[0]).(*types.Tuple)
	all := &ast.AssignStmt{TokPos: a.TokPos, Tok: token.DEFINE, Rhs: a.Rhs}
	wanted := slices.ContainsFunc(a.Lhs, func(x ast.Expr) bool { return !blank(x) })
	for i, x := range a.Lhs {
		if blank(x) && wanted {
			all.Lhs, values = append(all.Lhs, x), append(values, nil)
			continue
		}
		v := s.tree.variable(tuple.At(i).Type())
		all.Lhs = append(all.Lhs, s.defined(v))
		value := ast.Expr(s.use(v))
		if to := s.info.TypeOf(x); i == 1 && to != nil && commaOK(a) && !types.IsInterface(to) && !types.Identical(types.Typ[types.Bool], to) {
			value = s.convert(to, value)
		}
		values = append(values, value)
	}
	s.define(all)
	return values
}
