package interp

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"unsafe"

	"github.com/traefik/yaegi/interp"
)

// The interpreter compiles a cell to a tree of nodes, each of which has a
// generator that makes the function that executes it. Between compiling and
// executing, some generators are replaced by ones that have the interpreter's
// function made and put another around it: one that says in Go's words and
// with Go's numbers what went wrong, or looks first for what the interpreter
// overlooks. What is right costs a call.

type (
	nodePtr  = unsafe.Pointer // *interp.node
	framePtr = unsafe.Pointer // *interp.frame

	// A step executes a node and returns what is to be executed next.
	step func(framePtr) step
	// A generator makes the step of a node.
	generator func(nodePtr)
	// A mending puts a step around that of a node.
	mending func(t *tree, n nodePtr, made step) step
)

//go:linkname valueOf github.com/traefik/yaegi/interp.genValue
func valueOf(n nodePtr) func(framePtr) reflect.Value

// A tree knows where the fields of a node are, and which generators to replace.
type tree struct {
	child, exec, gen uintptr
	mended           map[uintptr]generator // by the code of the original; nil to leave as it is
}

// fieldsOf finds the fields of a node by their names.
func fieldsOf(program reflect.Type) *tree {
	root, ok := program.FieldByName("root")
	if !ok {
		panic("a program has no root")
	}
	node := root.Type.Elem()
	offset := func(name string, kind reflect.Kind) uintptr {
		f, ok := node.FieldByName(name)
		if !ok || f.Type.Kind() != kind {
			panic(fmt.Sprintf("a node has no field %s", name))
		}
		return f.Offset
	}
	return &tree{
		child: offset("child", reflect.Slice), exec: offset("exec", reflect.Func), gen: offset("gen", reflect.Func),
		mended: map[uintptr]generator{},
	}
}

// mend replaces the generators of a program that is about to be executed. The
// steps of function literals, which the interpreter has made by then and
// chained to each other, are made again.
func (t *tree) mend(p *interp.Program) {
	root := reflect.ValueOf(p).Elem().FieldByName("root").UnsafePointer()
	if t.replace(root) {
		t.unmake(root)
	}
}

// replace replaces generators and reports whether there was one to replace.
func (t *tree) replace(n nodePtr) (found bool) {
	if n == nil {
		return false
	}
	gen := (*generator)(unsafe.Add(n, t.gen))
	if *gen != nil {
		if mended := t.instead(*gen); mended != nil {
			*gen, found = mended, true
		}
	}
	for _, c := range t.children(n) {
		found = t.replace(c) || found
	}
	return found
}

// unmake lets the steps of all nodes be made anew.
func (t *tree) unmake(n nodePtr) {
	if n == nil {
		return
	}
	if *(*generator)(unsafe.Add(n, t.gen)) != nil {
		*(*step)(unsafe.Add(n, t.exec)) = nil
	}
	for _, c := range t.children(n) {
		t.unmake(c)
	}
}

func (t *tree) children(n nodePtr) []nodePtr { return *(*[]nodePtr)(unsafe.Add(n, t.child)) }

// instead is the generator to be used in place of one, or nil.
func (t *tree) instead(gen generator) generator {
	code := **(**uintptr)(unsafe.Pointer(&gen))
	mended, known := t.mended[code]
	if !known {
		if f := runtime.FuncForPC(code); f != nil {
			name := f.Name()
			if m := mendings[name[strings.LastIndexByte(name, '.')+1:]]; m != nil {
				mended = t.around(gen, m)
			}
		}
		t.mended[code] = mended
	}
	return mended
}

func (t *tree) around(gen generator, m mending) generator {
	return func(n nodePtr) {
		gen(n)
		exec := (*step)(unsafe.Add(n, t.exec))
		*exec = m(t, n, *exec)
	}
}

// operand is the value of a node's child, which has been evaluated.
func (t *tree) operand(n nodePtr, i int) func(framePtr) reflect.Value {
	return valueOf(t.children(n)[i])
}
