package machine

import (
	"fmt"
	"reflect"
	"sync"
	"unsafe"

	"github.com/traefik/yaegi/interp"
)

// Yaegi compiles a file to a tree of nodes, and calls a function on a frame of
// variables. Both types are its own. Here they are once more, field by field,
// and a machine looks whether they still agree before it trusts them.

// A node is an operation of compiled code. Its fields are yaegi's one after another,
// put into groups.
type node struct {
	debug unsafe.Pointer
	branches
	param []unsafe.Pointer
	successors
	interp unsafe.Pointer
	place
	kind uint
	pos  int
	typing
	action uint
	work
	spelling
}

// Branches are the nodes above and below a node in the tree.
type branches struct {
	child []*node
	anc   *node
}

// Successors are the nodes that are executed before and after a node.
type successors struct {
	start *node // the first of this one and those below
	tnext *node // what comes next, also where a condition holds
	fnext *node // what comes next where it does not
}

// A place is where the value of a node is.
type place struct {
	index  int64
	findex int // in a frame
	level  int // of how many frames further out
	nleft  int
	nright int
}

// A typing is what the analysis knows of a node.
type typing struct {
	sym   unsafe.Pointer
	typ   unsafe.Pointer
	recv  unsafe.Pointer
	types []reflect.Type // of the variables of a function
	scope unsafe.Pointer
}

// A work is what executes a node.
type work struct {
	exec step
	gen  generator
	val  any
	rval reflect.Value
}

// A spelling is how a node is written.
type spelling struct {
	ident      string
	redeclared bool
	meta       any
}

// A frame holds the variables of a call.
type frame struct {
	id        uint64
	debug     unsafe.Pointer
	root      *frame
	anc       *frame // the frame around this one
	data      []reflect.Value
	mutex     sync.RWMutex
	deferred  [][]reflect.Value
	recovered any
	done      reflect.SelectCase
}

type (
	// A step executes a node and returns what is to be executed next.
	step func(*frame) step
	// A generator makes the step of a node.
	generator func(*node)
)

//go:linkname valueOf github.com/traefik/yaegi/interp.genValue
func valueOf(n *node) func(*frame) reflect.Value

//go:linkname newFrame github.com/traefik/yaegi/interp.newFrame
func newFrame(around *frame, length int, id uint64) *frame

//go:linkname cloneFrame github.com/traefik/yaegi/interp.(*frame).clone
func cloneFrame(f *frame) *frame

//go:linkname frameAt github.com/traefik/yaegi/interp.getFrame
func frameAt(f *frame, level int) *frame

// kinds is yaegi's type of the kinds of nodes, which knows their names.
var kinds reflect.Type

// mirrored tells how node and frame differ from yaegi's, nil if they do not.
var mirrored = sync.OnceValue(func() error {
	root, ok := reflect.TypeFor[interp.Program]().FieldByName("root")
	if !ok || root.Type.Kind() != reflect.Pointer {
		return fmt.Errorf("a program has no root")
	}
	frames, ok := reflect.TypeFor[interp.Interpreter]().FieldByName("frame")
	if !ok || frames.Type.Kind() != reflect.Pointer {
		return fmt.Errorf("an interpreter has no frame")
	}
	if err := agree(reflect.TypeFor[node](), root.Type.Elem()); err != nil {
		return err
	}
	if f, ok := root.Type.Elem().FieldByName("kind"); ok {
		kinds = f.Type
	}
	return agree(reflect.TypeFor[frame](), frames.Type.Elem())
})

// agree tells how two struct types differ, nil if they have the same fields at
// the same places.
func agree(ours, theirs reflect.Type) error {
	fields := flat(ours, 0)
	if len(fields) != theirs.NumField() || ours.Size() != theirs.Size() {
		return fmt.Errorf("a %s has %d fields, not %d", theirs, theirs.NumField(), len(fields))
	}
	for i, a := range fields {
		if b := theirs.Field(i); a.Name != b.Name || a.Offset != b.Offset || !alike(a.Type, b.Type) {
			return fmt.Errorf("a %s has a field %s of type %s, not %s of type %s", theirs, b.Name, b.Type, a.Name, a.Type)
		}
	}
	return nil
}

// flat are the fields of a struct that begins at an offset, those of its groups in
// their place.
func flat(t reflect.Type, at uintptr) (list []reflect.StructField) {
	for f := range t.Fields() {
		f.Offset += at
		if f.Anonymous {
			list = append(list, flat(f.Type, f.Offset)...)
			continue
		}
		list = append(list, f)
	}
	return list
}

// alike reports whether types are of one kind; any pointer is like another.
func alike(ours, theirs reflect.Type) bool {
	pointer := func(t reflect.Type) bool { return t.Kind() == reflect.Pointer || t.Kind() == reflect.UnsafePointer }
	return ours.Kind() == theirs.Kind() || pointer(ours) && pointer(theirs)
}

// is reports whether a node is of one of some kinds.
func (n *node) is(names ...string) bool {
	if n == nil {
		return false
	}
	kind := fmt.Sprint(reflect.NewAt(kinds, unsafe.Pointer(&n.kind)).Elem().Interface())
	for _, name := range names {
		if kind == name {
			return true
		}
	}
	return false
}

// operand is the value of a node's child, which has been evaluated.
func (n *node) operand(i int) func(*frame) reflect.Value { return valueOf(n.child[i]) }
