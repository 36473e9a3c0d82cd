package core

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"unfold/dsl/interp/wait"
)

// Ordered knows what the interpreter evaluates in Go's order by itself.
type ordered struct{ tree }

// acts reports whether an expression itself calls a function, receives or asserts.
func (o ordered) acts(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.CallExpr:
		return !o.info.Types[x.Fun].IsType()
	case *ast.TypeAssertExpr:
		return true
	case *ast.UnaryExpr:
		return x.Op == token.ARROW
	}
	return false
}

// single reports whether an expression has one value.
func (o ordered) single(x ast.Expr) bool {
	of := o.info.TypeOf(x)
	_, several := of.(*types.Tuple)
	return of != nil && !several
}

// logical reports whether an operation may leave its second operand out.
func logical(x *ast.BinaryExpr) bool { return x.Op == token.LAND || x.Op == token.LOR }

// unordered reports whether an expression holds a call whose arguments are to be
// named.
func (o ordered) unordered(x ast.Expr) (found bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		found = found || ok && (o.overwrites(call) || o.spreads(call) || o.measures(call))
		_, function := n.(*ast.FuncLit)
		return !found && !function
	})
	return found
}

// overwrites reports whether append may write over what it has yet to read.
func (o ordered) overwrites(call *ast.CallExpr) bool {
	return o.isBuiltin(call, "append") && !call.Ellipsis.IsValid() && len(call.Args) > 2 && slices.ContainsFunc(call.Args[1:], readsElements)
}

// measures reports whether len or cap is asked of an array that is evaluated.
func (o ordered) measures(call *ast.CallExpr) bool {
	if !o.isBuiltin(call, "len") && !o.isBuiltin(call, "cap") || o.info.Types[call].Value != nil {
		return false
	}
	t := o.underlying(call.Args[0])
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	_, array := t.(*types.Array)
	return array
}

// spreads reports whether a builtin takes the results of one call.
func (o ordered) spreads(call *ast.CallExpr) bool {
	if len(call.Args) != 1 || !o.info.Types[call.Fun].IsBuiltin() {
		return false
	}
	_, several := o.info.TypeOf(call.Args[0]).(*types.Tuple)
	return several
}

// readsElements reports whether an expression reads what stands in memory behind
// an index or a pointer.
func readsElements(x ast.Expr) (found bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.IndexExpr, *ast.StarExpr, *ast.SelectorExpr:
			found = true
		}
		return !found
	})
	return found
}

// comesFirst reports whether an expression slices, makes a composed value, acts,
// or chooses what to evaluate.
func (o ordered) comesFirst(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.SliceExpr, *ast.CompositeLit:
		return true
	case *ast.BinaryExpr:
		return logical(x)
	default:
		return o.acts(x)
	}
}

// calls reports whether a value is no constant, no function literal and not
// computed from variables.
func (o ordered) calls(x ast.Expr) bool {
	_, function := ast.Unparen(x).(*ast.FuncLit)
	return !function && !o.isNil(x) && !o.operand(x)
}

// computed reports whether a value is computed from variables, by steps that
// call nothing.
func (o ordered) computed(x ast.Expr) bool {
	if o.info.Types[x].Value != nil || o.isNil(x) {
		return false
	}
	switch x := x.(type) {
	case *ast.Ident:
		return true
	case *ast.ParenExpr:
		return o.computed(x.X)
	case *ast.StarExpr:
		return o.computed(x.X)
	case *ast.UnaryExpr:
		return x.Op != token.ARROW && x.Op != token.AND && o.computed(x.X)
	case *ast.SelectorExpr:
		return o.selector(x).isField() && o.computed(x.X)
	case *ast.IndexExpr:
		return o.computed(x.X) && o.operand(x.Index)
	case *ast.BinaryExpr:
		return !composed(o.info.TypeOf(x.X)) && !composed(o.info.TypeOf(x.Y)) && o.operand(x.X) && o.operand(x.Y)
	}
	return false
}

// operand reports whether a part of a value is a constant or computed.
func (o ordered) operand(x ast.Expr) bool { return o.info.Types[x].Value != nil || o.computed(x) }

// settled reports whether an expression has nothing to compute.
func (o ordered) settled(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident, *ast.FuncLit:
		return true
	default:
		return o.info.Types[x].Value != nil || o.isNil(x) || o.info.TypeOf(x) == nil
	}
}

// lookup is the map that `v, ok := m[k]` looks into, if it does.
func (o ordered) lookup(a *ast.AssignStmt) *types.Map {
	if len(a.Lhs) != 2 || len(a.Rhs) != 1 {
		return nil
	}
	x, ok := ast.Unparen(a.Rhs[0]).(*ast.IndexExpr)
	if !ok {
		return nil
	}
	m, _ := o.underlying(x.X).(*types.Map)
	return m
}

// parallel reports whether the interpreter assigns several values rightly: each
// is computed from variables alone, and goes to a variable, field or element
// that is evaluated before.
func (o ordered) parallel(a *ast.AssignStmt) bool {
	if slices.ContainsFunc(a.Lhs, func(x ast.Expr) bool { return o.isMapElement(x) || wait.May(x) || isFunction(o.info.TypeOf(x)) }) {
		return false
	}
	if len(a.Lhs) != len(a.Rhs) {
		return !commaOK(a) && !o.boxes(a)
	}
	for i, x := range a.Lhs {
		if of := o.info.TypeOf(x); blank(x) || of != nil && types.IsInterface(of) || !o.computed(a.Rhs[i]) {
			return false
		}
	}
	return true
}

// boxes reports whether one of several results of a call must be made a value
// of an interface type on its way into its place.
func (o ordered) boxes(a *ast.AssignStmt) bool {
	from := o.info.TypeOf(a.Rhs[0]).(*types.Tuple)
	for i, x := range a.Lhs {
		to := o.info.TypeOf(x)
		if to == nil || !types.IsInterface(to) {
			continue
		}
		of := from.At(i).Type()
		if _, name := ast.Unparen(x).(*ast.Ident); !name || !types.IsInterface(of) && o.types.Hides(of) {
			return true
		}
	}
	return false
}

// commaOK reports whether the second value tells whether there is a first.
func commaOK(a *ast.AssignStmt) bool {
	_, call := ast.Unparen(a.Rhs[0]).(*ast.CallExpr)
	return !call
}

// isMapElement reports whether a place is an element of a map.
func (o ordered) isMapElement(x ast.Expr) bool {
	place, ok := ast.Unparen(x).(*ast.IndexExpr)
	if !ok {
		return false
	}
	_, ok = o.underlying(place.X).(*types.Map)
	return ok
}
