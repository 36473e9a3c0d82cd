package console

import (
	"context"
	"fmt"
	"io"
	"log"
	"log/slog"
	"sync/atomic"
	"time"
)

// logs are the standard logger and the default structured one of cells. As in Go
// they are joined: what is said to either ends where the one was set that was set
// last.
type logs struct {
	standard   *log.Logger
	level      slog.LevelVar // of what the structured one says through the standard one, and the other way
	structured atomic.Pointer[slog.Logger]
	locator    *locator
	exit       func(code int)
}

func newLogs(out io.Writer, locator *locator, exit func(code int)) *logs {
	l := &logs{standard: log.New(out, "", log.LstdFlags), locator: locator, exit: exit}
	l.structured.Store(slog.New(newLineHandler(l)))
	return l
}

// plain replaces the functions of package log that speak through the standard
// logger.
func (l *logs) plain() map[string]any {
	s := l.standard
	exports := map[string]any{
		"Default": func() *log.Logger { return s },
		"Flags":   s.Flags, "SetFlags": s.SetFlags,
		"Prefix": s.Prefix, "SetPrefix": s.SetPrefix,
		"Writer": s.Writer, "SetOutput": s.SetOutput,
	}
	for _, name := range []string{"Output", "Print", "Printf", "Println", "Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln"} {
		exports[name] = l.method(s, name)
	}
	return exports
}

// method is a method of a logger by which it speaks, nil for another. Where it
// would end the process it ends the cell.
func (l *logs) method(to *log.Logger, name string) any {
	say := func(text string) { _ = l.locator.output(to, 0, text) } // as package log does, which tells nobody
	fatal := func(text string) { say(text); l.exit(1) }
	fail := func(text string) { say(text); panic(text) }
	switch name {
	case "Output":
		return func(depth int, text string) error { return l.locator.output(to, depth-1, text) }
	case "Print":
		return func(v ...any) { say(fmt.Sprint(v...)) }
	case "Printf":
		return func(format string, v ...any) { say(fmt.Sprintf(format, v...)) }
	case "Println":
		return func(v ...any) { say(fmt.Sprintln(v...)) }
	case "Fatal":
		return func(v ...any) { fatal(fmt.Sprint(v...)) }
	case "Fatalf":
		return func(format string, v ...any) { fatal(fmt.Sprintf(format, v...)) }
	case "Fatalln":
		return func(v ...any) { fatal(fmt.Sprintln(v...)) }
	case "Panic":
		return func(v ...any) { fail(fmt.Sprint(v...)) }
	case "Panicf":
		return func(format string, v ...any) { fail(fmt.Sprintf(format, v...)) }
	case "Panicln":
		return func(v ...any) { fail(fmt.Sprintln(v...)) }
	}
	return nil
}

// setDefault makes a logger the default one. The standard logger speaks through it
// then, unless it speaks through the standard logger itself.
func (l *logs) setDefault(s *slog.Logger) {
	l.structured.Store(s)
	if _, joined := s.Handler().(*lineHandler); !joined {
		l.standard.SetOutput(&recordWriter{s.Handler(), &l.level})
		l.standard.SetFlags(0)
	}
}

// setLevel is slog.SetLogLoggerLevel.
func (l *logs) setLevel(level slog.Level) (before slog.Level) {
	before = l.level.Level()
	l.level.Set(level)
	return before
}

// A recordWriter makes a record of each line of the standard logger.
type recordWriter struct {
	to    slog.Handler
	level slog.Leveler
}

// Write implements io.Writer.
func (w *recordWriter) Write(line []byte) (int, error) {
	ctx, level := context.Background(), w.level.Level()
	if !w.to.Enabled(ctx, level) {
		return 0, nil
	}
	text := line
	if n := len(text) - 1; n >= 0 && text[n] == '\n' {
		text = text[:n]
	}
	return len(line), w.to.Handle(ctx, slog.NewRecord(time.Now(), level, string(text), 0))
}
