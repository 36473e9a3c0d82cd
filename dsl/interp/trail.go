package interp

import (
	"go/token"
	"strings"
	"sync"
	"sync/atomic"

	"unfold/dsl/interp/depth"
)

// A failing goroutine leaves a trail: while a panic unwinds it, or Goexit does,
// each step of the interpreter that it leaves says so, the innermost first.
// Those are the operation that failed and then the calls that led to it. So a
// cell that does not fail pays next to nothing for being able to say where.

// A trail is the steps that a goroutine has left.
type trail struct {
	steps []leftStep
	used  uintptr       // of the stack, when the last was left
	end   *RuntimeError // the reason to end the goroutine, which is to be told where
}

type leftStep struct {
	node nodePtr
	name string // of its generator
}

// trails are those of all goroutines. One is touched by its goroutine alone.
type trails struct {
	byGoroutine sync.Map // depth.ID -> *trail
	some        atomic.Int64
	ending      sync.Mutex  // guards where reasons to end were
	cancelled   func() bool // whether the cell of the calling goroutine is
}

// leave notes that the calling goroutine leaves a step. A panic uses more of
// the stack the further it gets, so a step left further up begins another.
func (ts *trails) leave(n nodePtr, name string) {
	id, used := depth.Self(), depth.Used()
	v, known := ts.byGoroutine.Load(id)
	if !known {
		v = &trail{}
		ts.byGoroutine.Store(id, v)
		ts.some.Add(1)
	}
	t := v.(*trail)
	if used < t.used {
		t.steps = t.steps[:0]
	}
	t.used = used
	t.steps = append(t.steps, leftStep{n, name})
}

// over drops the trail of the calling goroutine if the panic has been
// recovered by compiled code.
func (ts *trails) over() {
	if v, known := ts.byGoroutine.Load(depth.Self()); known && depth.Used() < v.(*trail).used {
		ts.take()
	}
}

// ends begins the trail of a goroutine that is about to be ended for a reason.
func (ts *trails) ends(reason *RuntimeError) {
	ts.take()
	ts.some.Add(1)
	ts.byGoroutine.Store(depth.Self(), &trail{end: reason})
}

// told says of the reason why the calling goroutine ends, if there was one,
// where that was. It returns the steps that the goroutine has left. By is the
// go statement that started it.
func (s *Session) told(by token.Pos) []leftStep {
	v, known := s.trails.byGoroutine.Load(depth.Self())
	steps := s.trails.take()
	if known && v.(*trail).end != nil {
		frames := s.trace(steps)
		s.trails.ending.Lock()
		defer s.trails.ending.Unlock()
		s.locate(v.(*trail).end, frames, by)
	}
	return steps
}

// locate says where an error was, and of a goroutine which statement began it.
func (s *Session) locate(e *RuntimeError, frames []Frame, by token.Pos) {
	if e.Frames = frames; !by.IsValid() {
		return
	}
	e.Go, e.Start = true, s.frame(by)
	if n := len(frames) - 1; n > 0 && frames[n].at(e.Start) { // the call that the statement makes
		e.Frames = frames[:n]
	}
}

// take returns the trail of the calling goroutine and forgets it.
func (ts *trails) take() []leftStep {
	v, known := ts.byGoroutine.LoadAndDelete(depth.Self())
	if !known {
		return nil
	}
	ts.some.Add(-1)
	return v.(*trail).steps
}

// waiting are those in which a cancelled goroutine is woken. It does not
// panic there, but goes on to where it looks whether to end.
var waiting = map[string]bool{"send": true, "recv": true, "recv2": true, "_select": true, "rangeChan": true}

// woken begins the trail of a goroutine that waits no longer since its cell
// was cancelled.
func (ts *trails) woken(n nodePtr, name string) {
	ts.take()
	ts.resume([]leftStep{{n, name}})
}

// resume lets the calling goroutine go on with a trail that was taken.
func (ts *trails) resume(steps []leftStep) {
	if _, known := ts.byGoroutine.Swap(depth.Self(), &trail{steps: steps}); !known {
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
func (t *tree) fails(n nodePtr, name string) bool {
	if failing[name] || !assigns(name) {
		return failing[name]
	}
	for _, c := range t.children(n) {
		if c != nil && t.isElement(c) {
			return true
		}
	}
	return false
}

func assigns(name string) bool {
	return name == "inc" || name == "dec" || strings.HasSuffix(strings.ToLower(name), "assign")
}

// watched puts around a step what notes that it was left by a panic.
func (ts *trails) watched(n nodePtr, name string, made step) step {
	return func(f framePtr) step {
		done := false
		defer func() {
			if !done {
				ts.leave(n, name)
			}
		}()
		next := made(f)
		done = true
		if next == nil && waiting[name] && ts.cancelled() {
			ts.woken(n, name)
		}
		if ts.some.Load() > 0 {
			ts.over()
		}
		return next
	}
}

// trace are the frames of a trail, the innermost first. What the session has
// added to the reader's code stands nowhere and is left out.
func (s *Session) trace(steps []leftStep) (list []Frame) {
	s.sites.mu.Lock()
	defer s.sites.mu.Unlock()
	for _, step := range steps {
		pos, last := s.inside.tree.span(step.node)
		at := s.sites.byFile[s.files.File(pos)]
		if at == nil {
			continue
		}
		f := s.frame(pos)
		if p := at.failing(pos, last, kindOf(step.name)); p.kind != 0 {
			f = s.frame(token.Pos(p.from))
			f.EndCol = s.endCol(f, token.Pos(p.to))
			if p.nil != 0 {
				f.NilCol, f.NilEnd = s.frame(token.Pos(p.nilFrom)).Col, s.endCol(f, token.Pos(p.nil))
			}
		}
		f.Func = at.function(pos)
		list = append(list, f)
	}
	return fold(list)
}

const (
	headFrames = 20 // kept of a trace from its inner end
	tailFrames = 10 // and from its outer end
	sameFrames = 4  // calls of one function by itself that are told one by one
)

// fold leaves out what a recursion repeats: of many calls of a function by
// itself all but the inner ones and the first, and of a long trace the middle.
func fold(list []Frame) []Frame {
	var short []Frame
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].Func == list[0].Func && list[n].Func != "" {
			n++
		}
		if n > sameFrames {
			short = append(short, list[:sameFrames-1]...)
			short[len(short)-1].More = n - sameFrames
			short = append(short, list[n-1])
		} else {
			short = append(short, list[:n]...)
		}
		list = list[n:]
	}
	if n := len(short); n > headFrames+tailFrames {
		tail := short[n-tailFrames:]
		left := 0
		for _, f := range short[headFrames-1 : n-tailFrames] {
			left += 1 + f.More
		}
		short = append(short[:headFrames:headFrames], tail...)
		short[headFrames-1].More, short[headFrames-1].Mixed = left-1, true
	}
	return short
}

// frame is a position as the reader counts.
func (s *Session) frame(pos token.Pos) Frame {
	at := s.files.Position(pos)
	return Frame{Name: at.Filename, Line: at.Line, Col: at.Column, EndCol: at.Column}
}

// endCol is the column of a position on the line of a frame, or where the
// frame begins if it is on another.
func (s *Session) endCol(f Frame, pos token.Pos) int {
	if end := s.frame(pos); end.Line == f.Line {
		return end.Col
	}
	return f.Col
}
