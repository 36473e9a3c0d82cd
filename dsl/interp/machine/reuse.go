package machine

import (
	"reflect"
	"slices"
	"strings"
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

// reusable reports whether frames of a function can be used again.
func (t *mender) reusable(body *node, variables []reflect.Type) bool {
	copies, slicing := t.copies(body)
	return copies && !(slicing && slices.ContainsFunc(variables, holdsArray))
}

// copies reports whether a node and all below it keep no variable, unless it is
// an array that is sliced.
func (t *mender) copies(n *node) (copies, slicing bool) {
	if n == nil {
		return true, false
	}
	if n.gen != nil {
		name := t.nameOf(n)
		slicing = strings.HasPrefix(name, "slice")
		if !copying[strings.TrimSuffix(name, "Const")] {
			return false, false
		}
	}
	for _, c := range n.child {
		below, sliced := t.copies(c)
		if slicing = slicing || sliced; !below {
			return false, false
		}
	}
	return true, slicing
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
	*frame
	variables []reflect.Value // as they were made
	blocks    []reflect.Value // in which they are
}

// take returns a frame with variables of zero, around which stands another.
func (fn *function) take(around *frame) *usedFrame {
	if u, ok := fn.free.Get().(*usedFrame); ok {
		u.anc = around
		return u
	}
	u := &usedFrame{frame: newFrame(around, len(fn.variables.types), around.id)}
	u.blocks = fn.variables.fill(u.data)
	u.variables = slices.Clone(u.data)
	return u
}

// give hands in a frame that nobody uses any more.
func (fn *function) give(u *usedFrame) {
	u.anc = nil
	u.unlink()
	copy(u.data, u.variables)
	for _, b := range u.blocks {
		b.Clear()
	}
	fn.free.Put(u)
}
