package mint

import (
	"go/types"
	"strconv"
	"strings"
)

// typeName is what reflect.Type.String says of a defined type.
func typeName(t *types.Named) string {
	text := t.Obj().Name()
	if pkg := t.Obj().Pkg(); pkg != nil {
		text = pkg.Name() + "." + text
	}
	return text + typeArguments(t)
}

// typeArguments are those of an instance, in brackets, as the compiler writes
// them: by the paths of their packages, not by their names.
func typeArguments(t *types.Named) string {
	if t.TypeArgs().Len() == 0 {
		return ""
	}
	var list []string
	for a := range t.TypeArgs().Types() {
		list = append(list, linked(a))
	}
	return "[" + strings.Join(list, ",") + "]"
}

// linked is a type as the compiler names it for the linker.
func linked(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Typ[t.Kind()].String() // not byte or rune
	case *types.Named:
		return qualified(t.Obj(), t.Obj().Name()) + typeArguments(t)
	case *types.Pointer:
		return "*" + linked(t.Elem())
	case *types.Slice:
		return "[]" + linked(t.Elem())
	case *types.Array:
		return "[" + strconv.FormatInt(t.Len(), 10) + "]" + linked(t.Elem())
	case *types.Map:
		return "map[" + linked(t.Key()) + "]" + linked(t.Elem())
	case *types.Chan:
		return linkedChannel(t)
	case *types.Signature:
		return "func" + linkedSignature(t)
	case *types.Struct:
		return linkedStruct(t)
	case *types.Interface:
		return linkedInterface(t)
	}
	return t.String()
}

func qualified(obj types.Object, name string) string {
	if obj.Pkg() == nil {
		return name
	}
	return obj.Pkg().Path() + "." + name
}

func linkedChannel(t *types.Chan) string {
	elem := linked(t.Elem())
	switch t.Dir() {
	case types.SendOnly:
		return "chan<- " + elem
	case types.RecvOnly:
		return "<-chan " + elem
	}
	if strings.HasPrefix(elem, "<-") {
		elem = "(" + elem + ")"
	}
	return "chan " + elem
}

func linkedSignature(t *types.Signature) string {
	list := func(of *types.Tuple, variadic bool) string {
		var all []string
		for v := range of.Variables() {
			all = append(all, linked(v.Type()))
		}
		if variadic {
			all[len(all)-1] = "..." + strings.TrimPrefix(all[len(all)-1], "[]")
		}
		return strings.Join(all, ", ")
	}
	text := "(" + list(t.Params(), t.Variadic()) + ")"
	switch results := list(t.Results(), false); t.Results().Len() {
	case 0:
		return text
	case 1:
		return text + " " + results
	default:
		return text + " (" + results + ")"
	}
}

func linkedStruct(t *types.Struct) string {
	var all []string
	for i := range t.NumFields() {
		f := t.Field(i)
		text := linked(f.Type())
		if !f.Embedded() {
			text = member(f) + " " + text
		}
		if tag := t.Tag(i); tag != "" {
			text += " " + strconv.Quote(tag)
		}
		all = append(all, text)
	}
	return block("struct {", all)
}

func linkedInterface(t *types.Interface) string {
	var all []string
	for _, f := range sorted(t) {
		all = append(all, member(f)+linkedSignature(f.Signature()))
	}
	return block("interface {", all)
}

// member is the name of a field or method, with its package unless it is
// exported.
func member(obj types.Object) string {
	if obj.Exported() {
		return obj.Name()
	}
	return qualified(obj, obj.Name())
}

func block(open string, members []string) string {
	if len(members) == 0 {
		return open + "}"
	}
	return open + " " + strings.Join(members, "; ") + " }"
}
