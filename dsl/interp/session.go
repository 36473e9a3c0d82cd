// Package interp evaluates cells of Go text, one after another, in a session
// that remembers what they declared.
//
// A cell mixes imports, declarations and statements in any order. It is
// understood before any of it runs: cut into items (cell.go), arranged and
// type-checked by go/types against the session and the compiled packages
// (plan.go, check.go), and lowered (lower.go and the files beside it) into the
// Go that the yaegi interpreter evaluates rightly. So a cell is refused as a
// whole, with all its faults in the reader's own lines, or runs; and what a
// notebook needs beyond Go, names that change their type, functions whose
// callers see the new one, is settled here and not in the interpreter.
//
// No Go toolchain is needed at run time.
package interp

import (
	"context"
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"sync"

	"unfold/dsl/cell"
	"unfold/dsl/interp/console"
	"unfold/dsl/interp/core"
	"unfold/dsl/interp/gotypes"
	"unfold/dsl/interp/journal"
	"unfold/dsl/interp/machine"
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
	prelude   *types.Package
	journal   *journal.Journal

	// what the interpreter has been given
	lowerer  *core.Lowerer
	machine  *machine.Machine
	supplied map[string]bool // packages it has the tables of
	mint     *mint.Maker
	armed    sync.Map // goroutine -> *defers: a panic a function called by its name may recover from

	// the cells that run
	aborts func(error) bool
	io     *console.Console
	runs   runs
	ending sync.Mutex // guards where the ends of goroutines were
	sites  sites      // functions of cells

	// how cells stop
	mark  string // begins the labels of its goroutines
	flags flags
}

// New makes a session.
func New(opts Options) (*Session, error) {
	s := &Session{
		mark:     "s" + strconv.FormatUint(counted.Add(1), 10),
		prelude:  types.NewPackage(core.PreludePath, "prelude"),
		journal:  journal.New(),
		supplied: map[string]bool{},
		aborts:   opts.Aborts,
	}
	s.io = s.newConsole()
	if opts.Types == nil {
		opts.Types = mint.Check
	}
	s.mint = &mint.Maker{Unable: opts.Types()}
	if err := s.furnish(opts); err != nil {
		return nil, fmt.Errorf("interp: %w", err)
	}
	s.mint.Compiled = s.workspace.Packages.Tables.Compiled
	anchor := s.workspace.Files.AddFile("_", -1, 1)
	s.workspace.Files.Take()
	s.lowerer = core.New(s.mint, s.workspace.Packages.Tables, s.workspace.Own, s.prelude, anchor.Pos(0))
	return s, s.start(anchor)
}

// furnish makes the workspace of the session, with its prelude.
func (s *Session) furnish(opts Options) (err error) {
	s.workspace, err = workspace.New(workspace.Options{
		Symbols:      append(slices.Clone(opts.Symbols), s.own(opts.Prelude)),
		Imports:      opts.Imports,
		Prelude:      s.prelude,
		Lazy:         opts.Lazy,
		Unique:       func(prefix string) string { return s.lowerer.Unique(prefix) },
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

// start starts the machine.
func (s *Session) start(anchor *token.File) error {
	opts := machine.Options{In: s.io.Stdin(), Out: s.io.Writer("stdout"), Err: s.io.Writer("stderr")}
	m, err := machine.New(opts, anchor)
	if err != nil {
		return fmt.Errorf("interp: %w", err)
	}
	m.Trails.Cancelled = func() bool { r := s.runs.mine(); return r != nil && r.cancelled() }
	m.Stop, m.TooDeep = s.stop, s.tooDeep
	s.flags.stop, s.flags.back = m.Flags()
	s.machine = m
	return nil
}

// Types tells why cells cannot declare types, nil if they can. Without, a
// session runs what needs none, and refuses the rest.
func (s *Session) Types() error { return s.mint.Unable }

// Lacks tells how what cells do differs from Go since the interpreter is of
// another version than this program knows. It is empty with the one of go.mod.
func (s *Session) Lacks() []string { return s.machine.Lacks() }

// Context is that of the cell that the calling goroutine belongs to, for
// compiled functions that a cell calls. For a goroutine of no cell it is that
// of the latest; before the first it is the background.
func (s *Session) Context() context.Context {
	if r := s.runs.mine(); r != nil {
		return r.context()
	}
	return context.Background()
}

// Output is where what the calling goroutine's cell says is heard. What the
// cell has written to its files until now comes before it.
func (s *Session) Output() cell.Output {
	if r := s.runs.mine(); r != nil && r.out != nil {
		s.io.Drain()
		return r.out
	}
	return nil
}

// Do calls f as a part of a cell, which Context and Output then are of.
func (s *Session) Do(ctx context.Context, name string, out cell.Output, f func()) {
	defer s.runs.enter(s.newRun(ctx, name, out))()
	f()
}

// Call calls code of cells for the calling cell, which compiled code is asked by. It
// ends with the context, or with the cell, and returns a *RuntimeError where the code
// panics.
func (s *Session) Call(ctx context.Context, code func()) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	mine := s.Context()
	defer context.AfterFunc(mine, func() { end(context.Cause(mine)) })()
	r := s.newRun(ctx, "", nil)
	if cell := s.runs.mine(); cell != nil {
		r.out = cell.out
	}
	return s.execute(r, code)
}
