package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"unfold/dsl/cell"
)

// page is an output that writes down what it is told, and answers with lines.
type page struct {
	cell.Output
	mu    sync.Mutex
	text  strings.Builder
	lines []string
}

func (p *page) Stream(name, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text.WriteString(name[3:] + ": " + text)
}

func (p *page) Input(string, bool) (string, error) {
	if len(p.lines) == 0 {
		return "", errors.New("nobody answers")
	}
	line := p.lines[0]
	p.lines = p.lines[1:]
	return line, nil
}

// desk is a console at which one cell speaks.
func desk(p *page) *Console {
	speaker := func() Speaker { return Speaker{Output: p, Context: context.Background()} }
	nowhere := func() []Place { return nil }
	return New(Cells{speaker, speaker, nowhere, func(code int) { panic(code) }})
}

// TestStreamsComeInOrder writes to a file and, right behind it, by a function.
func TestStreamsComeInOrder(t *testing.T) {
	p := &page{}
	c := desk(p)
	defer c.Close()
	if err := c.Files(); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		fmt.Fprintln(c.stdout, "file", i)
		fmt.Fprintln(c.Writer("stdout"), "call", i)
	}
	want := "out: file 0\nout: call 0\nout: file 1\nout: call 1\nout: file 2\nout: call 2\n"
	if got := p.text.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestPrintIsTheRuntimes holds print to the forms of the runtime.
func TestPrintIsTheRuntimes(t *testing.T) {
	p := &page{}
	c := desk(p)
	c.Println(1, "a", 1.5, -2e100, 3+4i, true, nil)
	c.Print(1, "a")
	want := "err: 1 a +1.500000e+000 -2.000000e+100 (+3.000000e+000+4.000000e+000i) true nil\nerr: 1a"
	if got := p.text.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestInputIsAskedFor reads two lines where there are two, and fails as the
// output does where there is none.
func TestInputIsAskedFor(t *testing.T) {
	c := desk(&page{lines: []string{"12 ab", "34"}})
	scan := c.printing()["Scan"].(func(...any) (int, error))
	var n, m int
	var s string
	if _, err := scan(&n, &s, &m); err != nil || n != 12 || s != "ab" || m != 34 {
		t.Errorf("read %d %q %d, %v", n, s, m, err)
	}
	if _, err := c.Stdin().Read(make([]byte, 1)); err == nil || err.Error() != "nobody answers" {
		t.Errorf("the input says %v", err)
	}
}

// TestInputEndsWithTheCell cancels a cell that waits for a line.
func TestInputEndsWithTheCell(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	mute := silent{asked: cancel}
	speaker := func() Speaker { return Speaker{Output: mute, Context: ctx} }
	c := New(Cells{Current: speaker, Latest: speaker})
	if _, err := c.Stdin().Read(make([]byte, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("the input says %v", err)
	}
	nobody := New(Cells{Current: func() Speaker { return Speaker{} }})
	if _, err := nobody.Stdin().Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("without an output, the input says %v", err)
	}
}

// silent is an output that never answers, and says when it is asked.
type silent struct {
	cell.Output
	asked func()
}

func (s silent) Input(string, bool) (string, error) {
	s.asked()
	select {}
}

// TestFatalExits says what is wrong before it ends the cell.
func TestFatalExits(t *testing.T) {
	p := &page{}
	c := desk(p)
	defer func() {
		if code := recover(); code != 1 || !strings.HasSuffix(p.text.String(), " no 3\n") {
			t.Errorf("exit %v after %q", code, p.text.String())
		}
	}()
	c.logs.plain()["Fatalf"].(func(string, ...any))("no %d", 3)
}

// TestLogsAreJoined holds the two default loggers to what package log/slog says of
// them: each can be made to speak through the other.
func TestLogsAreJoined(t *testing.T) {
	p := &page{}
	c := desk(p)
	standard, structured := c.logs.plain(), c.logs.records()
	say := standard["Print"].(func(...any))
	info := structured["Info"].(func(string, ...any))
	debug := structured["Debug"].(func(string, ...any))
	setLevel := structured["SetLogLoggerLevel"].(func(slog.Level) slog.Level)

	standard["SetFlags"].(func(int))(0)
	standard["SetOutput"].(func(io.Writer))(c.Writer("stdout"))
	info("one", "n", 1)
	debug("hidden")
	before := setLevel(slog.LevelDebug)
	debug("two")
	setLevel(before)
	text := &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}
	structured["SetDefault"].(func(*slog.Logger))(slog.New(slog.NewTextHandler(c.Writer("stdout"), text)))
	say("three")
	info("four")
	want := "out: INFO one n=1\nout: DEBUG two\nout: level=INFO msg=three\nout: level=INFO msg=four\n"
	if got := p.text.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
