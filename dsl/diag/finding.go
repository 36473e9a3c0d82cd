package diag

import (
	"fmt"
	"slices"
	"strings"
)

// Severity says whether a cell can run in spite of a finding.
type Severity int

// The severities.
const (
	Error   Severity = iota // the cell cannot run
	Warning                 // it runs, but hardly as meant
)

func (s Severity) String() string { return [...]string{"error", "warning"}[s] }

// The kinds of findings, as a front end names a failure.
const (
	Syntax = "SyntaxError"   // the text cannot be read
	Static = "PipelineError" // a pipeline cannot run as it stands
	Run    = "RunError"      // a stage failed at its work
)

// A Finding is one thing that is wrong.
type Finding struct {
	Severity Severity
	Kind     string
	Summary  string // what is wrong, one line
	Detail   string // why; may be empty
	Remedy   string // what to do about it; may be empty
	Trace    string // the calls that led there, the innermost first, a line each; may be empty
	Span     Span
	Context  string // the line in which the span begins
	Idle     bool   // it is that nothing looks at a value, which would do nothing
}

// New makes an error that points at the bytes from one offset of the source
// to another.
func New(s *Source, from, to int, kind, summary, detail, remedy string) Finding {
	span := s.Span(from, to)
	return Finding{Kind: kind, Summary: summary, Detail: detail, Remedy: remedy, Span: span, Context: s.Line(span.Line)}
}

func (f Finding) Error() string {
	text := f.Summary
	if !f.Span.IsZero() {
		text = fmt.Sprintf("%s:%d:%d: %s", f.Span.Name, f.Span.Line, f.Span.Col, text)
	}
	if f.Remedy != "" {
		text += "; " + f.Remedy
	}
	return text
}

// Split cuts the context into what stands before the span, the span itself
// and what follows, for a front end that marks it in its own way. Of a span
// over several lines only the first is marked. An empty span marks one
// column, which may lie behind the end of the line.
func (f Finding) Split() (before, marked, after string) {
	runes := []rune(f.Context)
	from := max(0, min(f.Span.Col-1, len(runes)))
	to := len(runes)
	if f.Span.EndLine == f.Span.Line {
		to = max(from, min(f.Span.EndCol-1, len(runes)))
	}
	if to == from && from < len(runes) {
		to++
	}
	return string(runes[:from]), string(runes[from:to]), string(runes[to:])
}

// A List is the findings of a cell. It is an error when it holds one.
type List []Finding

func (l List) Error() string {
	lines := make([]string, len(l))
	for i, f := range l {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}

// Err returns the list as an error if one of its findings is; warnings alone
// are none.
func (l List) Err() error {
	if slices.ContainsFunc(l, func(f Finding) bool { return f.Severity == Error }) {
		return l
	}
	return nil
}

// Kind is the kind of the first finding.
func (l List) Kind() string {
	if len(l) == 0 {
		return Syntax
	}
	return l[0].Kind
}

// Sorted returns the findings in the order of the text, each once.
func (l List) Sorted() List {
	sorted := slices.Clone(l)
	slices.SortStableFunc(sorted, func(a, b Finding) int {
		if d := strings.Compare(a.Span.Name, b.Span.Name); d != 0 {
			return d
		}
		return a.Span.before(b.Span)
	})
	return slices.CompactFunc(sorted, func(a, b Finding) bool {
		return a.Span == b.Span && a.Summary == b.Summary
	})
}
