package machine

import (
	"reflect"
	"unsafe"
)

// A function literal keeps the variables around it as they are when it is
// evaluated: a loop has new ones in its next turn. The interpreter does so where
// it takes a literal for a value of its own. What passes one on to compiled
// code, though, such as a field of a minted type or an argument, wraps the
// syntax of it anew, with the variables as they are by then; and when a
// function has run, it puts back what stood in the place of the literal before
// that was evaluated, which may have been evaluated again by then. So a literal
// is evaluated here, once, and whoever uses it uses that value.

//go:linkname newFrame github.com/traefik/yaegi/interp.newFrame
func newFrame(around framePtr, length int, id uint64) framePtr

//go:linkname cloneFrame github.com/traefik/yaegi/interp.(*frame).clone
func cloneFrame(f framePtr) framePtr

//go:linkname frameID github.com/traefik/yaegi/interp.(*frame).runid
func frameID(f framePtr) uint64

//go:linkname runSteps github.com/traefik/yaegi/interp.runCfg
func runSteps(start nodePtr, f framePtr, function, call nodePtr)

// makesClosure is the name of the generator for function literals.
const makesClosure = "getFunc"

// forgetSyntax lets a function literal be no more than its value to the nodes
// that use it. One that is deferred recovers from what the frame around it has
// come to, and not from what a copy of that had by then.
func (t *tree) forgetSyntax(n nodePtr) {
	p := variablePlaces()
	if p.kindOf(p.above(p.above(n))) != "deferStmt" {
		*(*any)(unsafe.Add(n, t.val)) = nil
	}
}

// closure evaluates a function literal.
func closure(t *tree, n nodePtr, made step) step {
	p := variablePlaces()
	index, level := *(*int)(unsafe.Add(n, p.index)), *(*int)(unsafe.Add(n, p.level))
	variables := *(*[]reflect.Type)(unsafe.Add(n, t.types))
	start := *(*nodePtr)(unsafe.Add(t.children(n)[functionBody], t.start))
	data := func(f framePtr) []reflect.Value { return *(*[]reflect.Value)(unsafe.Add(f, p.data)) }
	var next step
	if to := *(*nodePtr)(unsafe.Add(n, t.tnext)); to != nil {
		next = stepOf(to)
	}
	return func(f framePtr) step {
		around := cloneFrame(f)
		place := &data(frameAt(f, level))[index]
		ft := place.Type()
		results := ft.NumOut()
		*place = reflect.MakeFunc(ft, func(args []reflect.Value) []reflect.Value {
			own := newFrame(around, len(variables), frameID(around))
			d := data(own)
			for i, v := range variables {
				d[i] = reflect.New(v).Elem()
			}
			for i, a := range args {
				if results+i < len(d) { // else a parameter that nothing mentions
					d[results+i].Set(a)
				}
			}
			runSteps(start, own, n, n)
			return data(own)[:results]
		})
		return next
	}
}
