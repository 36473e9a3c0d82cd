package core

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
)

// typ says a type in the interpreter's names.
func (p *names) typ(t types.Type, pos token.Pos) ast.Expr {
	b := p.at(pos).place
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		if t.Kind() == types.UnsafePointer {
			return p.minted(t, b)
		}
		if t.Info()&types.IsUntyped != 0 && t.Kind() != types.UntypedNil {
			return b.id(types.Default(t).String())
		}
		return b.id(t.Name())
	case *types.Named:
		return p.namedType(t, pos)
	case *types.Pointer:
		return &ast.StarExpr{Star: b.pos, X: p.typ(t.Elem(), pos)}
	case *types.Slice:
		return &ast.ArrayType{Lbrack: b.pos, Elt: p.typ(t.Elem(), pos)}
	case *types.Array:
		return &ast.ArrayType{Lbrack: b.pos, Len: b.integer(constant.MakeInt64(t.Len())), Elt: p.typ(t.Elem(), pos)}
	case *types.Map:
		return &ast.MapType{Map: b.pos, Key: p.typ(t.Key(), pos), Value: p.typ(t.Elem(), pos)}
	case *types.Chan:
		dir := ast.SEND | ast.RECV
		switch t.Dir() {
		case types.SendOnly:
			dir = ast.SEND
		case types.RecvOnly:
			dir = ast.RECV
		}
		return &ast.ChanType{Begin: b.pos, Dir: dir, Value: p.typ(t.Elem(), pos)}
	case *types.Signature:
		return p.funcType(t, pos)
	case *types.Interface:
		if t.NumMethods() == 0 && t.IsMethodSet() {
			return &ast.InterfaceType{Interface: b.pos, Methods: &ast.FieldList{Opening: b.pos, Closing: b.pos}}
		}
	}
	return p.minted(t, b)
}

// minted names a type made at run time.
func (p *names) minted(t types.Type, b place) ast.Expr {
	rt, err := p.types.Type(t)
	if err != nil {
		p.unmade(b.pos, t, err)
		return b.id("int")
	}
	return p.unnamed(rt, b)
}

func (p *names) funcType(t *types.Signature, pos token.Pos) *ast.FuncType {
	b := p.at(pos).place
	f := &ast.FuncType{Func: b.pos, Params: &ast.FieldList{Opening: b.pos, Closing: b.pos}}
	for i := range t.Params().Len() {
		pt := t.Params().At(i).Type()
		if t.Variadic() && i == t.Params().Len()-1 {
			elem := types.Type(types.Typ[types.Byte])
			if s, ok := pt.Underlying().(*types.Slice); ok {
				elem = s.Elem()
			}
			f.Params.List = append(f.Params.List, &ast.Field{Type: &ast.Ellipsis{Ellipsis: b.pos, Elt: p.typ(elem, pos)}})
			continue
		}
		f.Params.List = append(f.Params.List, &ast.Field{Type: p.typ(pt, pos)})
	}
	if t.Results().Len() > 0 {
		f.Results = &ast.FieldList{Opening: b.pos, Closing: b.pos}
		for v := range t.Results().Variables() {
			f.Results.List = append(f.Results.List, &ast.Field{Type: p.typ(v.Type(), pos)})
		}
	}
	return f
}

// namedType is the name of a defined type: of the session, of an instance of
// a generic type, of a type declared inside a function, or of a compiled one.
func (p *names) namedType(t *types.Named, pos token.Pos) ast.Expr {
	b := p.at(pos).place
	obj := t.Obj()
	if obj.Pkg() == nil {
		return b.id(obj.Name()) // error, comparable
	}
	if rt, ok := p.packages.Compiled(t); ok {
		return p.compiledType(obj, rt, b)
	}
	if t.TypeArgs().Len() > 0 {
		p.instanceMethods(t, pos)
	}
	return p.minted(t, b)
}

// compiledType names a compiled type by its package, or, where its package
// does not export it to cells, by an entry made for it.
func (p *names) compiledType(obj *types.TypeName, rt reflect.Type, b place) ast.Expr {
	path := ""
	if obj.Pkg() != nil {
		path = obj.Pkg().Path()
	}
	if v := p.packages.Export(path, obj.Name()); v.IsValid() && v.Type() == reflect.PointerTo(rt) {
		p.needs[path] = true
		return &ast.SelectorExpr{X: b.id(alias(path)), Sel: b.id(obj.Name())}
	}
	return p.unnamed(rt, b)
}

// unnamed is the name of an entry made for a type.
func (p *names) unnamed(rt reflect.Type, b place) ast.Expr {
	return p.entryFor(rt, "T", b, func() reflect.Value { return reflect.Zero(reflect.PointerTo(rt)) })
}
