package machine

import (
	"reflect"
	"unsafe"

	"unfold/dsl/interp/depth"
)

// Deepest is how many bytes of its stack a goroutine may use when it calls a
// function. A stack is doubled when it is full: one of 128 MB is filled in a
// fraction of a second, and this leaves some of it to compiled code.
const Deepest = 120 << 20

// A callSite is a call in the text.
type callSite struct {
	tree      *tree
	node      nodePtr
	function  func(framePtr) reflect.Value
	arguments []func(framePtr) reflect.Value
	results   resultPlaces
	yes, no   step // what comes next; no only where the result is a condition
	otherwise step // yaegi's own step, for all functions but closures
}

// called calls closures without reflection.
func called(t *tree, n nodePtr, made step) step {
	p := variablePlaces()
	switch p.kindOf(p.above(n)) {
	case "deferStmt", "goStmt":
		return made
	}
	children := t.children(n)
	c := &callSite{tree: t, node: n, function: valueOf(children[0]), otherwise: made, results: t.resultsOf(n)}
	for _, a := range children[1:] {
		c.arguments = append(c.arguments, valueOf(a))
	}
	c.yes = t.stepAfter(t.next(n))
	c.no = t.stepAfter(t.otherwise(n))
	return c.call
}

// stepAfter is the step of a successor, which has been made.
func (t *tree) stepAfter(n nodePtr) step {
	if n == nil {
		return nil
	}
	return *t.stepOf(n)
}

// call takes the arguments from where they are into a frame of the function, and
// the results from there to where they belong.
func (c *callSite) call(f framePtr) step {
	fn := closureOf(c.function(f))
	if fn == nil || fn.variadic || len(c.arguments) != fn.params {
		return c.otherwise(f)
	}
	c.tree.machine.mindDepth()
	if !fn.reusable {
		return c.runOn(fn, fn.frame(), f)
	}
	u := fn.take(fn.around)
	next := c.runOn(fn, u.frame, f)
	fn.give(u)
	return next
}

// runOn runs the function on a frame of its own.
func (c *callSite) runOn(fn *closure, own, f framePtr) step {
	values := variablePlaces().values(own)
	places := values[fn.results:]
	for i, argument := range c.arguments[:min(len(places), len(c.arguments))] { // nothing mentions the rest
		a := argument(f)
		if places[i].Kind() == reflect.Func && a.Kind() != reflect.Func {
			return c.otherwise(f) // a function that only yaegi knows
		}
		places[i].Set(a)
	}
	fn.run(own)
	c.results.take(f, values[:fn.results])
	if c.no != nil && !values[0].Bool() {
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

func (t *tree) resultsOf(call nodePtr) resultPlaces {
	p := variablePlaces()
	above := p.above(call)
	r := resultPlaces{first: *(*int)(unsafe.Add(call, p.index)), level: *(*int)(unsafe.Add(call, p.level))}
	switch p.kindOf(above) {
	case "returnStmt":
		r.level = 0
	case "defineXStmt", "assignXStmt":
		for _, c := range t.children(above) {
			r.unwanted = append(r.unwanted, *(*string)(unsafe.Add(c, linksOf().ident)) == "_")
		}
	}
	return r
}

// take puts the results at the beginning of a frame into their places.
func (r *resultPlaces) take(f framePtr, results []reflect.Value) {
	if len(results) == 0 {
		return
	}
	to := variablePlaces().values(frameAt(f, r.level))[r.first:]
	for i, v := range results {
		if r.unwanted == nil || !r.unwanted[i] {
			to[i].Set(v)
		}
	}
}

// settled drops the trail of a panic that compiled code has recovered from.
func settled(t *tree, _ nodePtr, made step) step {
	trails := &t.machine.Trails
	return func(f framePtr) step {
		next := made(f)
		if trails.some.Load() > 0 {
			trails.over()
		}
		return next
	}
}
