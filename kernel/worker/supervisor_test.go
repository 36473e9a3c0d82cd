package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"unfold/dsl/cell"
	"unfold/engine/early"
)

func TestCellsCross(t *testing.T) {
	f := start(t, 0)
	for _, c := range []struct{ code, said, ended string }{
		{"echo hello", "", "hello"},
		{"", "", ""},
		{"print a\nwarn b\nprint c\nshow d\nclear\necho e", "a\n!b\nc\ndisplay id d\nclear true\n", "e"},
		{"progress isomap", "progress isomap 0.5\n", ""},
		{"picture rows", "progress toy 0\nrows\n", ""},
		{"count", "", "6 true"},
		{"set x 1\nget x", "", "1"},
		{"get x", "", "1"},
		{"fail badly", "", "ToyFailure: badly\n  why"},
		{"unknown", "", "error: no command unknown"},
		{"panic at home", "", "Panic: panic: at home"},
		{"echo after", "", "after"},
		{"next x := 1", "", "x := 1"},
		{"help me", "", "me"},
	} {
		if said, ended := f.run(c.code); said != c.said || ended != c.ended {
			t.Errorf("%q said %q and ended %q, want %q and %q", c.code, said, ended, c.said, c.ended)
		}
	}
	if v, err := f.Eval(t.Context(), "count", &recorder{}); textOf(v) != "0 false" || err != nil {
		t.Errorf("a cell that is not counted has count %v (%v)", textOf(v), err)
	}
	v, _ := f.Eval(t.Context(), "echo x", &recorder{})
	if b, _ := v.(cell.Bundle); fmt.Sprintf("%s", b.Metadata["drawn"]) != "true" {
		t.Errorf("%#v was not drawn in the child", v)
	}
	if c := f.Complete("pri", 3); c.Start != 1 || c.End != 3 || c.Items[0].Text != "pri" {
		t.Errorf("completion is %+v", c)
	}
	if h, found := f.Inspect("x", 1, 2); h.Text != "x1 2" && !found {
		t.Errorf("inspection is %+v", h)
	}
	if indent, state := f.Pending("x"); indent != "\t" || state != cell.Incomplete {
		t.Errorf("pending is %q %v", indent, state)
	}
}

func TestOutputPastTheProtocol(t *testing.T) {
	f := start(t, 0)
	said, _ := f.run("raw \x00\x01 not a frame\nrawerr careful\nsleep 300")
	if !strings.Contains(said, "not a frame\n") || !strings.Contains(said, "!careful\n") {
		t.Errorf("said %q", said)
	}
}

func TestGoroutinesSpeakAfterTheirCell(t *testing.T) {
	f := start(t, 0)
	first, second := &recorder{}, &recorder{}
	f.Eval(t.Context(), "later still here", first)
	f.Eval(t.Context(), "sleep 150", second)
	if first.String() != "still here\n" || second.String() != "" {
		t.Errorf("first said %q, second %q", first, second)
	}
}

func TestInput(t *testing.T) {
	f := start(t, 0)
	ask := func(ctx context.Context, answer func(string) (string, error)) (any, error) {
		return f.Eval(ctx, "ask name?", &recorder{answer: answer})
	}
	if v, err := ask(t.Context(), func(prompt string) (string, error) { return "re: " + prompt, nil }); textOf(v) != "re: name?" || err != nil {
		t.Errorf("answer is %v, %v", v, err)
	}
	if _, err := ask(t.Context(), func(string) (string, error) { return "", io.EOF }); err == nil || err.Error() != "EOF" {
		t.Errorf("end of input is %v", err)
	}
	if _, err := ask(t.Context(), func(string) (string, error) { return "", errors.New("nobody here") }); err == nil || err.Error() != "nobody here" {
		t.Errorf("failure is %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err := ask(ctx, func(string) (string, error) {
		cancel()
		time.Sleep(20 * time.Millisecond)
		return "too late", nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted question ends with %v", err)
	}
	if _, ended := f.run("echo on"); ended != "on" {
		t.Errorf("after it, a cell ends with %q", ended)
	}
}

// A cell that does not look at the error of its question is interrupted all
// the same: it learns of the interrupt first.
func TestInterruptedQuestion(t *testing.T) {
	f := start(t, 0)
	for range 200 {
		ctx, cancel := context.WithCancel(t.Context())
		out := &recorder{answer: func(string) (string, error) {
			cancel()
			return "", context.Canceled
		}}
		if v, err := f.Eval(ctx, "askanyway x", out); !errors.Is(err, context.Canceled) {
			t.Fatalf("the cell ends with %v, %v", textOf(v), err)
		}
	}
}

func TestInterrupt(t *testing.T) {
	f := start(t, 0)
	f.run("set x 1")
	for _, code := range []string{"sleep 60000", "flood 1000000000"} {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(50*time.Millisecond, cancel)
		if _, err := f.Eval(ctx, code, slow{&recorder{}}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s ends with %v", code, err)
		}
	}
	if _, ended := f.run("get x"); ended != "1" {
		t.Errorf("x is %q", ended)
	}
}

// TestEarlyEndCrosses: what runs in the child can be asked to end with what it has, as
// long as it runs.
func TestEarlyEndCrosses(t *testing.T) {
	f := start(t, 0)
	ctx, ask := early.With(t.Context(), nil)
	began := &beginning{at: make(chan struct{})}
	done := make(chan error)
	go func() {
		_, err := f.Eval(ctx, "refine\nprint went on", began)
		done <- err
	}()
	<-began.at
	if !ask() {
		t.Error("nothing is said to run that can end early")
	}
	if err := <-done; err != nil || began.String() != "begun\nended early\nwent on\n" {
		t.Errorf("the cell said %q and ended with %v", began, err)
	}
	ctx, ask = early.With(t.Context(), nil)
	if _, ended := f.runContext(ctx, "sleep 20"); ended != "" || ask() {
		t.Error("a cell is asked that is over")
	}
}

// A beginning is a recorder that tells when something was said.
type beginning struct {
	recorder
	once sync.Once
	at   chan struct{}
}

func (b *beginning) Stream(name, text string) {
	b.recorder.Stream(name, text)
	b.once.Do(func() { close(b.at) })
}

// slow is an output that nobody reads quickly.
type slow struct{ cell.Output }

func (s slow) Stream(name, text string) { time.Sleep(time.Millisecond) }

func TestFloodArrivesInOrder(t *testing.T) {
	f := start(t, 0)
	const lines = 100_000
	out := &recorder{}
	began := time.Now()
	if _, err := f.Eval(t.Context(), fmt.Sprint("flood ", lines), out); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d lines in %v", lines, time.Since(began))
	next := 0
	for line := range strings.Lines(out.String()) {
		if strings.TrimLeft(line, "!") != fmt.Sprintf("line %d\n", next) {
			t.Fatalf("line %d is %q", next, line)
		}
		next++
	}
	if next != lines {
		t.Errorf("%d lines arrived, want %d", next, lines)
	}
}

func TestConcurrentCells(t *testing.T) {
	f := start(t, 0)
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			if v, err := f.Eval(t.Context(), fmt.Sprintf("sleep 20\necho %d", i), &recorder{}); textOf(v) != fmt.Sprint(i) || err != nil {
				t.Errorf("cell %d gave %v, %v", i, v, err)
			}
			if c := f.Complete(fmt.Sprint(i), 0); c.Items[0].Text != fmt.Sprint(i) {
				t.Errorf("completion %d gave %v", i, c)
			}
		})
	}
	all.Wait()
}

func TestCloseEndsTheChild(t *testing.T) {
	f := start(t, 0)
	_, pid := f.run("pid")
	if pids := f.PIDs(); len(pids) != 1 || fmt.Sprint(pids[0]) != pid {
		t.Errorf("PIDs are %v, the child says %s", pids, pid)
	}
	f.Close()
	if pids := f.PIDs(); len(pids) != 0 {
		t.Errorf("PIDs are %v when all is over", pids)
	}
	if _, err := os.Stat("/proc/self"); err == nil {
		if _, err := os.Stat("/proc/" + pid); err == nil {
			t.Error("the child lives on")
		}
	}
	if _, ended := f.run("echo x"); ended != "error: worker: the kernel is shutting down" {
		t.Errorf("a cell ends with %q", ended)
	}
}
