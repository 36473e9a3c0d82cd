package interp

import (
	"go/token"

	"unfold/dsl/interp/machine"
)

// told says of the reason why the calling goroutine ends, if there was one,
// where that was. It returns the steps that the goroutine has left. By is the
// go statement that started it.
func (s *Session) told(by token.Pos) []machine.Step {
	steps, reason := s.machine.Trails.Take()
	if e, ok := reason.(*RuntimeError); ok {
		frames := s.trace(steps)
		s.ending.Lock()
		defer s.ending.Unlock()
		s.locate(e, frames, by)
	}
	return steps
}

// left are the steps that the calling goroutine has left.
func (s *Session) left() []machine.Step {
	steps, _ := s.machine.Trails.Take()
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

// trace are the frames of a trail, the innermost first. What the session has
// added to the reader's code stands nowhere and is left out.
func (s *Session) trace(steps []machine.Step) (list []Frame) {
	s.sites.mu.Lock()
	defer s.sites.mu.Unlock()
	known := map[machine.Step]*Frame{} // a recursion leaves the same steps many times
	for _, step := range steps {
		f, told := known[step]
		if !told {
			f = s.stepFrame(step)
			known[step] = f
		}
		if f != nil {
			list = append(list, *f)
		}
	}
	return fold(list)
}

// stepFrame is the frame of a step, nil if it stands nowhere.
func (s *Session) stepFrame(step machine.Step) *Frame {
	pos, last := step.Span()
	at := s.sites.byFile[s.workspace.Files.File(pos)]
	if at == nil {
		return nil
	}
	f := s.frame(pos)
	if p := at.failing(pos, last, step.Kind()); p.kind != 0 {
		f = s.frame(token.Pos(p.from))
		f.EndCol = s.endCol(f, token.Pos(p.to))
		if p.nil != 0 {
			f.NilCol, f.NilEnd = s.frame(token.Pos(p.nilFrom)).Col, s.endCol(f, token.Pos(p.nil))
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

// frame is a position as the reader counts.
func (s *Session) frame(pos token.Pos) Frame {
	at := s.workspace.Files.Position(pos)
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
