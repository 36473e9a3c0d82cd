package core

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strconv"

	"unfold/dsl/interp/mint"
)

// helper names a compiled function made for cells, once for every key.
func (l *lowering) helper(key any, b place, make func() reflect.Value) ast.Expr {
	return l.entryFor(key, "F", b, make)
}

// entryFor names an entry of the unnamed package, which is made if there is
// none for the key yet.
func (l *lowering) entryFor(key any, prefix string, b place, make func() reflect.Value) ast.Expr {
	name, ok := l.entries[key]
	if !ok {
		name = prefix + strconv.Itoa(len(l.entries))
		l.entries[key] = name
		l.exports[name] = make()
	}
	l.needs[UnnamedPath] = true
	return &ast.SelectorExpr{X: b.id(alias(UnnamedPath)), Sel: b.id(name)}
}

// runtimeType is the run-time type of t.
func (l *lowering) runtimeType(t types.Type, pos token.Pos) reflect.Type {
	rt, err := l.types.Type(t)
	if err != nil {
		l.unmade(pos, t, err)
		return reflect.TypeFor[any]()
	}
	return rt
}

// unmade refuses the cell because a type cannot be made, or none can.
func (l *lowering) unmade(pos token.Pos, what any, err error) {
	var unable *mint.Unable
	if errors.As(err, &unable) {
		l.refuse(pos, unable.Remedy, "this needs types made at run time, which there are none of here: %v (%s)", what, unable.Reason)
		return
	}
	l.fail(pos, "type %v cannot be interpreted: %v", what, err)
}
