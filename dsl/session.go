package dsl

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"

	"unfold/dsl/assist"
	"unfold/dsl/cell"
	"unfold/dsl/check"
	"unfold/dsl/diag"
	"unfold/dsl/interp"
	"unfold/dsl/interp/mint"
	"unfold/dsl/lower"
	"unfold/dsl/process"
	"unfold/dsl/syntax"
	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/evaluate/custom"
	"unfold/engine/figure"
)

// Options furnish a session.
type Options struct {
	// Symbols are the compiled packages that cells may import besides the
	// standard library.
	Symbols []interp.Library
	// Imports are names of packages in force in every cell without an import.
	Imports map[string]string
	// Prelude is a cell that runs before the first.
	Prelude string
	// Save writes a result to a file, by the ending of its name.
	Save func(value any, path string) error
	// CheckSave refuses names of files that Save writes nothing to; nil refuses none.
	CheckSave func(path string) error
	// Dress says how figures and reports look from now on, where they themselves say
	// nothing; nil where nothing is drawn.
	Dress func(style figure.Style, brief bool)
	// Docs is the documentation of the packages that cells may import; nil
	// for none.
	Docs assist.Docs
	// OwnsProcess says that the process runs nothing but the cells; see
	// interp.Options.
	OwnsProcess bool
	// Program says that the cells are those of one program, which os.Exit ends, and
	// that all of it waits; see Status.
	Program bool
	// Types tells why cells cannot declare types; see interp.Options.
	Types func() error
}

// A Session holds what cells have said so far. Its methods may be called from
// several goroutines; several cells may run at once.
type Session struct {
	words     *custom.Words
	options   Options
	golang    *interp.Session
	kept      kept
	rates     evaluate.Rates // how fast stages have been
	assistant *assist.Assistant
	process   *process.Environment
	warned    sync.Once // of what cells cannot do here

	mu      sync.Mutex // guards what follows
	status  *int       // by which a program has ended
	cells   int
	sources map[string]*diag.Source // the text of each cell, by name
	sites   []lower.Site
	chosen  []int // source rows that the reader has selected in a figure
}

// preludeName is what positions in the prelude are told by.
const preludeName = "prelude"

// New makes a session that knows the stages of a catalogue.
func New(catalogue *engine.Catalogue, options Options) (*Session, error) {
	if options.Docs == nil {
		options.Docs = assist.NoDocs{}
	}
	s := &Session{words: custom.NewWords(catalogue), options: options, process: process.New(), sources: map[string]*diag.Source{}}
	prelude := map[string]reflect.Value{}
	for _, f := range functions() {
		prelude[f.Name] = reflect.ValueOf(f.bind(s))
	}
	imports := map[string]string{lower.Package: loweredPath}
	maps.Copy(imports, options.Imports)
	var err error
	s.golang, err = interp.New(interp.Options{
		Symbols: append(slices.Clone(options.Symbols), s.loweredLibrary()),
		Imports: imports,
		Prelude: prelude,
		Aborts:  func(err error) bool { return errors.As(err, new(abort)) },
		Lazy:    func(t reflect.Type) bool { return idle[t] != "" },
		Types:   options.Types,

		OwnsProcess: options.OwnsProcess,
		Program:     options.Program,
	})
	if err != nil {
		return nil, err
	}
	s.assistant = s.newAssistant()
	if options.Prelude != "" {
		if _, err := s.evalText(context.Background(), preludeName, options.Prelude, discard{}); err != nil {
			return nil, fmt.Errorf("the prelude does not run: %w", err)
		}
	}
	return s, nil
}

// Eval runs a cell and returns the value to show, nil for none. A pipeline in
// the last line runs, and its report is the value. Errors are cell.Failures.
func (s *Session) Eval(ctx context.Context, code string, out cell.Output) (any, error) {
	s.warned.Do(func() { s.warn(out) })
	return s.evalText(ctx, s.cellName(ctx), code, out)
}

// warn tells the first cell what is otherwise than in Go, where the program was built
// with another interpreter, or so that it cannot make types.
func (s *Session) warn(out cell.Output) {
	for _, lack := range s.golang.Lacks() {
		out.Stream("stderr", "note: cells run otherwise than Go in this: "+lack+".\n"+
			"Remedy: build the program with the modules that its go.mod names\n")
	}
	var unable *mint.Unable
	if errors.As(s.golang.Types(), &unable) {
		out.Stream("stderr", fmt.Sprintf("note: no types are made at run time: %s.\n%s.\nRemedy: %s\n",
			unable.Reason, mint.Differs, unable.Remedy))
	}
}

// cellName is what positions in a cell are told by: the number that the front
// end gives it, or, where it does not count, the session's own.
func (s *Session) cellName(ctx context.Context) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cells++
	n, counts := cell.Count(ctx)
	switch {
	case !counts:
		return fmt.Sprintf("In[%d]", s.cells)
	case n == 0:
		return fmt.Sprintf("aside[%d]", s.cells)
	}
	return fmt.Sprintf("In[%d]", n)
}

// evalGo runs a cell, or a piece of one, that is Go with pipelines.
func (s *Session) evalGo(ctx context.Context, name, code string, out cell.Output) (any, error) {
	text, found := s.analyseWithImports(ctx, name, code, out)
	if err := found.Err(); err != nil {
		s.golang.KeepImports(ctx, name, text, out)
		return nil, err
	}
	value, shown, err := s.golang.Run(ctx, name, text, out)
	if err != nil {
		return nil, s.failure(ctx, err)
	}
	if !shown {
		return nil, nil
	}
	s.golang.Do(ctx, name, out, func() { value, err = s.present(value) })
	return value, s.failure(ctx, err)
}

// analyse reads a cell: its Go text, and everything that is wrong with it.
// Pipelines with findings are lowered all the same, so that what Go has to say
// about the rest of the cell is found too.
//
// Some bars join pipelines though no word of the text says so: those between
// parameters, fields, results. The types say it; so the cell is read again
// with what Go has found out, until it finds no more.
func (s *Session) analyse(name, code string) (string, diag.List) {
	joined := map[barPlace]bool{}
	for {
		known := len(joined)
		text, found := s.analyseOnce(name, code, joined)
		if len(joined) == known {
			return text, found
		}
	}
}

// analyseOnce is one reading of a cell, with the bars that are known to join
// pipelines. It adds those it finds.
func (s *Session) analyseOnce(name, code string, joined map[barPlace]bool) (string, diag.List) {
	tree, found := syntax.Parse(name, code, joinedScope{scope{s}, joined})
	broken := len(found) > 0
	found = append(found, check.Check(tree, s.catalogue(), s.golang.Words()...)...)
	found = append(found, checkNamedArguments(tree)...)
	if broken {
		return "", found.Sorted()
	}
	s.mu.Lock()
	text, sites := lower.Lower(tree, len(s.sites))
	s.sites = append(s.sites, sites...)
	s.mu.Unlock()
	for _, p := range s.golang.Check(name, text) {
		if p.Bar != nil && p.Name == name && (p.Bar.X == pipelineType || p.Bar.Y == pipelineType) {
			joined[barPlace{p.Bar.Line, p.Bar.Col}] = true
		}
		found = append(found, s.problem(p))
	}
	return text, found.Sorted()
}
