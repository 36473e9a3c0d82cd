package dsl

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"unfold/dsl/diag"
	"unfold/dsl/interp"
	"unfold/dsl/lower"
	"unfold/dsl/syntax"
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
		return s.interrupted(err)
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

// interrupted says where the cell was.
func (s *Session) interrupted(err error) diag.List {
	f := diag.Finding{Kind: "Interrupted", Summary: "interrupted; the session still knows what it knew before this cell"}
	var at *interp.Interruption
	if errors.As(err, &at) && len(at.Frames) > 0 {
		f = s.pointing(f, s.at(at.Frames[0]))
		f.Way = s.way(at.Frames)
	}
	return diag.List{f}
}

// problem is a finding of the Go checker.
func (s *Session) problem(p interp.Problem) diag.Finding {
	kind := "TypeError"
	if p.Syntax {
		kind = diag.Syntax
	}
	f := diag.Finding{Kind: kind, Summary: p.Message, Remedy: p.Hint}
	f = s.pointing(f, s.stretch(p.Name, p.Line, p.Col, p.EndCol))
	if p.Idle != nil {
		f.Kind, f.Summary = diag.Static, nothingLooks+idle[p.Idle]
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
	return s.inWords(f)
}

// nothingLooks begins what is said of a value that would do nothing.
const nothingLooks = "nothing looks at this "

// idle names the values that do nothing until they are looked at.
var idle = map[reflect.Type]string{
	pipelineType:              "pipeline",
	reflect.TypeFor[Result](): "comparison",
	reflect.TypeFor[Plan]():   "plan",
}

var pipelineType = reflect.TypeFor[Pipeline]()

// misnamed reports the named arguments of functions that take none. Where one goes to a parameter of any type, Go sees nothing wrong.
func misnamed(tree *syntax.Cell) (found diag.List) {
	for _, call := range tree.Calls() {
		callee := tree.Callee(call)
		for _, a := range call.Args {
			if a.Name != "" && !functionOf(callee).takesNames {
				found = append(found, diag.New(tree.Source, a.From, a.To, diag.Static, byPosition(callee), "", "leave the name out"))
			}
		}
	}
	return found
}

func byPosition(callee string) string {
	if callee == "" {
		callee = "a Go function"
	}
	return callee + " takes this argument by its position, not by a name"
}

// unnamed is what Go says of a named argument that a function does not take.
var unnamed = regexp.MustCompile(`^cannot use (.*) \(value of struct type dsl\.Argument\) as .* in argument to (.*)$`)

// inWords tells a finding of the Go checker in the reader's words, and types
// by the names under which a cell can import them.
func (s *Session) inWords(f diag.Finding) diag.Finding {
	if m := unnamed.FindStringSubmatch(f.Summary); m != nil {
		f.Span.EndCol = f.Span.Col + utf8.RuneCountInString(lower.Raise(m[1], s.sites))
		f.Kind, f.Summary, f.Remedy = diag.Static, byPosition(m[2]), "leave the name out"
		return f
	}
	f.Summary = publicTypes(lower.Raise(f.Summary, s.sites))
	if _, member, ok := strings.Cut(f.Summary, "(type *"+typesPath+".Pipeline has no field or method "); ok {
		var members []string
		for m := range reflect.TypeFor[*Pipeline]().Methods() {
			members = append(members, m.Name)
		}
		f.Remedy = "a pipeline has " + strings.Join(members, ", ")
		if near, ok := diag.Nearest(strings.TrimSuffix(member, ")"), members); ok {
			f.Remedy = fmt.Sprintf("did you mean %s?", near)
		}
	}
	if f.Remedy == "" && strings.HasSuffix(f.Summary, " has no field or method Save)") {
		f.Remedy = "save(value, \"name.csv\") writes whatever can be written"
	}
	if strings.Contains(f.Summary, "(variable of type *unfold.Pipeline) as unfold.Pipeline") {
		f.Remedy = "declare it as *unfold.Pipeline, with the asterisk"
	}
	name, ok := strings.CutPrefix(f.Summary, "undefined: ")
	switch _, isStage := s.catalogue.Lookup(name); {
	case !ok || strings.HasPrefix(f.Remedy, "import"):
	case name == "Pipeline":
		f.Remedy = fmt.Sprintf("import %q and write *%[1]s.Pipeline", typesPath)
	case isStage:
		f.Summary = fmt.Sprintf("the stage %s is used like a Go variable", name)
		f.Remedy = fmt.Sprintf("join stages by bars; put parentheses around a pipeline to ask it something, as in (%s).String()", name)
	}
	return f
}

// fault is a fault of the engine, at a place.
func (s *Session) fault(span diag.Span, e *engine.Error) diag.List {
	summary := e.Cause
	if e.Stage != "" && !strings.HasPrefix(summary, e.Stage) {
		summary = e.Stage + ": " + summary
	}
	return diag.List{s.pointing(diag.Finding{Kind: diag.Run, Summary: publicTypes(summary), Remedy: e.Remedy}, span)}
}

// pointing is the finding at a place, with the line that stands there.
func (s *Session) pointing(f diag.Finding, span diag.Span) diag.Finding {
	f.Span = span
	if source := s.source(span.Name); source != nil {
		f.Context = source.Line(span.Line)
	}
	return f
}

// panicked is a panic of the reader's own code, with the way that led to it.
func (s *Session) panicked(e *interp.RuntimeError) diag.List {
	kind := "Panic"
	if !e.Panic {
		kind = "Error"
	}
	f := diag.Finding{Kind: kind, Summary: fmt.Sprint(e.Value)}
	if strings.HasPrefix(f.Summary, "reflect: ") { // the interpreter's way to say so
		f.Summary = "nil pointer dereference"
	}
	if len(e.Frames) > 0 {
		f = s.pointing(f, s.at(e.Frames[0]))
		f = s.nothing(f, e.Frames[0])
	}
	f.Way = s.way(e.Frames)
	if e.Go {
		f.Way += "in a goroutine started at " + s.told(e.Start) + "\n"
	}
	return diag.List{f}
}

// way is the calls that led to the innermost frame, as Go would list them.
func (s *Session) way(frames []interp.Frame) string {
	var lines strings.Builder
	for i, f := range frames {
		line := s.told(f)
		if f.Func != "" {
			line += " in " + f.Func
		}
		if i > 0 || f.Func != "" {
			fmt.Fprintln(&lines, line)
		}
		switch {
		case f.Mixed:
			fmt.Fprintf(&lines, "… %s more calls\n", grouped(f.More))
		case f.More > 0:
			fmt.Fprintf(&lines, "… %s more of %s\n", grouped(f.More), f.Func)
		}
	}
	return lines.String()
}

// told is a place as the reader counts, in characters.
func (s *Session) told(f interp.Frame) string {
	if at := s.at(f); !at.IsZero() {
		f.Line, f.Col = at.Line, at.Col
	}
	return f.String()
}

// grouped writes a count with a comma between thousands.
func grouped(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%s,%03d", grouped(n/1000), n%1000)
}

// counted writes a count with its noun, which takes an s where there are
// several.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return grouped(n) + " " + noun
}

// nothing says what was nil where something must not be, and what to do.
func (s *Session) nothing(f diag.Finding, at interp.Frame) diag.Finding {
	var remedy string
	switch {
	case strings.Contains(f.Summary, "nil map"):
		remedy = "make it first: %s = make(map[...]...)"
	case strings.Contains(f.Summary, "nil pointer"):
		remedy = "give %s a value before it is used, or ask whether it is nil"
	case strings.Contains(f.Summary, "divide by zero"):
		f.Remedy = "ask whether the divisor is 0 first; float64 would give an infinity"
		return f
	default:
		return f
	}
	span := s.stretch(at.Name, at.Line, at.NilCol, at.NilEnd)
	if at.NilCol == 0 || span.IsZero() {
		return f
	}
	f.Span = span
	_, name, _ := f.Split()
	f.Span = s.at(at)
	f.Detail, f.Remedy = name+" is nil", fmt.Sprintf(remedy, name)
	return f
}

// frame is where the reader's code was when it ended, if that is known.
func (s *Session) frame(err error) diag.Span {
	var runtime *interp.RuntimeError
	if errors.As(err, &runtime) && len(runtime.Frames) > 0 {
		return s.at(runtime.Frames[0])
	}
	return diag.Span{}
}

func (s *Session) at(f interp.Frame) diag.Span { return s.stretch(f.Name, f.Line, f.Col, f.EndCol) }

// stretch is a place in a cell, as Go's tools tell it; nowhere if the session
// does not know the cell.
func (s *Session) stretch(name string, line, col, end int) diag.Span {
	if source := s.source(name); source != nil {
		return source.Stretch(line, col, end)
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
	at := fault.Step - 1
	if at < 0 || at >= len(p.origins) {
		return err // of no stage: the place is where the cell asked
	}
	span := p.origins[at].stage
	if arg, ok := p.origins[at].args[fault.Param]; ok {
		span = arg
	}
	return p.session.fault(span, fault)
}

// exampleOf is a remedy for a value that a rule refuses: the parameter with its
// default, "" if there is none.
func exampleOf(stage *engine.Stage, param string) string {
	for _, p := range engine.ParamsOf(stage.Make()) {
		if p.Name == param && !p.Required {
			return "for example " + p.Name + "=" + p.Format(p.Default)
		}
	}
	return ""
}

// blameFirst places an error that is of no stage at the first, where the cell
// has asked for nothing but to see the pipeline.
func (p *Pipeline) blameFirst(err error) error {
	var found diag.List
	var fault *engine.Error
	if errors.As(err, &found) || !errors.As(err, &fault) || len(p.origins) == 0 {
		return err
	}
	return p.session.fault(p.origins[0].stage, fault)
}

func isCancel(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
