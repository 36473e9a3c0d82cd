package dsl

import (
	"context"
	"fmt"
	"go/parser"
	"reflect"
	"slices"
	"strings"

	"unfold/dsl/cell"
	"unfold/dsl/command"
	"unfold/dsl/diag"
	"unfold/dsl/lower"
	"unfold/engine/evaluate"
	"unfold/engine/memo"
)

// evalText runs a cell of any sort: Go, commands, or both.
func (s *Session) evalText(ctx context.Context, name, code string, out cell.Output) (any, error) {
	s.mu.Lock()
	s.sources[name] = diag.NewSource(name, code)
	s.mu.Unlock()
	var value any
	var err error
	if pieces := command.Cut(code); command.Any(pieces) {
		value, err = s.runPieces(ctx, name, pieces, out)
		err = s.failure(ctx, err)
	} else {
		value, err = s.evalGo(ctx, name, code, out)
	}
	if diag.ExitedWell(err) {
		return nil, nil
	}
	return value, err
}

// runPieces runs the pieces of a cell in their order. A piece of Go shows the value
// of its last line, as a cell does; the value of the last piece is the cell's.
func (s *Session) runPieces(ctx context.Context, name string, pieces []command.Piece, out cell.Output) (any, error) {
	h := host{s, name, out}
	calls, err := s.checkPieces(ctx, h, pieces)
	if err != nil {
		return nil, err
	}
	var last any
	for i, p := range pieces {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if last != nil {
			out.Display(last, "")
		}
		if p.IsGo() {
			last, err = h.Eval(ctx, p.From, p.To, out)
		} else {
			last, err = calls[i].Do(ctx)
		}
		if err != nil {
			return nil, err
		}
	}
	return last, nil
}

// checkPieces reads all commands of a cell and checks its Go, so that a cell that
// cannot run does not begin to. Behind a command that may change what names
// mean, Go is checked when it is reached.
func (s *Session) checkPieces(ctx context.Context, h host, pieces []command.Piece) ([]*command.Call, error) {
	source := s.source(h.name)
	calls := make([]*command.Call, len(pieces))
	settled := len(source.Text)
	var found diag.List
	for i, p := range pieces {
		if p.IsGo() {
			continue
		}
		call, faults := command.Parse(source, p)
		found = append(found, faults...)
		if call == nil {
			continue
		}
		call.Host, call.Out = h, h.out
		calls[i] = call
		if call.Unsettle {
			settled = min(settled, p.To)
		}
	}
	if text := command.Go(source.Text, pieces, settled); strings.TrimSpace(text) != "" {
		_, faults := s.analyseWithImports(ctx, h.name, text, h.out)
		for _, f := range s.quoteLines(faults).(diag.List) {
			if !f.Idle { // the end of a piece is looked at
				found = append(found, f)
			}
		}
	}
	return calls, found.Sorted().Err()
}

// quoteLines is an error that quotes whole lines of the reader's, where it was
// found in a part of them.
func (s *Session) quoteLines(err error) error {
	found, ok := err.(diag.List)
	for i, f := range found {
		if source := s.source(f.Span.Name); ok && source != nil {
			found[i].Context = source.Line(f.Span.Line)
		}
	}
	return err
}

// A host is a session as the commands of a cell see it.
type host struct {
	s    *Session
	name string // of the cell
	out  cell.Output
}

// text is a stretch of the cell, in its place.
func (h host) text(from, to int) string {
	text := h.s.source(h.name).Text
	return command.Blank(text[:from]) + text[from:to]
}

// Eval runs a stretch of the cell as a cell of its own.
func (h host) Eval(ctx context.Context, from, to int, out cell.Output) (any, error) {
	text := h.text(from, to)
	pieces := command.Cut(text)
	if !command.Any(pieces) {
		value, err := h.s.evalGo(ctx, h.name, text, out)
		return value, h.s.quoteLines(err)
	}
	return h.s.runPieces(ctx, h.name, pieces, out)
}

// Script runs a text as a cell of the given name.
func (h host) Script(ctx context.Context, name, text string, out cell.Output) (any, error) {
	return h.s.evalText(ctx, name, text, out)
}

// A loopMeasure is what measures the loop that a cell is, under its key in the
// context of the cell.
type (
	loopMeasure func(times func(n int))
	loopKey     struct{}
)

// loop is what lowered loops call.
func (s *Session) loop(times func(n int)) {
	if measure, ok := s.golang.Context().Value(loopKey{}).(loopMeasure); ok {
		measure(times)
	}
}

// timed reports whether the cell is measured, so that kept results do not
// serve.
func (s *Session) timed() bool { return s.golang.Context().Value(loopKey{}) != nil }

// presentAll runs what values stand for, and shows nothing.
func (s *Session) presentAll(values ...any) {
	for _, v := range values {
		if _, err := s.present(v); err != nil {
			panic(abort{err})
		}
	}
}

// Loop compiles a stretch of the cell once, in a function that repeats it.
func (h host) Loop(ctx context.Context, from, to int, measure func(times func(n int)) error) error {
	text, found := h.s.analyseWithImports(ctx, h.name, h.text(from, to), h.out)
	var failed error
	if err := found.Err(); err != nil && !allIdle(found) {
		return h.s.quoteLines(err)
	}
	text, err := h.s.wrapInLoop(h.name, text)
	if err != nil {
		return h.s.quoteLines(err)
	}
	ctx = context.WithValue(ctx, loopKey{}, loopMeasure(func(times func(n int)) { failed = measure(times) }))
	if _, _, err := h.s.golang.Run(ctx, h.name, text, h.out); err != nil {
		return h.s.failure(ctx, err)
	}
	return failed
}

func allIdle(found diag.List) bool {
	return !slices.ContainsFunc(found, func(f diag.Finding) bool { return !f.Idle })
}

// wrapInLoop puts lowered Go into a loop: as statements, or, where it is a value
// that Go lets nobody drop, as one that is looked at or assigned to nothing.
func (s *Session) wrapInLoop(name, text string) (string, error) {
	wrap := func(before, after string) string {
		return fmt.Sprintf("%s.Loop(func(loops__ int) { for ; loops__ > 0; loops__-- { %s/*line %s:1:1*/%s%s}})", lower.Package, before, name, text, after)
	}
	statement := wrap("", "\n")
	problems := s.golang.Check(name, statement)
	if len(problems) == 0 {
		return statement, nil
	}
	if _, err := parser.ParseExpr(text); err == nil {
		form := wrap("_ = (", ")")
		if problems[0].Unused != nil {
			form = wrap(lower.Package+".Look(", ")")
		}
		if len(s.golang.Check(name, form)) == 0 {
			return form, nil
		}
	}
	var found diag.List
	for _, p := range problems {
		found = append(found, s.problem(p))
	}
	return "", found.Sorted()
}

// Names lists what cells have declared.
func (h host) Names(sized bool) (names []command.Name) {
	for _, n := range h.s.golang.Names() {
		if n.Cell == "" || n.Cell == preludeName {
			continue
		}
		name := command.Name{Name: n.Name, Kind: n.Kind, Type: publicTypes(n.Type), Cell: n.Cell, Bytes: -1}
		if v, ok := h.s.golang.Value(n.Name); sized && ok {
			name.Bytes = command.Size(v, resultSize)
		}
		names = append(names, name)
	}
	return names
}

// Forget takes names out of the session.
func (h host) Forget(names ...string) (missing []string) { return h.s.golang.Forget(names...) }

// Reset makes the session as it was in the beginning.
func (h host) Reset(ctx context.Context) error {
	h.s.golang.ForgetAll()
	h.s.kept.clear()
	h.s.words.Clear()
	if h.s.options.Prelude == "" {
		return nil
	}
	_, err := h.s.evalText(ctx, preludeName, h.s.options.Prelude, discard{})
	return err
}

// Kept tells of the results that the session holds, and of the steps that
// other pipelines may begin with.
func (h host) Kept() []command.Holding {
	results, bytes := h.s.kept.all().Count(result{})
	steps, held := evaluate.KeptSteps(h.s.kept.all())
	return []command.Holding{
		{What: "results", Count: results, Bytes: int(bytes)},
		{What: "steps of folds", Count: steps, Bytes: int(held)},
	}
}

// Topics are the stages and the functions of the language.
func (h host) Topics() []string { return h.s.assistant.Topics() }

// Help explains a stage, a function or a Go name, which may have a selector.
func (h host) Help(topic string) (cell.Help, bool) { return h.s.Inspect(topic, len([]rune(topic)), 1) }

var _ command.Host = host{}

// resultSize is how many bytes the result of a pipeline takes.
func resultSize(v reflect.Value) (bytes int, known bool) {
	if v.Type() != reflect.TypeFor[*Pipeline]() {
		return 0, false
	}
	if !v.CanInterface() {
		return 0, true // in a field that is its type's own
	}
	p := v.Interface().(*Pipeline)
	p.run.mu.Lock()
	defer p.run.mu.Unlock()
	if p.run.report == nil {
		return 0, true
	}
	return int(memo.Size(p.run.report)), true
}
