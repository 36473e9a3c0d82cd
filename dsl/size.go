package dsl

import "reflect"

// mostVisited bounds how many values sizeOf looks at: what a reader wants to
// know, which variable is large, shows long before.
const mostVisited = 100_000

// sizeOf is roughly how many bytes a value holds with all that it leads to,
// each counted once. Of a pipeline that is its result. It does not look into
// channels and functions.
func sizeOf(v reflect.Value) int {
	m := meter{seen: map[uintptr]bool{}}
	return int(v.Type().Size()) + m.behind(v)
}

type meter struct {
	seen    map[uintptr]bool
	visited int
}

// behind is what a value leads to, without itself.
func (m *meter) behind(v reflect.Value) (bytes int) {
	if m.visited++; m.visited > mostVisited || !v.IsValid() {
		return 0
	}
	switch v.Kind() {
	case reflect.String:
		return v.Len()
	case reflect.Pointer:
		if v.IsNil() || m.met(v.Pointer()) {
			return 0
		}
		if v.Type().Elem() == pipelineType {
			return m.result(v)
		}
		return int(v.Type().Elem().Size()) + m.behind(v.Elem())
	case reflect.Interface:
		if v.IsNil() {
			return 0
		}
		return int(v.Elem().Type().Size()) + m.behind(v.Elem())
	case reflect.Slice:
		if v.IsNil() || m.met(v.Pointer()) {
			return 0
		}
		return v.Cap()*int(v.Type().Elem().Size()) + m.elements(v)
	case reflect.Array:
		return m.elements(v)
	case reflect.Map:
		if v.IsNil() || m.met(v.Pointer()) {
			return 0
		}
		each := int(v.Type().Key().Size() + v.Type().Elem().Size())
		bytes = v.Len() * each
		for entries := v.MapRange(); m.visited < mostVisited && entries.Next(); {
			bytes += m.behind(entries.Key()) + m.behind(entries.Value())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			bytes += m.behind(v.Field(i))
		}
	}
	return bytes
}

// result is what a pipeline has found out.
func (m *meter) result(v reflect.Value) int {
	if !v.CanInterface() {
		return 0 // in a field that is its type's own
	}
	p := v.Interface().(*Pipeline)
	p.run.mu.Lock()
	defer p.run.mu.Unlock()
	if p.run.report == nil {
		return 0
	}
	return weight(p.run.report)
}

func (m *meter) elements(v reflect.Value) (bytes int) {
	if flat(v.Type().Elem()) {
		return 0
	}
	for i := 0; i < v.Len() && m.visited < mostVisited; i++ {
		bytes += m.behind(v.Index(i))
	}
	return bytes
}

// flat reports whether values of a type lead nowhere.
func flat(t reflect.Type) bool { return t.Kind() <= reflect.Complex128 && t.Kind() != reflect.Uintptr }

func (m *meter) met(at uintptr) bool {
	before := m.seen[at]
	m.seen[at] = true
	return before
}
