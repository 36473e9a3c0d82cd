package memo

import "reflect"

// allocations are sizes of pieces of memory, by address.
type allocations map[uintptr]uint64

// itself is the address of a value that says itself how large it is: no piece of
// memory is there, and nothing is held in common with others.
const itself = 0

// allocationsOf finds the memory that a value refers to: behind its pointers,
// slices, maps and strings, each piece once. What closures capture cannot be
// seen. A value with a method Bytes() uint64 says itself how large it is.
func allocationsOf(v any) allocations {
	b := allocations{}
	if sized, ok := v.(interface{ Bytes() uint64 }); ok {
		b[itself] = sized.Bytes()
		return b
	}
	b.add(reflect.ValueOf(v))
	return b
}

// Size returns how many bytes a value holds on to.
func Size(v any) uint64 { return allocationsOf(v).bytes() }

// bytes returns how large all pieces are together.
func (b allocations) bytes() uint64 {
	var sum uint64
	for _, bytes := range b {
		sum += bytes
	}
	return sum
}

// visit counts a piece, and reports whether it is a new one.
func (b allocations) visit(at uintptr, bytes uint64) bool {
	old, seen := b[at]
	b[at] = max(old, bytes)
	return !seen
}

// unsized are values that may be changing at this moment.
type unsized interface{ unsized() }

var unsizedType = reflect.TypeFor[unsized]()

// add adds what hangs on v.
func (b allocations) add(v reflect.Value) {
	if v.IsValid() && v.Kind() == reflect.Pointer && v.Type().Implements(unsizedType) {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && b.visit(v.Pointer(), uint64(v.Type().Elem().Size())) {
			b.add(v.Elem())
		}
	case reflect.Interface:
		if !v.IsNil() {
			b.add(v.Elem())
		}
	case reflect.String:
		if v.Len() > 0 {
			b.visit(uintptr(v.UnsafePointer()), uint64(v.Len()))
		}
	case reflect.Slice:
		if v.Cap() > 0 && b.visit(v.Pointer(), uint64(v.Cap())*uint64(v.Type().Elem().Size())) && points(v.Type().Elem()) {
			for i := range v.Len() {
				b.add(v.Index(i))
			}
		}
	case reflect.Array:
		if points(v.Type().Elem()) {
			for i := range v.Len() {
				b.add(v.Index(i))
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			b.add(v.Field(i))
		}
	case reflect.Map:
		if !v.IsNil() && b.visit(v.Pointer(), uint64(v.Len())*uint64(v.Type().Key().Size()+v.Type().Elem().Size())) {
			for entries := v.MapRange(); entries.Next(); {
				b.add(entries.Key())
				b.add(entries.Value())
			}
		}
	}
}

// points reports whether values of the type can hold on to memory elsewhere.
func points(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.String, reflect.Slice, reflect.Map:
		return true
	case reflect.Array:
		return points(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if points(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}
