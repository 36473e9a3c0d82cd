package core

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"

	"unfold/dsl/interp/mint"
)

// typ says a type in the interpreter's names.
func (l *lowering) typ(t types.Type, pos token.Pos) ast.Expr {
	b := l.at(pos)
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		if t.Kind() == types.UnsafePointer {
			return l.minted(t, b)
		}
		if t.Info()&types.IsUntyped != 0 && t.Kind() != types.UntypedNil {
			return b.id(types.Default(t).String())
		}
		return b.id(t.Name())
	case *types.Named:
		return l.namedType(t, pos)
	case *types.Pointer:
		return &ast.StarExpr{Star: b.pos, X: l.typ(t.Elem(), pos)}
	case *types.Slice:
		return &ast.ArrayType{Lbrack: b.pos, Elt: l.typ(t.Elem(), pos)}
	case *types.Array:
		return &ast.ArrayType{Lbrack: b.pos, Len: b.number(int(t.Len())), Elt: l.typ(t.Elem(), pos)}
	case *types.Map:
		return &ast.MapType{Map: b.pos, Key: l.typ(t.Key(), pos), Value: l.typ(t.Elem(), pos)}
	case *types.Chan:
		dir := ast.SEND | ast.RECV
		switch t.Dir() {
		case types.SendOnly:
			dir = ast.SEND
		case types.RecvOnly:
			dir = ast.RECV
		}
		return &ast.ChanType{Begin: b.pos, Dir: dir, Value: l.typ(t.Elem(), pos)}
	case *types.Signature:
		return l.funcType(t, pos)
	case *types.Interface:
		if t.NumMethods() == 0 && t.IsMethodSet() {
			return &ast.InterfaceType{Interface: b.pos, Methods: &ast.FieldList{Opening: b.pos, Closing: b.pos}}
		}
	}
	return l.minted(t, b)
}

// minted names a type made at run time.
func (l *lowering) minted(t types.Type, b builder) ast.Expr {
	rt, err := l.types.Type(t)
	if err != nil {
		l.unmade(b.pos, t, err)
		return b.id("int")
	}
	return l.unnamed(rt, b)
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

func (l *lowering) fail(pos token.Pos, format string, args ...any) {
	l.refuse(pos, "", format, args...)
}

// refuse is fail with a remedy. The first problem stands.
func (l *lowering) refuse(pos token.Pos, remedy, format string, args ...any) {
	if l.refusal == nil {
		l.refusal = &Refusal{Pos: pos, Message: fmt.Sprintf(format, args...), Remedy: remedy}
	}
}

func (l *lowering) funcType(t *types.Signature, pos token.Pos) *ast.FuncType {
	b := l.at(pos)
	f := &ast.FuncType{Func: b.pos, Params: &ast.FieldList{Opening: b.pos, Closing: b.pos}}
	for i := range t.Params().Len() {
		pt := t.Params().At(i).Type()
		if t.Variadic() && i == t.Params().Len()-1 {
			elem := types.Type(types.Typ[types.Byte])
			if s, ok := pt.Underlying().(*types.Slice); ok {
				elem = s.Elem()
			}
			f.Params.List = append(f.Params.List, &ast.Field{Type: &ast.Ellipsis{Ellipsis: b.pos, Elt: l.typ(elem, pos)}})
			continue
		}
		f.Params.List = append(f.Params.List, &ast.Field{Type: l.typ(pt, pos)})
	}
	if t.Results().Len() > 0 {
		f.Results = &ast.FieldList{Opening: b.pos, Closing: b.pos}
		for v := range t.Results().Variables() {
			f.Results.List = append(f.Results.List, &ast.Field{Type: l.typ(v.Type(), pos)})
		}
	}
	return f
}

// namedType is the name of a defined type: of the session, of an instance of
// a generic type, of a type declared inside a function, or of a compiled one.
func (l *lowering) namedType(t *types.Named, pos token.Pos) ast.Expr {
	b := l.at(pos)
	obj := t.Obj()
	if obj.Pkg() == nil {
		return b.id(obj.Name()) // error, comparable
	}
	if rt, ok := l.packages.Compiled(t); ok {
		return l.compiledType(obj, rt, b)
	}
	if t.TypeArgs().Len() > 0 {
		l.instanceMethods(t, pos)
	}
	return l.minted(t, b)
}

// compiledType names a compiled type by its package, or, where its package
// does not export it to cells, by an entry made for it.
func (l *lowering) compiledType(obj *types.TypeName, rt reflect.Type, b builder) ast.Expr {
	path := ""
	if obj.Pkg() != nil {
		path = obj.Pkg().Path()
	}
	if v := l.packages.Export(path, obj.Name()); v.IsValid() && v.Type() == reflect.PointerTo(rt) {
		l.needs[path] = true
		return &ast.SelectorExpr{X: b.id(alias(path)), Sel: b.id(obj.Name())}
	}
	return l.unnamed(rt, b)
}

// unnamed is the name of an entry made for a type.
func (l *lowering) unnamed(rt reflect.Type, b builder) ast.Expr {
	return l.entryFor(rt, "T", b, func() reflect.Value { return reflect.Zero(reflect.PointerTo(rt)) })
}
