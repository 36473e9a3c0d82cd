package dsl

import (
	"fmt"
	"go/types"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"unfold/dsl/diag"
	"unfold/dsl/interp/trace"
	"unfold/dsl/interp/workspace"
	"unfold/dsl/lower"
	"unfold/engine"
)

// What Go's checker, its runtime and the interpreter say has no types to tell it
// by, so this file knows their words. What our own packages say has, and is not
// matched by its words.

// unnamed is what Go says of a named argument that a function does not take.
var unnamed = regexp.MustCompile(`^cannot use (.*) \(value of struct type dsl\.Argument\) as .* in argument to (.*)$`)

// remedies are what to do about messages of the checker that concern pipelines,
// in place of what it says itself, or, for fallbacks, where it says nothing.
var remedies = []struct {
	message  *regexp.Regexp
	remedy   func(match []string) string
	fallback bool
}{
	{regexp.MustCompile(`\(type \*` + typesPath + `\.Pipeline has no field or method ([^,)]+)`), pipelineMember, false},
	{regexp.MustCompile(` has no field or method Save\)$`), always("save(value, \"name.csv\") writes whatever can be written"), true},
	{regexp.MustCompile(`\(variable of type \*` + typesPath + `\.Pipeline\) as ` + typesPath + `\.Pipeline`), always("declare it as *" + typesPath + ".Pipeline, with the asterisk"), false},
	{regexp.MustCompile(`^undefined: Pipeline$`), always(fmt.Sprintf("import %q and write *%[1]s.Pipeline", typesPath)), false},
}

// always is a remedy that is always the same.
func always(remedy string) func([]string) string { return func([]string) string { return remedy } }

// pipelineMember names the methods of pipelines, or the one that may be meant.
func pipelineMember(match []string) string {
	var members []string
	for m := range reflect.TypeFor[*Pipeline]().Methods() {
		members = append(members, m.Name)
	}
	if near, ok := diag.Nearest(match[1], members); ok {
		return fmt.Sprintf("did you mean %s?", near)
	}
	return "a pipeline has " + strings.Join(members, ", ")
}

// A panicRemedy is what to do about a panic of the runtime whose message has
// certain words. Where it is of something nil, %s is its place.
type panicRemedy struct {
	words, remedy string
	ofNil         bool
}

var panics = []panicRemedy{
	{"nil map", "make it first: %s = make(map[...]...)", true},
	{"nil pointer", "give %s a value before it is used, or ask whether it is nil", true},
	{"divide by zero", "ask whether the divisor is 0 first; float64 would give an infinity", false},
}

// panicText is what a panic says. The interpreter, which works by reflection, says
// of a nil pointer what package reflect does.
func panicText(value any) string {
	text := fmt.Sprint(value)
	if strings.HasPrefix(text, "reflect: ") {
		return "nil pointer dereference"
	}
	return text
}

// reword tells a finding of the checker in the reader's words, and types by the
// names under which a cell can import them.
func (s *Session) reword(f diag.Finding, p workspace.Problem) diag.Finding {
	if m := unnamed.FindStringSubmatch(f.Summary); m != nil {
		f.Span.EndCol = f.Span.Col + utf8.RuneCountInString(lower.Raise(m[1], s.sites))
		f.Kind, f.Summary, f.Remedy = diag.Static, byPosition(m[2]), "leave the name out"
		return f
	}
	f.Summary = publicTypes(lower.Raise(f.Summary, s.sites))
	for _, r := range remedies {
		if m := r.message.FindStringSubmatch(f.Summary); m != nil && (f.Remedy == "" || !r.fallback) {
			f.Remedy = r.remedy(m)
		}
	}
	name, undefined := strings.CutPrefix(f.Summary, "undefined: ")
	if !undefined || p.Import != "" {
		return f
	}
	if shown, is := s.assistant.Undeclared(f, name); is {
		return shown
	}
	if _, isStage := s.catalogue().Lookup(name); isStage {
		f.Summary = fmt.Sprintf("the stage %s is used like a Go variable", name)
		f.Remedy = fmt.Sprintf("join stages by bars; put parentheses around a pipeline to ask it something, as in (%s).String()", name)
		return f
	}
	if near, ok := s.nearestForm(name); ok {
		f.Remedy = fmt.Sprintf("did you mean %s?", near)
	}
	return f
}

// nearestForm returns the map form that a misspelt name most likely means, if no Go
// name is nearer: an argument that nobody knows looks like a variable.
func (s *Session) nearestForm(name string) (string, bool) {
	forms := s.catalogue().Names(engine.FormRole)
	near, ok := diag.Nearest(name, slices.Concat(s.golang.Words(), types.Universe.Names(), forms))
	return near, ok && slices.Contains(forms, near)
}

// advise says what to do about a panic of the runtime, and what was nil where
// something must not be.
func (s *Session) advise(f diag.Finding, at trace.Frame) diag.Finding {
	i := slices.IndexFunc(panics, func(p panicRemedy) bool { return strings.Contains(f.Summary, p.words) })
	if i < 0 {
		return f
	}
	if !panics[i].ofNil {
		f.Remedy = panics[i].remedy
		return f
	}
	span := s.span(at.Name, at.Line, at.NilCol, at.NilEnd)
	if at.NilCol == 0 || span.IsZero() {
		return f
	}
	f.Span = span
	_, name, _ := f.Split()
	f.Span = s.frameSpan(at)
	f.Detail, f.Remedy = name+" is nil", fmt.Sprintf(panics[i].remedy, name)
	return f
}
