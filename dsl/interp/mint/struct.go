package mint

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"strconv"
	"strings"
	"unsafe"
)

// structure is an unnamed struct type. Package reflect makes it where it can,
// so that it is the type compiled code may have of the same fields; else its
// memory is laid out by a struct of like fields, under whose descriptor the
// true names are written.
func (m *Maker) structure(t *types.Struct) reflect.Type {
	fields := make([]reflect.StructField, t.NumFields())
	plain := true
	for i := range fields {
		f := t.Field(i)
		fields[i] = reflect.StructField{Name: f.Name(), Type: m.typ(f.Type()), Tag: reflect.StructTag(t.Tag(i))}
		plain = plain && f.Exported() && !f.Embedded()
	}
	if plain {
		return reflect.StructOf(fields)
	}
	m.mustMake()
	for i := range fields {
		fields[i].Name, fields[i].Tag = "F"+strconv.Itoa(i), ""
	}
	like := (*structType)(pointerOf(reflect.StructOf(fields)))
	made := new(structType)
	*made = *like
	made.fields = make([]structField, len(fields))
	made.pkgPath = name("main", "", 0)
	var text strings.Builder
	text.WriteString("struct {")
	for i := range fields {
		f := t.Field(i)
		var flags byte
		if m.open == nil || f.Exported() {
			flags = nameExported
		}
		if f.Embedded() {
			flags |= nameEmbedded
		} else {
			text.WriteString(" " + f.Name())
		}
		text.WriteString(" " + fields[i].Type.String())
		if tag := t.Tag(i); tag != "" {
			text.WriteString(" " + strconv.Quote(tag))
		}
		if i < len(fields)-1 {
			text.WriteByte(';')
		}
		made.fields[i] = structField{name: name(f.Name(), t.Tag(i), flags), typ: like.fields[i].typ, offset: like.fields[i].offset}
	}
	if len(fields) > 0 {
		text.WriteByte(' ')
	}
	text.WriteByte('}')
	made.str = nameOff(text.String(), 0)
	made.ptrToThis = 0
	made.hash = fresh()
	return typeAt(unsafe.Pointer(made))
}

// iface is an unnamed interface type.
func (m *Maker) iface(t *types.Interface) reflect.Type {
	switch {
	case !t.IsMethodSet():
		panic(refusal{fmt.Sprintf("%s is a constraint, not the type of a value", t)})
	case t.NumMethods() == 0:
		return reflect.TypeFor[any]()
	}
	m.mustMake()
	made := new(interfaceType)
	*made = *(*interfaceType)(pointerOf(reflect.TypeFor[error]()))
	made.pkgPath = name("main", "", 0)
	made.methods = nil
	var texts []string
	for _, f := range sorted(t) {
		ft := m.typ(types.NewSignatureType(nil, nil, nil, f.Signature().Params(), f.Signature().Results(), f.Signature().Variadic()))
		var flags byte
		if f.Exported() {
			flags = nameExported
		}
		made.methods = append(made.methods, imethod{name: nameOff(f.Name(), flags), typ: enter(pointerOf(ft))})
		text := f.Name() + strings.TrimPrefix(ft.String(), "func")
		if !f.Exported() {
			text = "main." + text
		}
		texts = append(texts, text)
	}
	made.str = nameOff("interface { "+strings.Join(texts, "; ")+" }", 0)
	made.flag &^= flagExtraStar | flagNamed | flagUncommon
	made.ptrToThis = 0
	made.hash = fresh()
	return typeAt(unsafe.Pointer(made))
}

// sorted lists the methods of an interface as the runtime wants them:
// exported ones first, then by name.
func sorted(t *types.Interface) []*types.Func {
	var exported, rest []*types.Func
	for i := range t.NumMethods() { // sorted by name
		if f := t.Method(i); ast.IsExported(f.Name()) {
			exported = append(exported, f)
		} else {
			rest = append(rest, f)
		}
	}
	return append(exported, rest...)
}

// shape is a type with the memory layout of t that mentions no named type, so
// that a type can stand for itself while it is being made.
func shape(t types.Type) reflect.Type {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return basics[u.Kind()]
	case *types.Pointer:
		return reflect.TypeFor[*int]()
	case *types.Slice:
		return reflect.TypeFor[[]int]()
	case *types.Map:
		return reflect.TypeFor[map[int]int]()
	case *types.Chan:
		return reflect.TypeFor[chan int]()
	case *types.Signature:
		return reflect.TypeFor[func()]()
	case *types.Interface:
		if u.NumMethods() > 0 {
			return reflect.TypeFor[error]()
		}
		return reflect.TypeFor[any]()
	case *types.Array:
		return reflect.ArrayOf(int(u.Len()), shape(u.Elem()))
	case *types.Struct:
		fields := make([]reflect.StructField, u.NumFields())
		for i := range fields {
			fields[i] = reflect.StructField{Name: "F" + strconv.Itoa(i), Type: shape(u.Field(i).Type())}
		}
		return reflect.StructOf(fields)
	}
	panic(refusal{fmt.Sprintf("%s has no run-time form", t)})
}
