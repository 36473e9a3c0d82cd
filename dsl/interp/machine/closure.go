package machine

import (
	"reflect"
	"unsafe"
)

// A function literal is evaluated here and not by yaegi, which wraps its syntax
// anew whenever compiled code is to have it, with the variables as they are by
// then, and which puts back what stood in the place of the literal before, when
// the function has run. Here a literal is evaluated once, to a value that keeps
// the variables around it as they are: a loop has new ones in its next turn.
//
// To compiled code the value is a function like any other. A call from
// interpreted code finds the closure behind it and needs no reflection.

//go:linkname newFrame github.com/traefik/yaegi/interp.newFrame
func newFrame(around framePtr, length int, id uint64) framePtr

//go:linkname cloneFrame github.com/traefik/yaegi/interp.(*frame).clone
func cloneFrame(f framePtr) framePtr

//go:linkname frameID github.com/traefik/yaegi/interp.(*frame).runid
func frameID(f framePtr) uint64

// makesClosure is the name of the generator for function literals.
const makesClosure = "getFunc"

// functionBody is the place of its body among the children of a function.
const functionBody = 3

// forgetSyntax lets a function literal be no more than its value to the nodes
// that use it. One that is deferred recovers from what the frame around it has
// come to, and not from what a copy of that had by then.
func (t *tree) forgetSyntax(n nodePtr) {
	if !t.deferred(n) {
		*(*any)(unsafe.Add(n, t.val)) = nil
	}
}

// deferred reports whether a literal is called by a defer statement.
func (t *tree) deferred(n nodePtr) bool {
	p := variablePlaces()
	return p.kindOf(p.above(p.above(n))) == "deferStmt"
}

// A function is what a literal says.
type function struct {
	tree      *tree
	literal   nodePtr
	start     nodePtr // of its body
	variables layout
	params    int
	results   int
	variadic  bool
	steps     stepIndex
	reusable  bool // see arena
	arena     arena
}

// A closure is a function with the variables around it.
type closure struct {
	*function
	around framePtr
}

// evaluated evaluates a function literal.
func evaluated(t *tree, n nodePtr, made step) step {
	body := t.children(n)[functionBody]
	if t.defers(body) {
		return made
	}
	p := variablePlaces()
	index, level := *(*int)(unsafe.Add(n, p.index)), *(*int)(unsafe.Add(n, p.level))
	fn := &function{tree: t, literal: n, start: *(*nodePtr)(unsafe.Add(body, t.start)),
		variables: newLayout(*(*[]reflect.Type)(unsafe.Add(n, t.types)))}
	fn.reusable = t.reusable(body, fn.variables.types)
	var next step
	if to := *(*nodePtr)(unsafe.Add(n, t.tnext)); to != nil {
		next = stepOf(to)
	}
	var of reflect.Type
	return func(f framePtr) step {
		place := &p.values(frameAt(f, level))[index]
		if of == nil {
			of = place.Type()
			fn.params, fn.results, fn.variadic = of.NumIn(), of.NumOut(), of.IsVariadic()
		}
		c := &closure{fn, cloneFrame(f)}
		*place = reflect.MakeFunc(of, c.call)
		return next
	}
}

// call runs the function for compiled code.
func (c *closure) call(args []reflect.Value) []reflect.Value {
	own := c.frame()
	values := variablePlaces().values(own)
	for i, a := range args {
		if c.results+i < len(values) { // else a parameter that nothing mentions
			values[c.results+i].Set(a)
		}
	}
	c.tree.machine.mindDepth()
	c.run(own)
	return values[:c.results]
}

// frame is a new frame for a call.
func (c *closure) frame() framePtr {
	own := newFrame(c.around, len(c.variables.types), frameID(c.around))
	c.variables.fill(variablePlaces().values(own))
	return own
}

// defers reports whether a function itself has a defer statement, which needs
// yaegi to run it.
func (t *tree) defers(n nodePtr) bool {
	if n == nil {
		return false
	}
	switch variablePlaces().kindOf(n) {
	case "funcLit":
		return false
	case "deferStmt":
		return true
	}
	for _, c := range t.children(n) {
		if t.defers(c) {
			return true
		}
	}
	return false
}
