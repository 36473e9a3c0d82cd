package assist

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
	"unfold/engine"
)

// shape tells how large a value is, "" if that is no question.
func shape(v reflect.Value) string {
	if v.CanInterface() && !isNil(v) {
		switch x := v.Interface().(type) {
		case mat.Matrix:
			r, c := x.Dims()
			return fmt.Sprintf("%d rows × %d columns", r, c)
		case *engine.Table:
			_, d := x.X.Dims()
			return fmt.Sprintf("%d rows × %d columns", x.Len(), d)
		}
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		if n, ok := rectangular(v); ok {
			return fmt.Sprintf("%d × %d elements", v.Len(), n)
		}
		if v.Kind() == reflect.Slice {
			return fmt.Sprintf("length %d, capacity %d", v.Len(), v.Cap())
		}
		return fmt.Sprintf("length %d", v.Len())
	case reflect.Map, reflect.String:
		return fmt.Sprintf("length %d", v.Len())
	case reflect.Chan:
		return fmt.Sprintf("%d of %d waiting", v.Len(), v.Cap())
	}
	return ""
}

// rectangular reports how long the rows of a slice of slices are, where they
// are all as long.
func rectangular(v reflect.Value) (int, bool) {
	if k := v.Type().Elem().Kind(); v.Len() == 0 || k != reflect.Slice && k != reflect.Array {
		return 0, false
	}
	n := v.Index(0).Len()
	for i := range v.Len() {
		if v.Index(i).Len() != n {
			return 0, false
		}
	}
	return n, true
}

func isNil(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Interface, reflect.Func, reflect.Chan:
		return v.IsNil()
	}
	return false
}

// excerpt writes the beginning of a value, about most bytes of it. Its cost is
// that of what it writes, however large the value is.
func excerpt(v reflect.Value, most int) string {
	w := writer{most: most}
	if v.CanInterface() && !isNil(v) {
		if m, ok := v.Interface().(mat.Matrix); ok {
			return fmt.Sprintf("%.5g", mat.Formatted(m, mat.Excerpt(3), mat.Squeeze()))
		}
	}
	w.value(v, 0)
	return w.String()
}

// A writer writes values until it has written enough.
type writer struct {
	strings.Builder
	most int
}

func (w *writer) full() bool { return w.Len() >= w.most }

func (w *writer) value(v reflect.Value, depth int) {
	switch {
	case !v.IsValid() || isNil(v):
		w.WriteString("nil")
		return
	case depth > 4:
		w.WriteString("...")
		return
	case v.CanInterface():
		switch x := v.Interface().(type) {
		case error, fmt.Stringer:
			w.cut(fmt.Sprint(x))
			return
		}
	}
	switch v.Kind() {
	case reflect.Pointer:
		w.WriteString("&")
		w.value(v.Elem(), depth+1)
	case reflect.Interface:
		w.value(v.Elem(), depth+1)
	case reflect.String:
		w.cut(strconv.Quote(v.String()[:min(v.Len(), w.most)]))
	case reflect.Slice, reflect.Array:
		w.list("[", "]", v.Len(), func(i int) { w.value(v.Index(i), depth+1) })
	case reflect.Struct:
		w.list("{", "}", v.NumField(), func(i int) {
			w.WriteString(v.Type().Field(i).Name + ":")
			w.value(v.Field(i), depth+1)
		})
	case reflect.Map:
		entries := v.MapRange()
		w.list("map[", "]", v.Len(), func(int) {
			entries.Next()
			w.value(entries.Key(), depth+1)
			w.WriteString(":")
			w.value(entries.Value(), depth+1)
		})
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		w.WriteString(v.Type().String())
	default:
		fmt.Fprint(w, v)
	}
}

// list writes elements between brackets, and how many are left out.
func (w *writer) list(open, closing string, n int, element func(i int)) {
	w.WriteString(open)
	for i := range n {
		if w.full() {
			fmt.Fprintf(w, " ... %d more", n-i)
			break
		}
		if i > 0 {
			w.WriteString(" ")
		}
		element(i)
	}
	w.WriteString(closing)
}

// cut writes as much of a text as there is room for.
func (w *writer) cut(text string) {
	if room := w.most - w.Len(); len(text) > room {
		text = strings.ToValidUTF8(text[:max(0, room)], "") + " ..."
	}
	w.WriteString(text)
}
