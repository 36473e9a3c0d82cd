package erase

import (
	"cmp"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"
)

// A source writes a value as %#v does.
type source struct {
	eraser *Eraser
	b      *strings.Builder
}

func (s *source) add(text ...string) {
	for _, t := range text {
		s.b.WriteString(t)
	}
}

func (s *source) value(v reflect.Value, t types.Type, depth int) {
	t = types.Unalias(t)
	if v.IsValid() && v.Kind() == reflect.Interface && !types.IsInterface(t) {
		v = v.Elem()
	}
	if s.eraser.plain(t) || depth > 0 && s.answers(t) {
		x := v.Interface()
		if !s.eraser.plain(t) {
			x = Value{s.eraser.of(t), x}
		}
		s.add(fmt.Sprintf("%#v", x))
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		s.add(text(t))
		s.list(u.NumFields(), func(i int) {
			s.add(u.Field(i).Name(), ":")
			s.value(v.Field(i), u.Field(i).Type(), depth+1)
		})
	case *types.Slice:
		s.elements(v, t, u.Elem(), depth)
	case *types.Array:
		s.elements(v, t, u.Elem(), depth)
	case *types.Map:
		s.mapping(v, t, u, depth)
	case *types.Interface:
		s.dynamic(v, t, depth)
	case *types.Pointer:
		s.pointer(v, t, u.Elem(), depth)
	case *types.Signature, *types.Chan:
		s.address(v, t)
	default:
		s.add(fmt.Sprintf("%#v", v.Interface()))
	}
}

// answers reports whether a type says itself how it is written.
func (s *source) answers(t types.Type) bool {
	own := Value{s.eraser.of(t), nil}
	return !types.IsInterface(t) && (own.has("GoString", "func() string") || own.has("Format", "func(fmt.State, int32)"))
}

func (s *source) list(n int, write func(i int)) {
	s.add("{")
	for i := range n {
		if i > 0 {
			s.add(", ")
		}
		write(i)
	}
	s.add("}")
}

func (s *source) elements(v reflect.Value, t, elem types.Type, depth int) {
	s.add(text(t))
	if v.Kind() == reflect.Slice && v.IsNil() {
		s.add("(nil)")
		return
	}
	s.list(v.Len(), func(i int) { s.value(v.Index(i), elem, depth+1) })
}

func (s *source) mapping(v reflect.Value, t types.Type, u *types.Map, depth int) {
	s.add(text(t))
	if v.IsNil() {
		s.add("(nil)")
		return
	}
	keys := sortedKeys(v)
	s.list(len(keys), func(i int) {
		s.value(keys[i], u.Key(), depth+1)
		s.add(":")
		s.value(v.MapIndex(keys[i]), u.Elem(), depth+1)
	})
}

func (s *source) dynamic(v reflect.Value, t types.Type, depth int) {
	switch x := s.eraser.Open(v.Interface()).(type) {
	case nil:
		s.add(text(t), "(nil)")
	case Value:
		s.value(reflect.ValueOf(x.in), x.of.Type, depth)
	default:
		s.add(fmt.Sprintf("%#v", x))
	}
}

func (s *source) pointer(v reflect.Value, t, elem types.Type, depth int) {
	_, basic := elem.Underlying().(*types.Basic)
	if depth > 0 || basic || !v.IsValid() || v.IsNil() {
		s.address(v, t)
		return
	}
	s.add("&")
	s.value(v.Elem(), elem, depth+1)
}

func (s *source) address(v reflect.Value, t types.Type) {
	if !v.IsValid() || v.IsNil() {
		s.add("(", text(t), ")(nil)")
		return
	}
	s.add(fmt.Sprintf("(%s)(%#x)", text(t), v.Pointer()))
}

// sortedKeys are the keys of a map in the order in which they are printed.
func sortedKeys(v reflect.Value) []reflect.Value {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int {
		switch {
		case a.CanInt():
			return cmp.Compare(a.Int(), b.Int())
		case a.CanUint():
			return cmp.Compare(a.Uint(), b.Uint())
		case a.CanFloat():
			return cmp.Compare(a.Float(), b.Float())
		}
		return strings.Compare(fmt.Sprint(a), fmt.Sprint(b))
	})
	return keys
}
