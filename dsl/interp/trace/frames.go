package trace

import (
	"go/token"

	"unfold/dsl/interp/machine"
)

// Frames are the calls of a traceback, the innermost first, without what a recursion
// repeats.
func (s *Sites) Frames(steps []machine.Step) []Frame {
	return fold(s.all(steps, func(*site, machine.Step) bool { return true }))
}

// Calls are the calls among steps, the innermost first: those that the reader has
// written as calls.
func (s *Sites) Calls(steps []machine.Step) []Frame { return s.all(steps, (*site).calls) }

// all are the frames of the steps that are wanted. What lowering has added to the
// reader's code stands nowhere and is left out.
func (s *Sites) all(steps []machine.Step, wanted func(*site, machine.Step) bool) (list []Frame) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := map[machine.Step]*Frame{} // a recursion leaves the same steps many times
	for _, step := range steps {
		f, told := known[step]
		if !told {
			f = s.stepFrame(step, wanted)
			known[step] = f
		}
		if f != nil {
			list = append(list, *f)
		}
	}
	return list
}

// stepFrame is the frame of a step, nil if it stands nowhere or is not wanted.
func (s *Sites) stepFrame(step machine.Step, wanted func(*site, machine.Step) bool) *Frame {
	pos, last := step.Span()
	at := s.byFile[s.files.File(pos)]
	if at == nil || !wanted(at, step) {
		return nil
	}
	f := s.At(pos)
	if p := at.failing(pos, last, step.Kind()); p.kind != 0 {
		f = s.At(token.Pos(p.from))
		f.EndCol = s.endCol(f, token.Pos(p.to))
		if p.nil != 0 {
			f.NilCol, f.NilEnd = s.At(token.Pos(p.nilFrom)).Col, s.endCol(f, token.Pos(p.nil))
		}
	}
	f.Func = at.function(pos)
	return &f
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
