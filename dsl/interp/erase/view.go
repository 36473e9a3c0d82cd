package erase

import (
	"go/types"
	"reflect"
	"slices"
	"unsafe"
)

// A viewer makes of a value one whose fields have their names, as compiled
// code may see it.
type viewer struct {
	eraser  *Eraser
	asked   func(Value) bool // whether a value answers for itself
	follows bool             // pointers are looked behind, and embedded fields are
}

// whole is what a value is made of.
func (w *viewer) whole(v Value) any {
	in := reflect.ValueOf(v.in)
	if p, ok := v.of.Underlying().(*types.Pointer); ok {
		if !in.IsValid() || in.IsNil() {
			return reflect.Zero(reflect.PointerTo(w.typ(p.Elem(), true, 1))).Interface()
		}
		out := reflect.New(w.typ(p.Elem(), true, 1))
		w.set(out.Elem(), in.Elem(), p.Elem(), 1)
		return out.Interface()
	}
	out := reflect.New(w.parts(v.of.Underlying(), true, 0)).Elem()
	if !in.IsValid() {
		return out.Interface()
	}
	w.fill(out, in, v.of.Underlying(), 0)
	return out.Interface()
}

var valueType = reflect.TypeFor[Value]()

// typ is the type in which a value of type t is seen. What is behind a field
// that is not exported is not asked.
func (w *viewer) typ(t types.Type, exposed bool, depth int) reflect.Type {
	t = types.Unalias(t)
	e := w.eraser
	if e.plain(t) {
		return e.runtime(t)
	}
	if exposed && !types.IsInterface(t) && w.asked(Value{e.of(t), nil}) {
		return valueType
	}
	return w.parts(t.Underlying(), exposed, depth)
}

func (w *viewer) parts(t types.Type, exposed bool, depth int) reflect.Type {
	e := w.eraser
	switch t := t.(type) {
	case *types.Struct:
		fields := make([]reflect.StructField, t.NumFields())
		for i := range fields {
			f := t.Field(i)
			fields[i] = field(f, w.typ(f.Type(), exposed && f.Exported(), depth+1), t.Tag(i), w.follows)
		}
		return reflect.StructOf(fields)
	case *types.Slice:
		return reflect.SliceOf(w.typ(t.Elem(), exposed, depth+1))
	case *types.Array:
		return reflect.ArrayOf(int(t.Len()), w.typ(t.Elem(), exposed, depth+1))
	case *types.Map:
		return reflect.MapOf(w.key(t.Key(), exposed, depth+1), w.typ(t.Elem(), exposed, depth+1))
	case *types.Interface:
		return reflect.TypeFor[any]()
	case *types.Pointer:
		switch {
		case w.follows && !e.opaque(t):
			return reflect.PointerTo(w.typ(t.Elem(), exposed, depth+1))
		case w.follows || depth > 0:
			return reflect.TypeFor[any]()
		}
	}
	return e.reflected(e.inner(t))
}

// key is the type of the keys of a map: package json asks them for text, if they
// are none.
func (w *viewer) key(t types.Type, exposed bool, depth int) reflect.Type {
	seen := w.typ(t, exposed, depth)
	if seen != valueType || !w.follows {
		return seen
	}
	basic, _ := t.Underlying().(*types.Basic)
	text := basic != nil && basic.Info()&types.IsString != 0
	if own := (Value{w.eraser.of(t), nil}); !text && own.has("MarshalText", "func() ([]uint8, error)") {
		return textType
	}
	return w.parts(t.Underlying(), exposed, depth)
}

// field is a field with its own name. An embedded one that is to be seen as
// such is one also where package reflect makes none: of a type that is not
// exported it gets another name, and of a compiled one that shows nothing it is
// left out.
func field(f *types.Var, t reflect.Type, tag string, embeds bool) reflect.StructField {
	made := reflect.StructField{Name: f.Name(), Type: t, Tag: reflect.StructTag(tag)}
	if !f.Exported() {
		made.PkgPath = "main"
	}
	if !f.Embedded() || !embeds {
		return made
	}
	s := t
	if s.Kind() == reflect.Pointer {
		s = s.Elem()
	}
	switch {
	case t == valueType || s.Kind() != reflect.Struct:
	case t.NumMethod() == 0:
		made.Anonymous = true
		if !f.Exported() {
			made.Name, made.PkgPath = "Embedded_"+f.Name(), ""
		}
	case slices.ContainsFunc(reflect.VisibleFields(s), reflect.StructField.IsExported):
		panic(runtimeError("a struct that embeds " + t.String() + " cannot be shown to compiled code in this program"))
	default:
		made.Tag = `json:"-"`
	}
	return made
}

// set makes a place hold a value.
func (w *viewer) set(to, v reflect.Value, t types.Type, depth int) {
	t = types.Unalias(t)
	if !to.CanSet() {
		to = reflect.NewAt(to.Type(), unsafe.Pointer(to.UnsafeAddr())).Elem()
	}
	switch {
	case w.eraser.plain(t):
		to.Set(v)
	case to.Type() == valueType:
		to.Set(reflect.ValueOf(Value{w.eraser.of(t), v.Interface()}))
	case to.Type() == textType:
		to.Set(reflect.ValueOf(textValue{Value{w.eraser.of(t), v.Interface()}}))
	default:
		w.fill(to, v, t.Underlying(), depth)
	}
}

func (w *viewer) fill(to, v reflect.Value, t types.Type, depth int) {
	if v.Kind() == reflect.Interface && !types.IsInterface(t) { // kept in one, since its type mentions itself
		v = v.Elem()
		if !v.IsValid() {
			return
		}
	}
	switch t := t.(type) {
	case *types.Struct:
		for i := range t.NumFields() {
			w.set(to.Field(i), v.Field(i), t.Field(i).Type(), depth+1)
		}
	case *types.Slice:
		if v.IsNil() {
			return
		}
		to.Set(reflect.MakeSlice(to.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			w.set(to.Index(i), v.Index(i), t.Elem(), depth+1)
		}
	case *types.Array:
		for i := range v.Len() {
			w.set(to.Index(i), v.Index(i), t.Elem(), depth+1)
		}
	case *types.Map:
		if v.IsNil() {
			return
		}
		to.Set(reflect.MakeMap(to.Type()))
		for r := v.MapRange(); r.Next(); {
			key, elem := reflect.New(to.Type().Key()).Elem(), reflect.New(to.Type().Elem()).Elem()
			w.set(key, r.Key(), t.Key(), depth+1)
			w.set(elem, r.Value(), t.Elem(), depth+1)
			to.SetMapIndex(key, elem)
		}
	case *types.Interface:
		w.dynamic(to, v)
	case *types.Pointer:
		if !w.follows {
			to.Set(v)
			return
		}
		if v.IsNil() {
			return
		}
		if depth > 1000 {
			panic(runtimeError("a value that points to itself cannot be shown to compiled code in this program"))
		}
		held := reflect.New(w.typ(t.Elem(), true, depth+1))
		w.set(held.Elem(), v.Elem(), t.Elem(), depth+1)
		to.Set(held)
	default:
		to.Set(v)
	}
}

// dynamic sees what is in an interface.
func (w *viewer) dynamic(to, v reflect.Value) {
	if v.IsNil() {
		return
	}
	x := w.eraser.Open(v.Interface())
	own, ok := x.(Value)
	switch {
	case !ok:
		to.Set(v)
	case w.asked(own):
		to.Set(reflect.ValueOf(own))
	default:
		out := reflect.New(w.typ(own.of.Type, true, 1)).Elem()
		in := reflect.New(w.eraser.runtime(own.of.Type)).Elem()
		if own.in != nil {
			in.Set(reflect.ValueOf(own.in))
		}
		w.set(out, in, own.of.Type, 1)
		if out.Kind() == reflect.Interface {
			out = out.Elem()
		}
		to.Set(out)
	}
}

// filled is a pointer to a cell's value as compiled code may write to it: to
// the same memory, whose fields have their names, or by a method of ours.
func (e *Eraser) filled(v Value, s sight) (any, bool) {
	p, ok := v.of.Underlying().(*types.Pointer)
	switch {
	case !ok:
		return nil, false
	case s == scans && v.has("Scan", "func(fmt.ScanState, int32) error"):
		return scanned{v}, true
	case s == scans:
	case e.methodic(p, filling...) || e.opaque(p):
		return &parsed{v}, s == parses
	}
	t, ok := e.closed(p.Elem())
	if !ok {
		return &parsed{v}, s == parses
	}
	in := reflect.ValueOf(v.in)
	return reflect.NewAt(t, in.UnsafePointer()).Interface(), true
}

// closed is a type of the same memory whose fields have their names.
func (e *Eraser) closed(t types.Type) (rt reflect.Type, ok bool) {
	t = types.Unalias(t)
	if e.plain(t) {
		return e.runtime(t), true
	}
	if e.opaque(t) {
		return nil, false
	}
	defer func() {
		if recover() != nil {
			rt, ok = nil, false
		}
	}()
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return e.runtime(t), true
	case *types.Pointer:
		rt, ok = e.closed(t.Elem())
		return reflect.PointerTo(rt), ok
	case *types.Slice:
		rt, ok = e.closed(t.Elem())
		return reflect.SliceOf(rt), ok
	case *types.Array:
		rt, ok = e.closed(t.Elem())
		return reflect.ArrayOf(int(t.Len()), rt), ok
	case *types.Map:
		key, ok := e.closed(t.Key())
		elem, too := e.closed(t.Elem())
		return reflect.MapOf(key, elem), ok && too
	case *types.Struct:
		fields := make([]reflect.StructField, t.NumFields())
		for i := range fields {
			f := t.Field(i)
			ft, ok := e.closed(f.Type())
			if !ok {
				return nil, false
			}
			fields[i] = field(f, ft, t.Tag(i), true)
		}
		return reflect.StructOf(fields), true
	}
	return nil, false
}
