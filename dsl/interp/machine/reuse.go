package machine

import (
	"reflect"
	"strings"
	"sync"
	"unsafe"
)

// The frame of a call is used again by a later one if nothing can have kept a
// variable of it: no literal in the function, which would keep all of them, no
// address taken, no slice of an array. Of what the generators do, only what is
// known to copy is let through, so a function with any other makes its frames
// anew.

// copying are the generators whose steps keep no variable. Those of operators
// also come with the ending Const.
var copying = setOf(`add sub mul quo rem and or xor andNot shl shr neg not pos bitNot
	addAssign subAssign mulAssign quoAssign remAssign andAssign orAssign xorAssign andNotAssign shlAssign shrAssign
	inc dec assign assignFromCall reset nop branch _return call callBin
	equal notEqual greater greaterEqual lower lowerEqual land lor
	getIndexArray getIndexMap getIndexMap2 getIndexSeq getPtrIndexSeq deref slice slice0
	convert typeAssertShort typeAssertLong typeAssertStatus
	_append appendSlice _cap _copy _delete _len _make _new _panic isNotNil`)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// reusable reports whether frames of a function with such a body can be used
// again.
func (t *tree) reusable(body nodePtr, variables []reflect.Type) bool {
	slices := false
	var copies func(n nodePtr) bool
	copies = func(n nodePtr) bool {
		if n == nil {
			return true
		}
		if *(*generator)(unsafe.Add(n, t.gen)) != nil {
			name := t.nameOf(n)
			slices = slices || strings.HasPrefix(name, "slice")
			if !copying[strings.TrimSuffix(name, "Const")] {
				return false
			}
		}
		for _, c := range t.children(n) {
			if !copies(c) {
				return false
			}
		}
		return true
	}
	if !copies(body) {
		return false
	}
	for _, v := range variables {
		if slices && holdsArray(v) {
			return false
		}
	}
	return true
}

// holdsArray reports whether a variable of a type is or contains an array, of
// which a slice would keep it.
func holdsArray(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return true
	case reflect.Struct:
		for f := range t.Fields() {
			if holdsArray(f.Type) {
				return true
			}
		}
	}
	return false
}

// A usedFrame is a frame that waits for the next call.
type usedFrame struct {
	frame     framePtr
	variables []reflect.Value // as they were made
	blocks    []reflect.Value // in which they are
}

// An arena holds the frames of a function that are free.
type arena struct{ free sync.Pool }

// take returns a frame around which stands another, with variables of zero.
func (fn *function) take(around framePtr) *usedFrame {
	p := variablePlaces()
	if u, ok := fn.arena.free.Get().(*usedFrame); ok {
		*(*framePtr)(unsafe.Add(u.frame, p.around)) = around
		return u
	}
	u := &usedFrame{frame: newFrame(around, len(fn.variables.types), frameID(around))}
	values := p.values(u.frame)
	u.blocks = fn.variables.fill(values)
	u.variables = append(u.variables, values...)
	return u
}

// give makes a frame free that nobody uses any more.
func (fn *function) give(u *usedFrame) {
	p := variablePlaces()
	*(*framePtr)(unsafe.Add(u.frame, p.around)) = nil
	copy(p.values(u.frame), u.variables)
	for _, b := range u.blocks {
		b.SetZero()
	}
	fn.arena.free.Put(u)
}
