// Package cell is what passes between a front end and the language: the text
// of a cell goes in; output, a value or a failure come out. A Jupyter kernel,
// a script runner and a terminal prompt share it, so none of them knows
// another, and each can be tested with a language of its own.
package cell

import (
	"context"
	"time"

	"unfold/engine"
)

// An Output takes what a running cell has to say, in the order it says it.
// Its methods may be called from several goroutines.
type Output interface {
	// Stream writes text to "stdout" or "stderr".
	Stream(name, text string)
	// Display shows a value at once, before the cell ends. A value shown
	// again under the same non-empty id replaces the earlier one.
	Display(value any, id string)
	// Clear removes what the cell has shown; with wait, only when the next
	// output arrives, so that an animation does not flicker.
	Clear(wait bool)
	// Progress reports the work of a stage. A front end shows it as it can
	// and removes the trace when the cell ends.
	Progress(engine.Progress)
	// Input asks the reader for a line. It fails where nobody can answer.
	Input(prompt string, secret bool) (string, error)
}

// A Failure is an error that knows how to be read: the kind of it, and the
// lines that lead to it in the reader's own source.
type Failure interface {
	error
	// Kind is one word for the sort of failure, such as "SyntaxError".
	Kind() string
	// Traceback is the failure for a terminal, a line an element; with
	// colour, it carries ANSI sequences.
	Traceback(colour bool) []string
}

// A Completion is the list of texts that could stand in place of the code
// between Start and End, both in code points.
type Completion struct {
	Start, End int
	Items      []Item
}

// An Item is one way to complete.
type Item struct {
	Text      string // what would stand there
	Type      string // "stage", "parameter", "dataset", "column", "function", "variable", "keyword", ...
	Signature string // short help, such as a default and its rule
}

// Help is the answer to an inspection, in the forms a front end may show. As
// the value of a cell it goes to the front end's pager, where it has one.
type Help struct {
	Text     string // aligned plain text
	Markdown string
	HTML     string
}

// String returns the text, which is how a terminal shows help.
func (h Help) String() string { return h.Text }

// A Bundle is a value as it is shown, drawn already: data by MIME type, and
// metadata beside it. As the value of a cell, or of a display, it is passed on
// as it is. A language in another process than its front end sends bundles,
// and the values stay where they are.
type Bundle struct {
	Data, Metadata map[string]any
	Page           bool // to be read beside the notebook, not in it
}

// A Next is a value that proposes the text of the reader's next cell, or, with
// Replace, a text in place of the cell that runs.
type Next struct {
	Text    string
	Replace bool
}

// String returns the text, which is how a terminal shows it.
func (n Next) String() string { return n.Text }

// A Selecting language takes the source rows that its reader has selected in a figure.
type Selecting interface{ Select(rows []int) }

// A Memory is what a session holds under one name, written down so that it can
// be given to another session when this one is lost.
type Memory struct {
	Name string // a name, Type.Method for a method, the path of an import
	Cell string // the cell that declared it, such as In[3]
	Text string // what declares it anew; empty if it cannot be written down
	Gone string // why it cannot, such as "a channel"; empty with Text means that the name is no more
}

// A Rememberer is a language whose session can be written down and restored.
type Rememberer interface {
	// Changes returns what has changed since it was last called, in an order
	// in which it can be declared. It is called between cells. What those have
	// not mentioned may have changed all the same; to look at it may take as
	// long as patience, or a little longer.
	Changes(patience time.Duration) []Memory
	// Restore declares anew, quietly, and returns those that could not be,
	// with the reason in Gone.
	Restore(ctx context.Context, memories []Memory) (lost []Memory)
}

// Completeness says whether the reader has finished typing a cell.
type Completeness int

const (
	Complete   Completeness = iota // runs as it stands
	Incomplete                     // needs more lines
	Invalid                        // no further line can mend it
)

type countKey struct{}

// WithCount returns a context that tells a cell its number, as the front end
// counts; zero for a cell that it does not count.
func WithCount(ctx context.Context, n int) context.Context {
	return context.WithValue(ctx, countKey{}, n)
}

// Count returns the number of the cell that ctx belongs to, and whether a
// front end counts at all.
func Count(ctx context.Context) (int, bool) {
	n, ok := ctx.Value(countKey{}).(int)
	return n, ok
}
