package machine

import (
	"sync"
	"unsafe"
)

// makeSteps makes the steps of a node and of all that come after it, each with
// its successors built in. A node that is made while it is the successor of
// another, at the end of a loop, is reached by a detour.
func (t *tree) makeSteps(start nodePtr) {
	begun := map[nodePtr]bool{}
	var make func(n nodePtr)
	after := func(n nodePtr) {
		switch {
		case n == nil || *t.stepOf(n) != nil:
		case begun[n]:
			*t.stepOf(n) = (&detour{t, n}).take
		default:
			make(n)
		}
	}
	make = func(n nodePtr) {
		begun[n] = true
		after(t.next(n))
		after(t.otherwise(n))
		(*(*generator)(unsafe.Add(n, t.gen)))(n)
	}
	if *t.stepOf(start) == nil {
		make(start)
	}
}

// A detour leads to a node whose step has not been made yet.
type detour struct {
	tree *tree
	to   nodePtr
}

func (d *detour) take(f framePtr) step { return (*d.tree.stepOf(d.to))(f) }

func (t *tree) stepOf(n nodePtr) *step      { return (*step)(unsafe.Add(n, t.exec)) }
func (t *tree) next(n nodePtr) nodePtr      { return *(*nodePtr)(unsafe.Add(n, t.tnext)) }
func (t *tree) otherwise(n nodePtr) nodePtr { return *(*nodePtr)(unsafe.Add(n, t.fnext)) }

// A stepIndex finds the node of a step of a function.
type stepIndex struct {
	once   sync.Once
	byStep map[unsafe.Pointer]nodePtr
}

// nodeOf is the node that a step of the function executes, or nil.
func (fn *function) nodeOf(s step) nodePtr {
	fn.steps.once.Do(func() {
		fn.steps.byStep = map[unsafe.Pointer]nodePtr{}
		fn.tree.index(fn.steps.byStep, fn.tree.children(fn.literal)[functionBody])
	})
	f := pointerOf(s)
	if word(f, 0) == detourCode {
		return (*detour)(word(f, 1)).to
	}
	return fn.steps.byStep[f]
}

// detourCode is the code of detours.
var detourCode = word(pointerOf(new(detour).take), 0)

// index enters the steps of a node and of all below it.
func (t *tree) index(byStep map[unsafe.Pointer]nodePtr, n nodePtr) {
	if n == nil {
		return
	}
	if s := *t.stepOf(n); s != nil {
		byStep[pointerOf(s)] = n
	}
	for _, c := range t.children(n) {
		t.index(byStep, c)
	}
}
