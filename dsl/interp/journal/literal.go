package journal

import (
	"fmt"
	"go/types"
	"math"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"time"

	"unfold/dsl/interp/workspace"
)

// literalLimit bounds the text of one value, in bytes.
const literalLimit = 64 << 10

// A cannot is the reason why a value cannot be written down.
type cannot string

// A writer writes a value as Go that makes an equal one. Slices and maps that
// share their elements are written apart.
type writer struct {
	Source
	b strings.Builder
}

// literal is the Go text of a value of a type, or why there is none.
func (w *writer) literal(v reflect.Value, t types.Type) (text, why string) {
	w.b.Reset()
	defer func() {
		if r := recover(); r != nil {
			reason, ok := r.(cannot)
			if !ok {
				panic(r)
			}
			text, why = "", string(reason)
		}
	}()
	w.value(v, t)
	return w.b.String(), ""
}

func (w *writer) add(parts ...string) {
	for _, p := range parts {
		w.b.WriteString(p)
	}
	if w.b.Len() > literalLimit {
		panic(cannot("it is larger than 64 KB when written down"))
	}
}

func (w *writer) value(v reflect.Value, t types.Type) {
	t = types.Unalias(t)
	if w.Special != nil && v.CanInterface() {
		if text, gone := w.Special(v); text != "" {
			w.add(text)
			return
		} else if gone != "" {
			panic(cannot(gone))
		}
	}
	if v.Type() == reflect.TypeFor[time.Time]() && v.CanInterface() {
		w.time(v.Interface().(time.Time), t)
		return
	}
	switch v.Kind() {
	case reflect.Bool, reflect.String, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8,
		reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr, reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		w.add(w.typ(t), "(", basic(v), ")")
	case reflect.Interface:
		w.dynamic(v)
	case reflect.Pointer, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		if !v.IsZero() {
			panic(cannot(kinds[v.Kind()]))
		}
		w.add("nil")
	case reflect.Slice, reflect.Array:
		w.list(v, t)
	case reflect.Map:
		w.mapping(v, t)
	case reflect.Struct:
		w.structure(v, t)
	default:
		panic(cannot("a value of type " + v.Type().String()))
	}
}

var kinds = map[reflect.Kind]string{
	reflect.Pointer: "a pointer, whose target others may share", reflect.Chan: "a channel",
	reflect.Func: "a function value", reflect.UnsafePointer: "an unsafe pointer",
}

func basic(v reflect.Value) string {
	switch {
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	case v.CanUint():
		return strconv.FormatUint(v.Uint(), 10)
	case v.CanFloat():
		return float(v.Float(), v.Type().Bits())
	case v.CanComplex():
		c, bits := v.Complex(), v.Type().Bits()/2
		return "complex(" + float(real(c), bits) + ", " + float(imag(c), bits) + ")"
	case v.Kind() == reflect.Bool:
		return strconv.FormatBool(v.Bool())
	}
	return strconv.Quote(v.String())
}

// float writes also those that have no literal, by a division that is no
// constant.
func float(f float64, bits int) string {
	by := ""
	switch {
	case math.IsNaN(f):
		by = "z / z"
	case math.IsInf(f, 1):
		by = "1 / z"
	case math.IsInf(f, -1):
		by = "-1 / z"
	case f == 0 && math.Signbit(f):
		by = "-z"
	default:
		return strconv.FormatFloat(f, 'g', -1, bits)
	}
	return fmt.Sprintf("func() float%d { var z float%d; return %s }()", bits, bits, by)
}

// dynamic writes what is in an interface, of types that Go has by itself.
func (w *writer) dynamic(v reflect.Value) {
	if v.IsNil() {
		w.add("nil")
		return
	}
	in := v.Elem()
	rt := in.Type()
	if rt.PkgPath() != "" && rt != reflect.TypeFor[time.Time]() {
		panic(cannot("it holds a value of type " + rt.String() + " as an interface"))
	}
	w.value(in, w.Workspace.Packages.Tables.Type(rt))
}

func (w *writer) list(v reflect.Value, t types.Type) {
	if v.Kind() == reflect.Slice && v.IsNil() {
		w.add(w.typ(t), "(nil)")
		return
	}
	var elem types.Type
	switch u := t.Underlying().(type) {
	case *types.Slice:
		elem = u.Elem()
	case *types.Array:
		elem = u.Elem()
	}
	if v.Len() > literalLimit/2 {
		panic(cannot(fmt.Sprintf("a list of %d", v.Len())))
	}
	w.add(w.typ(t), "{")
	for i := range v.Len() {
		if i > 0 {
			w.add(", ")
		}
		w.element(v.Index(i), elem)
	}
	w.add("}")
}

// element writes plain numbers and words of a list without their type.
func (w *writer) element(v reflect.Value, t types.Type) {
	if _, plain := types.Unalias(t).(*types.Basic); plain {
		w.add(basic(v))
		return
	}
	w.value(v, t)
}

func (w *writer) mapping(v reflect.Value, t types.Type) {
	if v.IsNil() {
		w.add(w.typ(t), "(nil)")
		return
	}
	if !w.AtRest() {
		panic(busy{})
	}
	m := t.Underlying().(*types.Map)
	if v.Len() > literalLimit/4 {
		panic(cannot(fmt.Sprintf("a map of %d", v.Len())))
	}
	var entries []string
	outer := w.b
	for it := v.MapRange(); it.Next(); {
		w.b = strings.Builder{}
		w.element(it.Key(), m.Key())
		w.add(": ")
		w.element(it.Value(), m.Elem())
		entries = append(entries, w.b.String())
	}
	w.b = strings.Builder{}
	sort.Strings(entries)
	w.add(outer.String(), w.typ(t), "{", strings.Join(entries, ", "), "}")
}

func (w *writer) structure(v reflect.Value, t types.Type) {
	st, ok := t.Underlying().(*types.Struct)
	if !ok || st.NumFields() != v.NumField() {
		panic(cannot("a value of type " + v.Type().String()))
	}
	if named, ok := t.(*types.Named); ok && !w.own(named) {
		for f := range st.Fields() {
			if !f.Exported() {
				panic(cannot("a " + types.TypeString(t, (*types.Package).Name) + ", whose insides are its own"))
			}
		}
	}
	w.add(w.typ(t), "{")
	for i := range st.NumFields() {
		f := st.Field(i)
		if f.Name() == "_" {
			continue
		}
		w.add(f.Name(), ": ")
		w.element(v.Field(i), f.Type())
		w.add(", ")
	}
	w.add("}")
}

func (w *writer) time(t time.Time, as types.Type) {
	text, pkg := "", strings.TrimSuffix(w.typ(as), "Time")
	switch name, offset := t.Zone(); {
	case t.IsZero():
		text = pkg + "Time{}"
	case t.Location() == time.UTC:
		text = fmt.Sprintf("%sUnix(%d, %d).UTC()", pkg, t.Unix(), t.Nanosecond())
	case t.Location() == time.Local:
		text = fmt.Sprintf("%sUnix(%d, %d)", pkg, t.Unix(), t.Nanosecond())
	default:
		text = fmt.Sprintf("%sUnix(%d, %d).In(%sFixedZone(%q, %d))", pkg, t.Unix(), t.Nanosecond(), pkg, name, offset)
	}
	w.add(text)
}

// own reports whether a type is one of a cell's.
func (w *writer) own(t *types.Named) bool {
	p := t.Obj().Pkg()
	return p != nil && p.Path() == workspace.Main
}

// typ is how a cell would write the type now, in parentheses where it is no
// single name.
func (w *writer) typ(t types.Type) string {
	w.sayable(t, map[types.Type]bool{})
	text := types.TypeString(t, w.qualify)
	if strings.HasPrefix(text, "*") || strings.HasPrefix(text, "func") || strings.HasPrefix(text, "<-") {
		return "(" + text + ")"
	}
	return text
}

func (w *writer) qualify(p *types.Package) string {
	if p.Path() == workspace.Main {
		return ""
	}
	named, _ := w.Workspace.Imports()
	for name, path := range named {
		if path == p.Path() {
			return name
		}
	}
	panic(cannot("a value of package " + p.Path() + ", which no cell imports"))
}

// sayable panics if a name in the type means something else by now.
func (w *writer) sayable(t types.Type, seen map[types.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		if w.Workspace.Entry(t.Name()) != nil {
			panic(cannot(t.Name() + " has another meaning in this session"))
		}
	case *types.Named:
		for i := range t.TypeArgs().Len() {
			w.sayable(t.TypeArgs().At(i), seen)
		}
		if !w.own(t) {
			return
		}
		e := w.Workspace.Entry(t.Obj().Name())
		if e == nil || e.Object != t.Origin().Obj() {
			panic(cannot("its type " + t.Obj().Name() + " has been declared anew, or inside a function"))
		}
	case *types.Pointer:
		w.sayable(t.Elem(), seen)
	case *types.Slice:
		w.sayable(t.Elem(), seen)
	case *types.Array:
		w.sayable(t.Elem(), seen)
	case *types.Chan:
		w.sayable(t.Elem(), seen)
	case *types.Map:
		w.sayable(t.Key(), seen)
		w.sayable(t.Elem(), seen)
	case *types.Struct:
		for f := range t.Fields() {
			w.sayable(f.Type(), seen)
		}
	case *types.Signature:
		for v := range t.Params().Variables() {
			w.sayable(v.Type(), seen)
		}
		for v := range t.Results().Variables() {
			w.sayable(v.Type(), seen)
		}
	}
}
