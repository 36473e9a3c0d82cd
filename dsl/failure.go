package dsl

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"unfold/dsl/diag"
	"unfold/dsl/interp"
	"unfold/engine"
)

// failure turns whatever ended a cell into findings that a reader
// understands. What is one already stays as it is.
func (s *Session) failure(ctx context.Context, err error) error {
	var found diag.List
	var problems interp.Problems
	var fault *engine.Error
	var runtime *interp.RuntimeError
	var exit interp.ExitError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil || isCancel(err):
		return diag.List{{Kind: "Interrupted", Summary: "interrupted", Detail: "what the session knew before this cell, it still knows"}}
	case errors.As(err, &found):
		return found
	case errors.As(err, &problems):
		for _, p := range problems {
			found = append(found, s.problem(p))
		}
		return found.Sorted()
	case errors.As(err, &exit):
		return diag.List{{Kind: "Exit", Summary: fmt.Sprintf("the cell asked to exit with status %d", exit.Code), Remedy: "the session goes on; restart the kernel to begin anew"}}
	case errors.As(err, &fault):
		return s.fault(s.frame(err), fault)
	case errors.As(err, &runtime):
		return s.panicked(runtime)
	}
	return diag.List{{Kind: "Error", Summary: err.Error()}}
}

// problem is a finding of the Go checker.
func (s *Session) problem(p interp.Problem) diag.Finding {
	kind := "TypeError"
	if p.Syntax {
		kind = diag.Syntax
	}
	f := diag.Finding{Kind: kind, Summary: p.Message, Remedy: p.Hint}
	if source := s.source(p.Name); source != nil {
		f.Span = source.Stretch(p.Line, p.Col, p.EndCol)
		f.Context = source.Line(p.Line)
	}
	return f
}

// fault is a fault of the engine, at a place.
func (s *Session) fault(span diag.Span, e *engine.Error) diag.List {
	summary := e.Cause
	if e.Stage != "" && !strings.HasPrefix(summary, e.Stage) {
		summary = e.Stage + ": " + summary
	}
	f := diag.Finding{Kind: diag.Run, Summary: summary, Remedy: e.Remedy, Span: span}
	if source := s.source(span.Name); source != nil {
		f.Context = source.Line(span.Line)
	}
	return diag.List{f}
}

// panicked is a panic of the reader's own code, with the way that led to it.
func (s *Session) panicked(e *interp.RuntimeError) diag.List {
	kind := "Panic"
	if !e.Panic {
		kind = "Error"
	}
	f := diag.Finding{Kind: kind, Summary: fmt.Sprint(e.Value)}
	if len(e.Frames) > 0 {
		f.Span = s.at(e.Frames[0])
		if source := s.source(f.Span.Name); source != nil {
			f.Context = source.Line(f.Span.Line)
		}
	}
	var way []string
	for _, frame := range e.Frames {
		if frame.Func != "" {
			way = append(way, frame.String())
		}
	}
	if len(way) > 0 {
		f.Detail = "called by way of " + strings.Join(way, ", ")
	}
	if e.Go {
		f.Detail = strings.TrimSpace("in a goroutine that the cell had started; " + f.Detail)
	}
	return diag.List{f}
}

// frame is where the reader's code was when it ended, if that is known.
func (s *Session) frame(err error) diag.Span {
	var runtime *interp.RuntimeError
	if errors.As(err, &runtime) && len(runtime.Frames) > 0 {
		return s.at(runtime.Frames[0])
	}
	return diag.Span{}
}

func (s *Session) at(f interp.Frame) diag.Span {
	if source := s.source(f.Name); source != nil {
		return source.Stretch(f.Line, f.Col, f.Col)
	}
	return diag.Span{}
}

func (s *Session) source(name string) *diag.Source {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sources[name]
}

// explain places an error of the engine at the stage or argument that it
// blames.
func (p *Pipeline) explain(err error) error {
	var found diag.List
	var fault *engine.Error
	if err == nil || isCancel(err) || errors.As(err, &found) || !errors.As(err, &fault) {
		return err
	}
	var span diag.Span
	if at := fault.Step - 1; at >= 0 && at < len(p.origins) {
		span = p.origins[at].stage
		if arg, ok := p.origins[at].args[fault.Param]; ok {
			span = arg
		}
	} else if len(p.origins) > 0 {
		span = p.origins[0].stage
	}
	return p.session.fault(span, fault)
}

func isCancel(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
