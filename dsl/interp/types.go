package interp

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strconv"
)

// typ says a type in the interpreter's names.
func (l *lowering) typ(t types.Type, pos token.Pos) ast.Expr {
	b := l.at(pos)
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		if t.Kind() == types.UnsafePointer {
			l.needs["unsafe"] = true
			return &ast.SelectorExpr{X: b.id(alias("unsafe")), Sel: b.id("Pointer")}
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
	case *types.Struct:
		return l.structType(t, pos)
	case *types.Interface:
		return l.interfaceType(t, pos)
	}
	l.fail(pos, "type %s cannot be interpreted yet", t)
	return b.id("int")
}

func (l *lowering) fail(pos token.Pos, format string, args ...any) {
	if l.err == nil {
		at := l.s.files.Position(pos)
		l.err = Problems{{Name: at.Filename, Line: at.Line, Col: at.Column, EndCol: at.Column + 1, Message: fmt.Sprintf(format, args...)}}
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

func (l *lowering) structType(t *types.Struct, pos token.Pos) *ast.StructType {
	b := l.at(pos)
	st := &ast.StructType{Struct: b.pos, Fields: &ast.FieldList{Opening: b.pos, Closing: b.pos}}
	for i := range t.NumFields() {
		v := t.Field(i)
		f := &ast.Field{Type: l.typ(v.Type(), pos)}
		if !v.Embedded() {
			f.Names = []*ast.Ident{b.id(v.Name())}
		}
		if tag := t.Tag(i); tag != "" {
			f.Tag = &ast.BasicLit{ValuePos: b.pos, Kind: token.STRING, Value: strconv.Quote(tag)}
		}
		st.Fields.List = append(st.Fields.List, f)
	}
	return st
}

func (l *lowering) interfaceType(t *types.Interface, pos token.Pos) ast.Expr {
	b := l.at(pos)
	it := &ast.InterfaceType{Interface: b.pos, Methods: &ast.FieldList{Opening: b.pos, Closing: b.pos}}
	for m := range t.ExplicitMethods() {
		it.Methods.List = append(it.Methods.List, &ast.Field{
			Names: []*ast.Ident{b.id(m.Name())},
			Type:  l.funcType(m.Type().(*types.Signature), pos),
		})
	}
	for e := range t.EmbeddedTypes() {
		it.Methods.List = append(it.Methods.List, &ast.Field{Type: l.typ(e, pos)})
	}
	return it
}

// namedType is the name of a defined type: of the session, of an instance of
// a generic type, of a type declared inside a function, or of a compiled one.
func (l *lowering) namedType(t *types.Named, pos token.Pos) ast.Expr {
	b := l.at(pos)
	obj := t.Obj()
	if obj.Pkg() == nil {
		return b.id(obj.Name()) // error, comparable
	}
	if rt, ok := l.s.tables.Compiled(obj); ok {
		return l.compiledType(obj, rt, b)
	}
	if t.TypeArgs().Len() > 0 {
		return b.id(l.instanceType(t, pos))
	}
	name := l.p.scope.ours[obj]
	if name == "" { // declared inside a function
		l.s.versions++
		name = fmt.Sprintf("%s#%d", obj.Name(), l.s.versions)
		l.p.scope.ours[obj] = name
		l.typeDecl(name, obj.Name(), t.Underlying(), pos)
	}
	return b.id(name)
}

// compiledType names a compiled type by its package, or, where its package
// does not export it to cells, by an entry made for it.
func (l *lowering) compiledType(obj *types.TypeName, rt reflect.Type, b builder) ast.Expr {
	path := ""
	if obj.Pkg() != nil {
		path = obj.Pkg().Path()
	}
	if v := l.s.tables.Export(path, obj.Name()); v.IsValid() && v.Type() == reflect.PointerTo(rt) {
		l.needs[path] = true
		return &ast.SelectorExpr{X: b.id(alias(path)), Sel: b.id(obj.Name())}
	}
	name, ok := l.s.unnamed[rt]
	if !ok {
		name = fmt.Sprintf("T%d", len(l.s.unnamed))
		l.s.unnamed[rt] = name
		if err := l.s.export(unnamedPath, name, reflect.Zero(reflect.PointerTo(rt))); err != nil {
			l.fail(b.pos, "%v", err)
		}
	}
	l.needs[unnamedPath] = true
	return &ast.SelectorExpr{X: b.id(alias(unnamedPath)), Sel: b.id(name)}
}

// fieldName is the interpreter's name of a field: an embedded one is named
// after its type.
func (l *lowering) fieldName(v *types.Var) string {
	if !v.Embedded() {
		return v.Name()
	}
	t := types.Unalias(v.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok && n.Obj().Pkg() != nil {
		if _, compiled := l.s.tables.Compiled(n.Obj()); !compiled {
			if id, ok := l.namedType(n, token.NoPos).(*ast.Ident); ok {
				return id.Name
			}
		}
	}
	return v.Name()
}
