package corpus

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"unfold/dsl"
	"unfold/dsl/diag"
	"unfold/dsl/interp"
	"unfold/dsl/interp/mint"
	"unfold/engine"
	"unfold/stdlib"
	"unfold/stdlib/symbols"
)

// limit is how long a cell may take; only one that hangs does.
const limit = 20 * time.Second

// newSession is a session as the program makes it, with all stages and packages.
func newSession(t testing.TB) *dsl.Session { return sessionWith(t, nil) }

// sessionWith is a session whose cells have types if unable says so; nil finds
// it out. That there are none it has told already.
func sessionWith(t testing.TB, unable func() error) *dsl.Session {
	t.Helper()
	s, err := dsl.New(stdlib.Catalogue(), dsl.Options{
		Symbols: []interp.Library{symbols.Library},
		Prelude: stdlib.Prelude,
		Types:   unable,
	})
	if err != nil {
		t.Fatal(err)
	}
	if unable != nil || mint.Check() != nil {
		s.Eval(t.Context(), "", &transcript{})
	}
	return s
}

// A transcript remembers what cells write, and answers when they read.
type transcript struct {
	mu             sync.Mutex
	stdout, stderr strings.Builder
	lines          []string
}

func (t *transcript) Stream(name, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if name == "stderr" {
		t.stderr.WriteString(text)
		return
	}
	t.stdout.WriteString(text)
}

func (t *transcript) Input(string, bool) (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.lines) == 0 {
		return "", io.EOF
	}
	line := t.lines[0]
	t.lines = t.lines[1:]
	return line, nil
}

func (*transcript) Display(any, string)      {}
func (*transcript) Clear(bool)               {}
func (*transcript) Progress(engine.Progress) {}

// A refusal is why a cell was not run.
type refusal struct{ error }

// evaluate runs cells until one fails.
func evaluate(s *dsl.Session, cells []string, stdin string) (outcome, error) {
	out := &transcript{}
	for line := range strings.Lines(stdin) {
		out.lines = append(out.lines, strings.TrimSuffix(line, "\n"))
	}
	var refused error
	end := ""
	for _, c := range cells {
		ctx, stop := context.WithTimeout(context.Background(), limit)
		_, err := s.Eval(ctx, c, out)
		stop()
		if end, refused = ending(err); err != nil {
			break
		}
	}
	out.mu.Lock()
	defer out.mu.Unlock()
	return outcome{out.stdout.String(), out.stderr.String(), end}, refused
}

// ending says how a cell ended, in the words of go run, or why it was refused.
func ending(err error) (string, error) {
	var found diag.List
	if err == nil {
		return "", nil
	}
	if !errors.As(err, &found) || len(found) == 0 {
		return err.Error(), nil
	}
	switch f := found[0]; f.Kind {
	case "Panic":
		return "panic: " + f.Summary, nil
	case "Exit":
		code := strings.TrimPrefix(f.Summary, "the cell asked to exit with status ")
		if code == "0" {
			return "", nil
		}
		return "exit status " + code, nil
	case "TypeError", diag.Syntax, diag.Static:
		return "", refusal{err}
	default:
		return f.Kind + ": " + f.Summary, nil
	}
}
