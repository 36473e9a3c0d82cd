package machine

import (
	"reflect"

	"unfold/dsl/interp/depth"
)

// Deepest is how many bytes of its stack a goroutine may use when it calls a
// function. A stack is doubled when it is full: one of 64 MB is filled in a
// fraction of a second, and this leaves some of it to compiled code.
const Deepest = 60 << 20

// A callSite is a call in the text.
type callSite struct {
	machine   *Machine
	node      *node
	function  func(*frame) reflect.Value
	arguments []func(*frame) reflect.Value
	results   resultPlaces
	yes, no   step // what comes next; no only where the result is a condition
	otherwise step // yaegi's own step, for all functions but closures
}

// called calls closures without reflection.
func called(m *Machine, n *node, made step) step {
	if n.anc.is("deferStmt", "goStmt") {
		return made
	}
	c := &callSite{machine: m, node: n, function: n.operand(0), results: resultsOf(n),
		yes: after(n.tnext), no: after(n.fnext), otherwise: m.callers.during(n, made)}
	for i := range n.child[1:] {
		c.arguments = append(c.arguments, n.operand(i+1))
	}
	return c.call
}

// call takes the arguments from where they are into a frame of the function, and
// the results from there to where they belong.
func (c *callSite) call(f *frame) step {
	fn := closureOf(c.function(f))
	if fn == nil || fn.variadic || len(c.arguments) != fn.params {
		return c.otherwise(f)
	}
	c.machine.mindDepth()
	if !fn.reusable {
		return c.runOn(fn, fn.newFrame(), f)
	}
	u := fn.take(fn.around)
	next := c.runOn(fn, u.frame, f)
	fn.give(u)
	return next
}

// runOn runs the function on a frame of its own.
func (c *callSite) runOn(fn *closure, own, f *frame) step {
	places := own.data[fn.results:]
	for i, argument := range c.arguments[:min(len(places), len(c.arguments))] { // nothing mentions the rest
		a := argument(f)
		if places[i].Kind() == reflect.Func && a.Kind() != reflect.Func {
			return c.otherwise(f) // a function that only yaegi knows
		}
		places[i].Set(a)
	}
	own.link(f, c.node)
	fn.run(own)
	c.results.take(f, own.data[:fn.results])
	if c.no != nil && !own.data[0].Bool() {
		return c.no
	}
	return c.yes
}

// mindDepth ends a goroutine whose calls are nested too deep.
func (m *Machine) mindDepth() {
	if depth.Used() > Deepest {
		m.TooDeep()
	}
}

// resultPlaces are where the results of a call belong.
type resultPlaces struct {
	first, level int
	unwanted     []bool // of those that are assigned one by one
}

func resultsOf(call *node) resultPlaces {
	r := resultPlaces{first: call.findex, level: call.level}
	switch above := call.anc; {
	case above.is("returnStmt"):
		r.level = 0
	case above.is("defineXStmt", "assignXStmt"):
		for _, c := range above.child {
			r.unwanted = append(r.unwanted, c.ident == "_")
		}
	}
	return r
}

// take puts results into their places.
func (r *resultPlaces) take(f *frame, results []reflect.Value) {
	if len(results) == 0 {
		return
	}
	to := frameAt(f, r.level).data[r.first:]
	for i, v := range results {
		if r.unwanted == nil || !r.unwanted[i] {
			to[i].Set(v)
		}
	}
}

// settled drops the traceback of a panic that compiled code has recovered from.
func settled(m *Machine, _ *node, made step) step {
	return func(f *frame) step {
		next := made(f)
		if m.Tracebacks.some.Load() > 0 {
			m.Tracebacks.over()
		}
		return next
	}
}
