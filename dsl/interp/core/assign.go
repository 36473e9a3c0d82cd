package core

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"unfold/dsl/interp/wait"
)

// An assignment of several values happens in three phases: the operands of the
// places are evaluated from left to right, then the values, then each value goes
// to its place. The interpreter mixes the phases: it looks at the key of a map
// when the value is there already, forgets constants, lets a call put its result
// into a variable that another value still reads, and takes an interface for
// the type of what it holds. So each phase gets steps of its own, in which all
// that was evaluated has a name. What the interpreter keeps apart by itself is
// left as it is, see parallel.

// assignment returns the steps of an assignment of several values, nil for one
// that can stay.
func (l *lowering) assignment(a *ast.AssignStmt) []ast.Stmt {
	if len(a.Lhs) < 2 || a.Tok != token.ASSIGN || l.parallel(a) {
		return nil
	}
	s := &steps{lowering: l, builder: l.at(a.Pos())}
	for _, x := range a.Lhs {
		s.place(x)
	}
	values := a.Rhs
	if len(a.Rhs) == len(a.Lhs) {
		s.values(a)
	} else {
		values = s.parts(a)
	}
	for i, x := range a.Lhs {
		if !blank(x) {
			s.do(&ast.AssignStmt{Lhs: []ast.Expr{x}, TokPos: a.TokPos, Tok: token.ASSIGN, Rhs: []ast.Expr{values[i]}})
		}
	}
	return s.list
}

// parallel reports whether the interpreter assigns several values rightly: each
// is computed from variables alone, and goes to a variable, field or element
// that is evaluated before.
func (l *lowering) parallel(a *ast.AssignStmt) bool {
	if slices.ContainsFunc(a.Lhs, func(x ast.Expr) bool { return l.isMapElement(x) || wait.May(x) || isFunction(l.info.TypeOf(x)) }) {
		return false
	}
	if len(a.Lhs) != len(a.Rhs) {
		return !l.commaOK(a) && !l.boxes(a)
	}
	for i, x := range a.Lhs {
		if t := l.info.TypeOf(x); t != nil && types.IsInterface(t) || !l.computed(a.Rhs[i]) {
			return false
		}
	}
	return true
}

// boxes reports whether one of several results of a call must be made a value
// of an interface type on its way into its place.
func (l *lowering) boxes(a *ast.AssignStmt) bool {
	from := l.info.TypeOf(a.Rhs[0]).(*types.Tuple)
	for i, x := range a.Lhs {
		to := l.info.TypeOf(x)
		if to == nil || !types.IsInterface(to) {
			continue
		}
		t := from.At(i).Type()
		if _, name := ast.Unparen(x).(*ast.Ident); !name || !types.IsInterface(t) && l.types.Hides(t) {
			return true
		}
	}
	return false
}

// definition returns what is to be done before several variables are defined by
// a value each, nil where nothing is.
func (l *lowering) definition(a *ast.AssignStmt) []ast.Stmt {
	if a.Tok != token.DEFINE || len(a.Lhs) < 2 || len(a.Lhs) != len(a.Rhs) || !slices.ContainsFunc(a.Rhs, l.calls) {
		return nil
	}
	s := &steps{lowering: l, builder: l.at(a.Pos())}
	s.values(a)
	return s.list
}

// calls reports whether a value is no constant, no function literal and not
// computed from variables.
func (l *lowering) calls(x ast.Expr) bool {
	_, function := ast.Unparen(x).(*ast.FuncLit)
	return !function && !l.info.Types[x].IsNil() && !l.operand(x)
}

// commaOK reports whether the second value tells whether there is a first.
func (l *lowering) commaOK(a *ast.AssignStmt) bool {
	_, call := ast.Unparen(a.Rhs[0]).(*ast.CallExpr)
	return !call
}

// computed reports whether a value is computed from variables, by steps that
// call nothing.
func (l *lowering) computed(x ast.Expr) bool {
	if tv := l.info.Types[x]; tv.Value != nil || tv.IsNil() {
		return false
	}
	switch x := x.(type) {
	case *ast.Ident:
		return true
	case *ast.ParenExpr:
		return l.computed(x.X)
	case *ast.StarExpr:
		return l.computed(x.X)
	case *ast.UnaryExpr:
		return x.Op != token.ARROW && x.Op != token.AND && l.computed(x.X)
	case *ast.SelectorExpr:
		sel := l.info.Selections[x]
		return sel != nil && sel.Kind() == types.FieldVal && l.computed(x.X)
	case *ast.IndexExpr:
		return l.computed(x.X) && l.operand(x.Index)
	case *ast.BinaryExpr:
		return !composed(l.info.TypeOf(x.X)) && !composed(l.info.TypeOf(x.Y)) && l.operand(x.X) && l.operand(x.Y)
	}
	return false
}

// operand reports whether a part of a value is a constant or computed.
func (l *lowering) operand(x ast.Expr) bool { return l.info.Types[x].Value != nil || l.computed(x) }

// steps are statements in the order in which they are to run, over the syntax
// as it was checked: what a name is given to is known by its type.
type steps struct {
	*lowering
	builder
	list []ast.Stmt
}

func (s *steps) do(x ast.Stmt) { s.list = append(s.list, x) }

// name evaluates an expression now. What stands for it is a variable, or the
// expression itself where that is a constant.
func (s *steps) name(x ast.Expr) ast.Expr {
	tv := s.info.Types[x]
	if tv.Value != nil || tv.IsNil() || tv.Type == nil {
		return x
	}
	v := s.fresh(types.Default(tv.Type), s.at(x.Pos()))
	s.do(s.at(x.Pos()).define(v.Name, x))
	return v
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
		if s.info.Selections[x] != nil { // else of a package
			s.base(&x.X)
		}
	case *ast.IndexExpr:
		switch s.info.TypeOf(x.X).Underlying().(type) {
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
	if _, pointer := s.info.TypeOf(*x).Underlying().(*types.Pointer); pointer {
		*x = s.name(*x)
		return
	}
	s.place(*x)
}

// values evaluates one value for each place. What calls or slices comes first,
// as the compiler has it, though the language leaves that open.
func (s *steps) values(a *ast.AssignStmt) {
	var last []int
	name := func(i int) {
		if t := s.info.TypeOf(a.Lhs[i]); t != nil {
			a.Rhs[i] = s.as(a.Rhs[i], t)
		}
		a.Rhs[i] = s.name(a.Rhs[i])
	}
	for i, x := range a.Rhs {
		if s.comesFirst(x) {
			name(i)
		} else {
			last = append(last, i)
		}
	}
	for _, i := range last {
		name(i)
	}
}

// as is a value as one of an interface type, so that what names it has that
// type.
func (s *steps) as(x ast.Expr, t types.Type) ast.Expr {
	tv := s.info.Types[x]
	if !types.IsInterface(t) || tv.Value != nil || tv.Type == nil {
		return x
	}
	made := s.into(x, t)
	if made != x && !tv.IsNil() {
		s.info.Types[made] = types.TypeAndValue{Type: t}
	}
	return made
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
		t := types.Default(tuple.At(i).Type())
		v := s.fresh(t, s.builder)
		all.Lhs = append(all.Lhs, s.id(v.Name))
		value := ast.Expr(v)
		if to := s.info.TypeOf(x); i == 1 && to != nil && s.commaOK(a) && !types.IsInterface(to) && !types.Identical(types.Typ[types.Bool], to) {
			value = s.apply(&ast.ParenExpr{Lparen: s.pos, X: s.typ(to, s.pos), Rparen: s.pos}, v)
		}
		values = append(values, value)
	}
	s.do(all)
	return values
}

// comesFirst reports whether an expression slices, makes a composed value, or
// calls what does more than look or convert.
func (l *lowering) comesFirst(x ast.Expr) (found bool) {
	switch ast.Unparen(x).(type) {
	case *ast.SliceExpr, *ast.CompositeLit:
		return true
	}
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			found = found || !l.looks(n)
		case *ast.TypeAssertExpr:
			found = true
		}
		return !found
	})
	return found
}

// looks reports whether a call is a conversion, len or cap.
func (l *lowering) looks(call *ast.CallExpr) bool {
	tv := l.info.Types[call.Fun]
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && tv.IsBuiltin() {
		return id.Name == "len" || id.Name == "cap"
	}
	return tv.IsType()
}

// constantLike reports whether a lowered expression is a constant, or nil.
func constantLike(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.BasicLit:
		return true
	case *ast.Ident:
		return x.Name == "true" || x.Name == "false" || x.Name == "nil"
	case *ast.ParenExpr:
		return constantLike(x.X)
	case *ast.UnaryExpr:
		return constantLike(x.X)
	case *ast.CallExpr: // as the lowering writes a typed constant
		_, conversion := x.Fun.(*ast.ParenExpr)
		return (conversion || predeclared(x.Fun)) && len(x.Args) == 1 && constantLike(x.Args[0])
	}
	return false
}

// predeclared reports whether a lowered expression is the name of a type of Go.
func predeclared(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	if !ok {
		return false
	}
	_, ok = types.Universe.Lookup(id.Name).(*types.TypeName)
	return ok
}

// blankCondition names a condition that is evaluated for what it does only,
// without which the interpreter does not compile it.
func (l *lowering) blankCondition(a *ast.AssignStmt) {
	if a.Tok != token.ASSIGN || len(a.Lhs) != 1 || len(a.Rhs) != 1 {
		return
	}
	id, ok := a.Lhs[0].(*ast.Ident)
	if !ok || id.Name != "_" || l.info.Types[a.Rhs[0]].Value != nil {
		return
	}
	t := l.info.TypeOf(a.Rhs[0])
	if t == nil {
		return // made here
	}
	if t, ok := types.Default(t).Underlying().(*types.Basic); ok && t.Info()&types.IsBoolean != 0 {
		a.Lhs[0], a.Tok = &ast.Ident{Name: l.temp(), NamePos: id.Pos()}, token.DEFINE
	}
}

// holdInterfaces makes what is computed for a variable of interface type a
// value of that type first: the interpreter would compute it in the place of
// the variable, which then has the type of the value, or loses it.
func (l *lowering) holdInterfaces(a *ast.AssignStmt) {
	if a.Tok != token.ASSIGN || len(a.Lhs) != len(a.Rhs) {
		return
	}
	for i, x := range a.Rhs {
		t := l.info.TypeOf(a.Lhs[i])
		if t == nil || !types.IsInterface(t) || l.info.Types[x].Value != nil {
			continue
		}
		a.Rhs[i] = l.intoVariable(x, t)
	}
}

// intoVariable is a value on its way into a variable of interface type.
func (l *lowering) intoVariable(x ast.Expr, t types.Type) ast.Expr {
	if made := l.into(x, t); made != x {
		return made
	}
	if _, ok := ast.Unparen(x).(*ast.CompositeLit); ok && types.IsInterface(t) {
		return l.held(x, t)
	}
	return x
}
