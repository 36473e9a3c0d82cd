package command

import "reflect"

// mostVisited bounds how many values Size looks at: what a reader wants to
// know, which variable is large, shows long before.
const mostVisited = 100_000

// Size is roughly how many bytes a value holds with all that it leads to, each
// counted once. It does not look into channels and functions. Held tells of a
// pointer whose value knows better itself what it holds, such as a pipeline with
// its result.
func Size(v reflect.Value, held func(reflect.Value) (bytes int, known bool)) int {
	m := sizer{held: held, seen: map[uintptr]bool{}}
	return int(v.Type().Size()) + m.reachable(v)
}

type sizer struct {
	held    func(reflect.Value) (int, bool)
	seen    map[uintptr]bool
	visited int
}

// reachable is what a value leads to, without itself.
func (m *sizer) reachable(v reflect.Value) (bytes int) {
	if m.visited++; m.visited > mostVisited || !v.IsValid() {
		return 0
	}
	switch v.Kind() {
	case reflect.String:
		return v.Len()
	case reflect.Pointer:
		if v.IsNil() || m.visit(v.Pointer()) {
			return 0
		}
		if bytes, known := m.held(v); known {
			return bytes
		}
		return int(v.Type().Elem().Size()) + m.reachable(v.Elem())
	case reflect.Interface:
		if v.IsNil() {
			return 0
		}
		return int(v.Elem().Type().Size()) + m.reachable(v.Elem())
	case reflect.Slice:
		if v.IsNil() || m.visit(v.Pointer()) {
			return 0
		}
		return v.Cap()*int(v.Type().Elem().Size()) + m.elements(v)
	case reflect.Array:
		return m.elements(v)
	case reflect.Map:
		if v.IsNil() || m.visit(v.Pointer()) {
			return 0
		}
		each := int(v.Type().Key().Size() + v.Type().Elem().Size())
		bytes = v.Len() * each
		for entries := v.MapRange(); m.visited < mostVisited && entries.Next(); {
			bytes += m.reachable(entries.Key()) + m.reachable(entries.Value())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			bytes += m.reachable(v.Field(i))
		}
	}
	return bytes
}

func (m *sizer) elements(v reflect.Value) (bytes int) {
	if flat(v.Type().Elem()) {
		return 0
	}
	for i := 0; i < v.Len() && m.visited < mostVisited; i++ {
		bytes += m.reachable(v.Index(i))
	}
	return bytes
}

// flat reports whether values of a type lead nowhere.
func flat(t reflect.Type) bool { return t.Kind() <= reflect.Complex128 && t.Kind() != reflect.Uintptr }

func (m *sizer) visit(at uintptr) bool {
	before := m.seen[at]
	m.seen[at] = true
	return before
}
