package machine

import (
	"strings"
	"sync"
	"sync/atomic"

	"unfold/dsl/interp/depth"
)

// A failing goroutine leaves a traceback: while a panic unwinds it, or Goexit does,
// each function notes the step that it was at, the innermost first. Those are
// the operation that failed and then the calls that led to it.

// A traceback is the steps that a goroutine has left.
type traceback struct {
	steps []Step
	used  uintptr // of the stack, when the last was left
	end   error   // the reason to end the goroutine, which is to be told where
}

// A Step is an operation that a failing goroutine has left.
type Step struct {
	node *node
	name string // of its generator
}

// Tracebacks are those of all goroutines. One is touched by its goroutine alone.
type Tracebacks struct {
	Cancelled func() bool // whether the calling goroutine is to end

	byGoroutine sync.Map // depth.ID -> *traceback
	some        atomic.Int64
}

// leave notes that the calling goroutine leaves a step. A panic uses more of
// the stack the further it gets, so a step left further up begins another.
func (ts *Tracebacks) leave(n *node, name string) {
	id, used := depth.Self(), depth.Used()
	v, known := ts.byGoroutine.Load(id)
	if !known {
		v = &traceback{}
		ts.byGoroutine.Store(id, v)
		ts.some.Add(1)
	}
	t := v.(*traceback)
	if used < t.used {
		t.steps = t.steps[:0]
	}
	t.used = used
	t.steps = append(t.steps, Step{n, name})
}

// over drops the traceback of the calling goroutine if the panic has been
// recovered by compiled code.
func (ts *Tracebacks) over() {
	if v, known := ts.byGoroutine.Load(depth.Self()); known && depth.Used() < v.(*traceback).used {
		ts.Take()
	}
}

// End begins the traceback of a goroutine that is about to be ended for a reason.
func (ts *Tracebacks) End(reason error) {
	ts.Take()
	ts.some.Add(1)
	ts.byGoroutine.Store(depth.Self(), &traceback{end: reason})
}

// Take returns the traceback of the calling goroutine and forgets it. The reason is
// why the goroutine was to end, if it was.
func (ts *Tracebacks) Take() (steps []Step, reason error) {
	v, known := ts.byGoroutine.LoadAndDelete(depth.Self())
	if !known {
		return nil, nil
	}
	ts.some.Add(-1)
	t := v.(*traceback)
	return t.steps, t.end
}

// waiting are those in which a cancelled goroutine is woken. It does not
// panic there, but goes on to where it looks whether to end.
var waiting = map[string]bool{"send": true, "recv": true, "recv2": true, "_select": true, "rangeChan": true}

// woken begins the traceback of a goroutine that waits no longer since its cell
// was cancelled.
func (ts *Tracebacks) woken(n *node, name string) {
	ts.Take()
	ts.Resume([]Step{{n, name}})
}

// Resume lets the calling goroutine go on with a traceback that was taken.
func (ts *Tracebacks) Resume(steps []Step) {
	if _, known := ts.byGoroutine.Swap(depth.Self(), &traceback{steps: steps}); !known {
		ts.some.Add(1)
	}
}

// failing are the generators whose steps may panic, wait or call.
var failing = map[string]bool{
	"call": true, "callBin": true, "_panic": true, "_make": true, "_close": true, "_delete": true, "_copy": true,
	"appendSlice": true, "convert": true, "deref": true, "equal": true, "notEqual": true,
	"getIndexArray": true, "getIndexMap": true, "getIndexMap2": true, "getPtrIndexSeq": true, "getIndexSeq": true,
	"getIndexSeqField": true, "getIndexSeqPtrMethod": true, "getIndexSeqMethod": true, "getMethod": true,
	"getMethodByName": true, "getIndexBinMethod": true, "getIndexBinElemMethod": true, "getIndexBinPtrMethod": true,
	"quo": true, "rem": true, "quoAssign": true, "remAssign": true, "shl": true, "shr": true, "shlAssign": true, "shrAssign": true,
	"typeAssertShort": true, "typeAssertLong": true, "typeAssertStatus": true,
	"slice": true, "slice0": true, "send": true, "recv": true, "recv2": true, "_select": true, "rangeChan": true,
}

// fails reports whether a step may: of those that assign, only where it is to
// an element of a map or to what a pointer points to, which may be nil.
func fails(n *node, name string) bool {
	if failing[name] || !assigns(name) {
		return failing[name]
	}
	for _, c := range n.child {
		if c.is("indexExpr", "starExpr") {
			return true
		}
	}
	return false
}

func assigns(name string) bool {
	return name == "inc" || name == "dec" || strings.HasSuffix(strings.ToLower(name), "assign")
}
