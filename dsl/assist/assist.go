// Package assist helps who writes a cell: it completes what is typed and explains
// what stands at the cursor. It reads unfinished code, and runs no cell.
//
// Start at [Assistant.Complete] and [Assistant.Inspect]: both find the place of the
// cursor (place.go), from the lexemes before it. What Go knows of the place is
// asked of the interpreter, for the cell with its open brackets closed
// (unfinished.go). Stages explain themselves by their declarations (stage.go);
// every explanation is a page in three forms (page.go).
//
// The package knows no session: what it needs of one are the fields of an
// [Assistant].
package assist

import (
	"reflect"
	"slices"

	"unfold/dsl/interp/workspace"
	"unfold/dsl/syntax"
	"unfold/engine"
)

// An Assistant completes and explains. Its methods may be called from several
// goroutines, also while a cell runs.
type Assistant struct {
	Catalogue func() *engine.Catalogue
	Functions []Function
	Go        Go
	Env       syntax.Env // what words mean outside the cell
	Docs      Docs

	// Source returns the source that a value of a pipeline begins with; nil of others.
	Source func(value any) engine.Method
	// Pipeline is the type of pipelines as Go writes it.
	Pipeline string
	// Public names types in a text as a cell can import them.
	Public func(text string) string
}

// Go is what an assistant asks about the Go names of a session.
type Go interface {
	// AtCursor tells what Go knows of workspace.Cursor in a text.
	AtCursor(text, word string) workspace.Surroundings
	// Lookup returns a name of the session, Names all of them.
	Lookup(name string) (workspace.Name, bool)
	Names() []workspace.Name
	// Declared reports whether a cell has declared the name.
	Declared(name string) bool
	// Paths lists the packages that can be imported.
	Paths() []string
	// Value returns the value of a variable, which is to be read while the session
	// is quiet.
	Value(name string) (reflect.Value, bool)
	Quiet() bool
}

// A Function is a word of the language that is an ordinary Go function.
type Function struct {
	Name, Signature, Doc string

	Options  []Option // what it takes by name
	Datasets bool     // its texts are names of data sets
}

// An Option is a named argument of a function.
type Option struct{ Name, Example, Doc string }

// function returns the function of the name; the zero value if there is none.
func (a *Assistant) function(name string) Function {
	if i := slices.IndexFunc(a.Functions, func(f Function) bool { return f.Name == name }); i >= 0 {
		return a.Functions[i]
	}
	return Function{}
}
