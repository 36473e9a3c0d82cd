package engine

import "reflect"

// blocks are the pieces of memory that hang together, by their address.
type blocks map[uintptr]uint64

// blocksOf finds the memory that a value holds on to: behind its pointers,
// slices, maps and texts, each piece once. What functions have closed over
// cannot be seen.
func blocksOf(v any) blocks {
	b := blocks{}
	b.add(reflect.ValueOf(v))
	return b
}

// sizeOf returns how many bytes a value holds on to; it may say so itself.
func sizeOf(v any) uint64 {
	if sized, ok := v.(interface{ Bytes() uint64 }); ok {
		return sized.Bytes()
	}
	return blocksOf(v).bytes()
}

// bytes returns how large all pieces are together.
func (b blocks) bytes() uint64 {
	var sum uint64
	for _, bytes := range b {
		sum += bytes
	}
	return sum
}

// blocks are those of the run, but for the training rows mapped, which somebody
// may be asking for at this moment.
func (r Run) blocks() blocks {
	r.remapped = nil
	return blocksOf(r)
}

var shelfType = reflect.TypeFor[*shelf]()

// claim counts a piece, and reports whether it is a new one.
func (b blocks) claim(at uintptr, bytes uint64) bool {
	old, seen := b[at]
	b[at] = max(old, bytes)
	return !seen
}

// add adds what hangs on v; not what is shared of some rows, which has a bound
// of its own and may be changing.
func (b blocks) add(v reflect.Value) {
	if v.IsValid() && v.Type() == shelfType {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && b.claim(v.Pointer(), uint64(v.Type().Elem().Size())) {
			b.add(v.Elem())
		}
	case reflect.Interface:
		if !v.IsNil() {
			b.add(v.Elem())
		}
	case reflect.String:
		if v.Len() > 0 {
			b.claim(uintptr(v.UnsafePointer()), uint64(v.Len()))
		}
	case reflect.Slice:
		if v.Cap() > 0 && b.claim(v.Pointer(), uint64(v.Cap())*uint64(v.Type().Elem().Size())) && points(v.Type().Elem()) {
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
		if !v.IsNil() && b.claim(v.Pointer(), uint64(v.Len())*uint64(v.Type().Key().Size()+v.Type().Elem().Size())) {
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
