package terminal

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"unfold/dsl/cell"
	"unfold/engine"
)

// echo is a language that repeats what it is told.
type echo struct{ cells []string }

func (e *echo) Eval(_ context.Context, code string, out cell.Output) (any, error) {
	e.cells = append(e.cells, code)
	switch strings.TrimSpace(code) {
	case "fail":
		return nil, errors.New("as told")
	case "ask":
		answer, err := out.Input("name? ", false)
		return "hello " + answer, err
	}
	out.Stream("stdout", "ran\n")
	return code, nil
}

func (e *echo) Complete(code string, cursor int) cell.Completion {
	return cell.Completion{Start: cursor - 2, End: cursor, Items: []cell.Item{{Text: "isomap"}, {Text: "isotonic"}}}
}

func (e *echo) Pending(code string) (string, cell.Completeness) {
	if strings.HasSuffix(strings.TrimSpace(code), "|") {
		return "\t", cell.Incomplete
	}
	return "", cell.Complete
}

// plain shows texts.
type plain struct{}

func (plain) Render(v any) (data, metadata map[string]any) {
	return map[string]any{"text/plain": v}, nil
}

func newTest(input string) (*Output, *bytes.Buffer, *bytes.Buffer) {
	var stdout, stderr bytes.Buffer
	return &Output{stdout: &stdout, stderr: &stderr, answer: bufio.NewReader(strings.NewReader(input)), draw: plain{}}, &stdout, &stderr
}

func TestPipedCellsRunInTurn(t *testing.T) {
	out, stdout, stderr := newTest("a |\nb\nfail\nask\nWorld\nlast")
	lang := &echo{}
	if err := NewPrompt(lang, out).Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if len(lang.cells) != 4 || lang.cells[0] != "a |\nb\n" || lang.cells[3] != "last\n" {
		t.Errorf("ran %q", lang.cells)
	}
	if !strings.Contains(stdout.String(), "hello World") || !strings.Contains(stderr.String(), "as told") {
		t.Errorf("stdout %q, stderr %q", stdout, stderr)
	}
}

func TestCompletionCountsInCodePoints(t *testing.T) {
	out, _, _ := newTest("")
	head, words, tail := NewPrompt(&echo{}, out).complete("x := \"αβ\"\n", "ä | is | svm", len("ä | is"))
	if head != "ä | " || len(words) != 2 || tail != " | svm" {
		t.Errorf("%q %q %q", head, words, tail)
	}
}

func TestBarAppearsLateAndLeavesNoTrace(t *testing.T) {
	var screen bytes.Buffer
	b := newBar(&screen)
	b.show(engine.Progress{Stage: "isomap", Fraction: 0.1})
	if screen.Len() > 0 {
		t.Error("a bar for work that has only begun")
	}
	b.since = time.Now().Add(-time.Second)
	b.show(engine.Progress{Stage: "isomap", Note: "geodesics", Fraction: 0.5})
	if !strings.Contains(screen.String(), "isomap: geodesics") {
		t.Errorf("the bar says %q", screen.String())
	}
	b.hide()
	lines := strings.Split(screen.String(), "\r")
	if last := lines[len(lines)-1]; strings.TrimSpace(last) != "" {
		t.Errorf("%q is left on the screen", last)
	}
}
