package dsl

import (
	"errors"
	"fmt"
	"strings"

	"unfold/dsl/diag"
	"unfold/dsl/interp/execution"
	"unfold/dsl/interp/trace"
	"unfold/engine/wording"
)

// trace lists the calls that led to the innermost frame, as Go would list them.
func (s *Session) trace(frames []trace.Frame) string {
	var lines strings.Builder
	for i, f := range frames {
		line := s.position(f)
		if f.Func != "" {
			line += " in " + f.Func
		}
		if i > 0 || f.Func != "" {
			fmt.Fprintln(&lines, line)
		}
		switch {
		case f.Mixed:
			fmt.Fprintf(&lines, "… %s more calls\n", wording.Number(f.More))
		case f.More > 0:
			fmt.Fprintf(&lines, "… %s more of %s\n", wording.Number(f.More), f.Func)
		}
	}
	return lines.String()
}

// position is a place as the reader counts, in characters.
func (s *Session) position(f trace.Frame) string {
	if at := s.frameSpan(f); !at.IsZero() {
		f.Line, f.Col = at.Line, at.Col
	}
	return f.String()
}

// errorSpan is where the reader's code was when it ended, if that is known.
func (s *Session) errorSpan(err error) diag.Span {
	var runtime *execution.RuntimeError
	if errors.As(err, &runtime) && len(runtime.Frames) > 0 {
		return s.frameSpan(runtime.Frames[0])
	}
	return diag.Span{}
}

// frameSpan is the place of a call.
func (s *Session) frameSpan(f trace.Frame) diag.Span { return s.span(f.Name, f.Line, f.Col, f.EndCol) }

// span is a place in a cell, as Go's tools tell it; nowhere if the session
// does not know the cell.
func (s *Session) span(name string, line, col, end int) diag.Span {
	if source := s.source(name); source != nil {
		return source.LineSpan(line, col, end)
	}
	return diag.Span{}
}

func (s *Session) source(name string) *diag.Source {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sources[name]
}

// pointTo returns the finding at a place, with the line that stands there.
func (s *Session) pointTo(f diag.Finding, span diag.Span) diag.Finding {
	f.Span = span
	if source := s.source(span.Name); source != nil {
		f.Context = source.Line(span.Line)
	}
	return f
}
