package machine

import (
	"reflect"
	"slices"
	"sync"
)

// A function literal is evaluated here and not by yaegi, which wraps its syntax
// anew whenever compiled code is to have it, with the variables as they are by
// then, and which puts back what stood in the place of the literal before, when
// the function has run. Here a literal is evaluated once, to a value that keeps
// the variables around it as they are: a loop has new ones in its next turn.
//
// To compiled code the value is a function like any other. A call from
// interpreted code finds the closure behind it and needs no reflection.

// makesClosure is the name of the generator for function literals.
const makesClosure = "getFunc"

// functionBody is the place of its body among the children of a function.
const functionBody = 3

// forgetSyntax lets a function literal be no more than its value to the nodes
// that use it. One that is deferred recovers from what the frame around it has
// come to, and not from what a copy of that had by then.
func forgetSyntax(n *node) {
	if !n.anc.anc.is("deferStmt") {
		n.val = nil
	}
}

// A function is what a literal says.
type function struct {
	machine   *Machine
	literal   *node
	start     *node // of its body
	variables layout
	params    int
	results   int
	variadic  bool
	steps     stepIndex
	reusable  bool // its frames, see usedFrame
	free      sync.Pool
}

// A closure is a function with the variables around it.
type closure struct {
	*function
	around *frame
}

// evaluated evaluates a function literal.
func evaluated(m *Machine, n *node, made step) step {
	body := n.child[functionBody]
	if defers(body) {
		return apart(n, made)
	}
	fn := &function{machine: m, literal: n, start: body.start, variables: newLayout(n.types)}
	fn.reusable = m.mender.reusable(body, n.types)
	next := after(n.tnext)
	var signature reflect.Type
	var once sync.Once
	return func(f *frame) step {
		place := &frameAt(f, n.level).data[n.findex]
		once.Do(func() {
			signature = place.Type()
			fn.params, fn.results, fn.variadic = signature.NumIn(), signature.NumOut(), signature.IsVariadic()
		})
		c := &closure{fn, cloneFrame(f)}
		c.around.unlink()
		*place = reflect.MakeFunc(signature, c.call)
		return next
	}
}

// apart evaluates a literal that yaegi runs, on a copy of the frame: when the
// function has run, as a goroutine maybe, yaegi puts back what stood in the place of
// the literal before, where another may stand by then that is about to be called.
func apart(n *node, made step) step {
	if n.level > 0 || n.anc.anc.is("deferStmt") {
		return made
	}
	return func(f *frame) step {
		own := cloneFrame(f)
		next := made(own)
		f.data[n.findex] = own.data[n.findex]
		return next
	}
}

// call runs the function for compiled code.
func (c *closure) call(args []reflect.Value) []reflect.Value {
	own := c.newFrame()
	for i, a := range args {
		if c.results+i < len(own.data) { // else a parameter that nothing mentions
			own.data[c.results+i].Set(a)
		}
	}
	c.machine.mindDepth()
	if by := c.machine.callers.current(); by != nil {
		own.recovered = by
	}
	c.run(own)
	return own.data[:c.results]
}

// newFrame is a new frame for a call.
func (c *closure) newFrame() *frame {
	own := newFrame(c.around, len(c.variables.types), c.around.id)
	c.variables.fill(own.data)
	return own
}

// defers reports whether a function itself has a defer statement, which needs
// yaegi to run it.
func defers(n *node) bool {
	switch {
	case n.is("deferStmt"):
		return true
	case n == nil, n.is("funcLit"):
		return false
	}
	return slices.ContainsFunc(n.child, defers)
}
