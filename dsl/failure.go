package dsl

import (
	"context"
	"errors"
	"reflect"
	"strings"

	"unfold/dsl/diag"
	"unfold/dsl/interp/execution"
	"unfold/dsl/interp/workspace"
	"unfold/engine"
)

// failure turns whatever ended a cell into findings that a reader
// understands. What is one already stays as it is.
func (s *Session) failure(ctx context.Context, err error) error {
	var found diag.List
	var problems workspace.Problems
	var fault *engine.Error
	var runtime *execution.RuntimeError
	var exit execution.ExitError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil || isCancel(err):
		return s.describeInterrupt(err)
	case errors.As(err, &found):
		return found
	case errors.As(err, &problems):
		for _, p := range problems {
			found = append(found, s.problem(p))
		}
		return found.Sorted()
	case errors.As(err, &exit):
		s.end(exit.Code)
		return diag.Exited(exit.Code, s.options.Program)
	case errors.Is(err, execution.ErrDeadlock):
		s.end(2)
		return diag.List{{Kind: "Deadlock", Summary: execution.ErrDeadlock.Error(), Remedy: "look for a channel that nobody sends to or closes, or a lock that nobody gives back"}}
	case errors.As(err, &fault):
		return s.placeFault(s.errorSpan(err), fault)
	case errors.As(err, &runtime):
		return s.describePanic(runtime)
	}
	return diag.List{{Kind: "Error", Summary: err.Error()}}
}

func (s *Session) end(code int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.status = &code
}

// Status is the exit status by which a cell has ended the program that the cells are,
// if one has.
func (s *Session) Status() (code int, ended bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.status == nil || !s.options.Program {
		return 0, false
	}
	return *s.status, true
}

// isCancel reports whether an error is that of a cell that was stopped.
func isCancel(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// describeInterrupt tells where the cell was.
func (s *Session) describeInterrupt(err error) diag.List {
	f := diag.Finding{Kind: "Interrupted", Summary: "interrupted; the session still knows what it knew before this cell"}
	var at *execution.Interruption
	if errors.As(err, &at) && len(at.Frames) > 0 {
		f = s.pointTo(f, s.frameSpan(at.Frames[0]))
		f.Trace = s.trace(at.Frames)
	}
	return diag.List{f}
}

// problem is a finding of the Go checker.
func (s *Session) problem(p workspace.Problem) diag.Finding {
	kind := "TypeError"
	if p.Syntax {
		kind = diag.Syntax
	}
	f := diag.Finding{Kind: kind, Summary: p.Message, Remedy: p.Hint}
	f = s.pointTo(f, s.span(p.Name, p.Line, p.Col, p.EndCol))
	if p.Unused != nil {
		f.Kind, f.Idle = diag.Static, true
		f.Summary = "nothing looks at this " + idle[p.Unused]
		f.Detail = "only the last line of a cell is shown by itself, and a pipeline runs when it is looked at"
		f.Remedy = "put show(...) around it, or give it a name or a cell of its own"
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, site := range s.sites {
		if at := site.Span; site.Name == "" && at.Name == f.Span.Name && at.Line == f.Span.Line && at.Col == f.Span.Col {
			f.Span = at
		}
	}
	return s.reword(f, p)
}

// idle names the values that do nothing until they are looked at.
var idle = map[reflect.Type]string{
	pipelineType:              "pipeline",
	reflect.TypeFor[Result](): "comparison",
	reflect.TypeFor[Plan]():   "plan",
}

var pipelineType = reflect.TypeFor[Pipeline]()

// placeFault tells a fault of the engine at a place.
func (s *Session) placeFault(span diag.Span, e *engine.Error) diag.List {
	summary := e.Cause
	if e.Stage != "" && !strings.HasPrefix(summary, e.Stage) {
		summary = e.Stage + ": " + summary
	}
	return diag.List{s.pointTo(diag.Finding{Kind: diag.Run, Summary: publicTypes(summary), Remedy: e.Remedy.String()}, span)}
}

// describePanic tells a panic of the reader's own code, with the calls that led to
// it.
func (s *Session) describePanic(e *execution.RuntimeError) diag.List {
	kind := "Panic"
	if !e.Panic {
		kind = "Error"
	}
	f := diag.Finding{Kind: kind, Summary: panicText(e.Value)}
	if len(e.Frames) > 0 {
		f = s.pointTo(f, s.frameSpan(e.Frames[0]))
		f = s.advise(f, e.Frames[0])
	}
	f.Trace = s.trace(e.Frames)
	if e.Go {
		f.Trace += "in a goroutine started at " + s.position(e.Start) + "\n"
	}
	return diag.List{f}
}
