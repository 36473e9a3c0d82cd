package erase

import (
	"go/types"
	"strconv"
	"strings"
)

// text is the name of a type as package reflect says it.
func text(t types.Type) string { return naming{}.text(t) }

// A naming says types by their names: among the arguments of an instance the
// names of what is not exported have their package before them.
type naming struct{ qualified bool }

func (n naming) text(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Typ[types.Default(t).(*types.Basic).Kind()].String()
	case *types.Named:
		return nameOf(t)
	case *types.Pointer:
		return "*" + n.text(t.Elem())
	case *types.Slice:
		return "[]" + n.text(t.Elem())
	case *types.Array:
		return "[" + strconv.FormatInt(t.Len(), 10) + "]" + n.text(t.Elem())
	case *types.Map:
		return "map[" + n.text(t.Key()) + "]" + n.text(t.Elem())
	case *types.Chan:
		of := n.text(t.Elem())
		if inner, ok := types.Unalias(t.Elem()).(*types.Chan); ok && t.Dir() == types.SendRecv && inner.Dir() == types.RecvOnly {
			of = "(" + of + ")" // chan <-chan is read as chan<- chan
		}
		return [...]string{types.SendRecv: "chan ", types.SendOnly: "chan<- ", types.RecvOnly: "<-chan "}[t.Dir()] + of
	case *types.Signature:
		return "func" + n.parameters(t)
	case *types.Struct:
		var all []string
		for i := range t.NumFields() {
			f := n.text(t.Field(i).Type())
			if !t.Field(i).Embedded() {
				f = n.member(t.Field(i)) + " " + f
			}
			if tag := t.Tag(i); tag != "" {
				f += " " + strconv.Quote(tag)
			}
			all = append(all, f)
		}
		return block("struct", all)
	case *types.Interface:
		var all []string
		for m := range t.Methods() {
			all = append(all, n.member(m)+n.parameters(m.Signature()))
		}
		return block("interface", all)
	}
	return t.String()
}

// member is the name of a field or method.
func (n naming) member(obj types.Object) string {
	if n.qualified && !obj.Exported() && obj.Pkg() != nil {
		return obj.Pkg().Name() + "." + obj.Name()
	}
	return obj.Name()
}

func nameOf(t *types.Named) string {
	name := t.Obj().Name()
	if t.Obj().Pkg() != nil {
		name = t.Obj().Pkg().Name() + "." + name
	}
	if t.TypeArgs().Len() == 0 {
		return name
	}
	var args []string
	for a := range t.TypeArgs().Types() {
		args = append(args, naming{qualified: true}.text(a))
	}
	return name + "[" + strings.Join(args, ",") + "]"
}

func (n naming) parameters(t *types.Signature) string {
	list := func(of *types.Tuple, variadic bool) string {
		var all []string
		for v := range of.Variables() {
			all = append(all, n.text(v.Type()))
		}
		if variadic {
			all[len(all)-1] = "..." + strings.TrimPrefix(all[len(all)-1], "[]")
		}
		return strings.Join(all, ", ")
	}
	said := "(" + list(t.Params(), t.Variadic()) + ")"
	switch results := list(t.Results(), false); t.Results().Len() {
	case 0:
		return said
	case 1:
		return said + " " + results
	default:
		return said + " (" + results + ")"
	}
}

func block(what string, members []string) string {
	if members == nil {
		return what + " {}"
	}
	return what + " { " + strings.Join(members, "; ") + " }"
}
