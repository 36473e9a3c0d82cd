package machine

import (
	"fmt"
	"go/token"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"github.com/traefik/yaegi/interp"
)

// The interpreter compiles a cell to a tree of nodes, each of which has a
// generator that makes the function that executes it. Between compiling and
// executing, some generators are replaced by ones that have the interpreter's
// function made and put another around it or in its place.

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

//go:linkname stepOf github.com/traefik/yaegi/interp.getExec
func stepOf(n nodePtr) step

// A tree knows where the fields of a node are, and which generators to replace.
type tree struct {
	child, start, exec, gen, pos uintptr
	tnext, fnext, val, types     uintptr
	kind                         reflect.StructField
	machine                      *Machine
	closures                     uintptr               // the code of the generator of function literals
	mended                       map[uintptr]generator // by the code of the original; nil to leave as it is
	names                        sync.Map              // of generators that stand in for others, by what they point to
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
	kind, ok := node.FieldByName("kind")
	if !ok {
		panic("a node has no kind")
	}
	return &tree{
		kind:  kind,
		child: offset("child", reflect.Slice), start: offset("start", reflect.Pointer), exec: offset("exec", reflect.Func), gen: offset("gen", reflect.Func),
		pos:   offset("pos", reflect.Int),
		tnext: offset("tnext", reflect.Pointer), fnext: offset("fnext", reflect.Pointer), val: offset("val", reflect.Interface), types: offset("types", reflect.Slice),
		mended: map[uintptr]generator{},
	}
}

// mend replaces the generators of a program that is about to be executed. The
// steps of function literals and statements, which the interpreter has made by
// then and chained to each other, are made again.
func (t *tree) mend(p *interp.Program) {
	root := reflect.ValueOf(p).Elem().FieldByName("root").UnsafePointer()
	if !t.replace(root) {
		return
	}
	made := t.bodies(t.begun(nil, root), root)
	t.unmake(root)
	for _, start := range made {
		t.makeSteps(start)
	}
}

// bodies adds to a list where the bodies of functions begin whose steps have
// been made.
func (t *tree) bodies(list []nodePtr, n nodePtr) []nodePtr {
	if n == nil {
		return list
	}
	if c := t.children(n); len(c) == functionBody+1 && c[functionBody] != nil {
		list = t.begun(list, c[functionBody])
	}
	for _, c := range t.children(n) {
		list = t.bodies(list, c)
	}
	return list
}

// begun adds the first step of a node to a list, if it has been made.
func (t *tree) begun(list []nodePtr, n nodePtr) []nodePtr {
	if start := *(*nodePtr)(unsafe.Add(n, t.start)); start != nil && *(*step)(unsafe.Add(start, t.exec)) != nil {
		return append(list, start)
	}
	return list
}

// replace replaces generators and reports whether there was one to replace.
func (t *tree) replace(n nodePtr) (found bool) {
	if n == nil {
		return false
	}
	gen := (*generator)(unsafe.Add(n, t.gen))
	if *gen != nil {
		code := codeOf(*gen)
		if mended := t.instead(*gen, code); mended != nil {
			*gen, found = mended, true
		}
		if code == t.closures {
			t.forgetSyntax(n)
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

func codeOf(gen generator) uintptr { return uintptr(word(pointerOf(gen), 0)) }

// mendings are what is put around the steps of generators, by their names.
var mendings = map[string]mending{
	"_panic":     thrownNil,
	"branch":     heeding,
	"call":       called,
	"callBin":    settled,
	makesClosure: evaluated,
	"recv":       kept,
	"shl":        shifted,
	"shr":        shifted,
	"shlAssign":  shifted,
	"shrAssign":  shifted,
}

// instead is the generator to be used in place of one, or nil.
func (t *tree) instead(gen generator, code uintptr) generator {
	mended, known := t.mended[code]
	if !known {
		name := generatorName(gen)
		if name == makesClosure {
			t.closures = code
		}
		if m := mendings[name]; m != nil {
			mended = t.around(gen, m)
			t.names.Store(pointerOf(mended), name)
		}
		t.mended[code] = mended
	}
	return mended
}

// around mends what a generator makes.
func (t *tree) around(gen generator, m mending) generator {
	return func(n nodePtr) {
		gen(n)
		if exec := t.stepOf(n); *exec != nil { // else the last of a function
			*exec = m(t, n, *exec)
		}
	}
}

// nameOf is the name of the generator of a node.
func (t *tree) nameOf(n nodePtr) string {
	gen := *(*generator)(unsafe.Add(n, t.gen))
	if name, mended := t.names.Load(pointerOf(gen)); mended {
		return name.(string)
	}
	return generatorName(gen)
}

// generatorName is what yaegi calls a generator.
func generatorName(gen generator) string {
	f := runtime.FuncForPC(codeOf(gen))
	if f == nil {
		return ""
	}
	return f.Name()[strings.LastIndexByte(f.Name(), '.')+1:]
}

// isElement reports whether a node stands for what another leads to.
func (t *tree) isElement(n nodePtr) bool {
	kind := reflect.NewAt(t.kind.Type, unsafe.Add(n, t.kind.Offset)).Elem()
	name := fmt.Sprint(kind.Interface())
	return name == "indexExpr" || name == "starExpr"
}

// span is where a node begins and the last position in it.
func (t *tree) span(n nodePtr) (pos, last token.Pos) {
	pos = *(*token.Pos)(unsafe.Add(n, t.pos))
	last = pos
	for _, c := range t.children(n) {
		if c != nil {
			_, inner := t.span(c)
			last = max(last, inner)
		}
	}
	return pos, last
}

// Span is where a step stands in the text, and the last position in it.
func (m *Machine) Span(s Step) (pos, last token.Pos) { return m.tree.span(s.node) }

// operand is the value of a node's child, which has been evaluated.
func (t *tree) operand(n nodePtr, i int) func(framePtr) reflect.Value {
	return valueOf(t.children(n)[i])
}
