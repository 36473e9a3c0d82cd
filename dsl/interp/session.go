// Package interp evaluates cells of Go text, one after another, in a session
// that remembers what they declared.
//
// A cell mixes imports, declarations and statements in any order. It is
// understood before any of it runs: cut into items, arranged and type-checked
// against the session and the compiled packages (package workspace), lowered to
// core Go (core), compiled (machine), and run (execution). So a cell is refused as
// a whole, with all its faults in the reader's own lines, or runs.
//
// No Go toolchain is needed at run time. The package imports the rooms below it,
// each of which says what it does; it joins them, and has the functions that cells
// find in place of compiled ones (library.go). Start at Session.Run.
package interp

import (
	"context"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"unfold/dsl/cell"
	"unfold/dsl/interp/console"
	"unfold/dsl/interp/core"
	"unfold/dsl/interp/execution"
	"unfold/dsl/interp/gotypes"
	"unfold/dsl/interp/journal"
	"unfold/dsl/interp/mint"
	"unfold/dsl/interp/workspace"
)

// A Library is the export tables of compiled packages, keyed
// "import/path/name".
type Library = gotypes.Library

// Options furnish a session.
type Options struct {
	// Symbols are the packages cells may import besides the standard library.
	Symbols []Library
	// Imports are package names in force in every cell, without an import
	// declaration: name to path. A cell may shadow them.
	Imports map[string]string
	// Prelude are functions cells may call by their bare name. A cell may
	// shadow them.
	Prelude map[string]reflect.Value
	// Aborts tells the errors by which compiled code ends a cell, panicking
	// with them, from those that are a mishap. Such a cell fails with the
	// error, at the place of the call, and no word of panic.
	Aborts func(error) bool
	// Lazy tells the types, less a pointer, whose values do nothing until
	// somebody looks at them. A statement that is such a value, and is not
	// shown, is refused, since it reads as if it did something.
	Lazy func(reflect.Type) bool
	// OwnsProcess says that the process runs nothing but the cells: what compiled
	// packages write to its streams is heard as what the cells write.
	OwnsProcess bool
	// Program says that the cells are those of one program, which nobody interrupts:
	// it ends where all of it waits and nothing could wake it, as in Go.
	Program bool
	// Types tells why cells cannot declare types, nil if they can. A session
	// asks it once; without one it asks mint.Check.
	Types func() error
}

// A Session holds what cells have declared. Its methods may be called from
// several goroutines; cells are understood one at a time, and run at once.
type Session struct {
	mu sync.Mutex // guards all but what runs

	Index
	workspace *workspace.Workspace
	journal   *journal.Journal
	prelude   *types.Package
	mint      *mint.Maker
	compiler  *compiler
	console   *console.Console
	runner    *execution.Runner
	wakers    atomic.Bool // cells have named what could wake a program that waits
}

// New makes a session.
func New(opts Options) (*Session, error) {
	if opts.Types == nil {
		opts.Types = mint.Check
	}
	s := &Session{
		journal: journal.New(),
		prelude: types.NewPackage(core.PreludePath, "prelude"),
		mint:    &mint.Maker{Unable: opts.Types()},
		runner:  execution.New(opts.Aborts),
	}
	if opts.Program {
		s.runner.Closed = func() bool { return !s.wakers.Load() }
	}
	s.console = console.New(console.Cells{
		Current: s.runner.Speaker, Latest: s.runner.LatestSpeaker, Callers: s.callers, Exit: execution.Exit,
	})
	if err := s.furnish(opts); err != nil {
		return nil, fmt.Errorf("interp: %w", err)
	}
	s.mint.Compiled = s.workspace.Packages.Tables.Compiled
	var err error
	if s.compiler, err = newCompiler(s, opts.OwnsProcess); err != nil {
		return nil, fmt.Errorf("interp: %w", err)
	}
	s.runner.Attach(s.compiler.machine, s.compiler.sites)
	return s, nil
}

// furnish makes the workspace of the session, with its prelude.
func (s *Session) furnish(opts Options) (err error) {
	s.workspace, err = workspace.New(workspace.Options{
		Symbols:      append(slices.Clone(opts.Symbols), s.own(opts.Prelude)),
		Imports:      opts.Imports,
		Prelude:      s.prelude,
		Lazy:         opts.Lazy,
		Unique:       func(prefix string) string { return s.compiler.lowerer.Unique(prefix) },
		Initialise:   s.initialise,
		RemoveMethod: s.mint.Remove,
	})
	if err != nil {
		return err
	}
	s.Index = Index{&s.mu, s.workspace}
	for name, v := range opts.Prelude {
		if f := s.workspace.Packages.Tables.Func(s.prelude, name, v); f != nil {
			s.prelude.Scope().Insert(f)
		}
	}
	return nil
}

// Types tells why cells cannot declare types, nil if they can. Without, a
// session runs what needs none, and refuses the rest.
func (s *Session) Types() error { return s.mint.Unable }

// Lacks tells how what cells do differs from Go since the interpreter is of
// another version than this program knows. It is empty with the one of go.mod.
func (s *Session) Lacks() []string { return s.compiler.machine.Lacks() }

// Context is that of the cell that the calling goroutine belongs to, for
// compiled functions that a cell calls. For a goroutine of no cell it is that
// of the latest; before the first it is the background.
func (s *Session) Context() context.Context { return s.runner.Context() }

// Output is where what the calling goroutine's cell says is heard. What the
// cell has written to its files until now comes before it.
func (s *Session) Output() cell.Output {
	out := s.runner.Speaker().Output
	if out != nil {
		s.console.Drain()
	}
	return out
}

// Quiet reports whether no goroutine of any cell is alive. While one is, what
// variables hold may be half written, and reading it from elsewhere can end the
// process.
func (s *Session) Quiet() bool { return s.runner.Quiet() }

// Do calls f as a part of a cell, which Context and Output then are of.
func (s *Session) Do(ctx context.Context, name string, out cell.Output, f func()) {
	defer s.runner.Enter(s.runner.New(ctx, name, out))()
	f()
}

// Call calls code of cells for the calling cell, which compiled code is asked by. It
// ends with the context, or with the cell, and returns a *execution.RuntimeError where
// the code panics.
func (s *Session) Call(ctx context.Context, code func()) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	mine := s.Context()
	defer context.AfterFunc(mine, func() { end(context.Cause(mine)) })()
	return s.runner.Execute(s.runner.New(ctx, "", s.runner.Speaker().Output), code)
}
