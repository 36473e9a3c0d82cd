package machine

import (
	"sync"
	"unsafe"
)

// makeSteps makes the steps of a node and of all that come after it, each with
// its successors built in. A node that is being made while it is the successor
// of another, at the end of a loop, is reached by a detour.
func makeSteps(start *node) {
	if start.exec == nil {
		(&stepMaker{begun: map[*node]bool{}}).make(start)
	}
}

type stepMaker struct{ begun map[*node]bool }

func (s *stepMaker) make(n *node) {
	s.begun[n] = true
	s.successor(n.tnext)
	s.successor(n.fnext)
	n.gen(n)
}

func (s *stepMaker) successor(n *node) {
	switch {
	case n == nil || n.exec != nil:
	case s.begun[n]:
		n.exec = detour{n}.take
	default:
		s.make(n)
	}
}

// after is the step of a successor, which has been made.
func after(n *node) step {
	if n == nil {
		return nil
	}
	return n.exec
}

// A detour leads to a node whose step has not been made yet.
type detour struct{ to *node }

func (d detour) take(f *frame) step { return d.to.exec(f) }

// detourCode is the code of detours.
var detourCode = word(pointerOf(detour{}.take), 0)

// A stepIndex finds the nodes of the steps of a function.
type stepIndex struct {
	once   sync.Once
	byStep map[unsafe.Pointer]*node
}

// nodeOf is the node that a step of the function executes, or nil.
func (fn *function) nodeOf(s step) *node {
	f := pointerOf(s)
	if word(f, 0) == detourCode {
		return (*node)(word(f, 1))
	}
	fn.steps.once.Do(func() {
		fn.steps.byStep = map[unsafe.Pointer]*node{}
		fn.literal.child[functionBody].each(func(n *node) {
			if n.exec != nil {
				fn.steps.byStep[pointerOf(n.exec)] = n
			}
		})
	})
	return fn.steps.byStep[f]
}
