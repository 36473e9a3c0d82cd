package console

import (
	"fmt"
	"io"
	"log"
	"log/slog"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"weak"
)

// Package log and log/slog ask the stack for the line that they are called from,
// which holds the interpreter's own functions. So whatever writes a line of a cell
// that says where it is from does so here.

// A Place is a line of a cell, in a function.
type Place struct {
	Function, File string
	Line           int
}

// callers finds where the calling goroutine calls compiled code, the innermost
// place first.
type callers func() []Place

// at is the place so many calls further out; Go's own words where it is not known.
func (c callers) at(skip int) Place {
	if list := c(); skip >= 0 && skip < len(list) {
		return list[skip]
	}
	return Place{File: "???"}
}

// source is a place as records have it.
func (c callers) source(skip int) *slog.Source {
	p := c.at(skip)
	return &slog.Source{Function: p.Function, File: p.File, Line: p.Line}
}

// placing are the flags of a logger that says where its lines are from.
const placing = log.Lshortfile | log.Llongfile

// A locator writes what loggers say, with places in cells.
type locator struct {
	callers callers
	writing sync.Map // weak *log.Logger -> *sync.Mutex: a logger writes one line at a time
}

// output is Output of a logger, from a place so many calls further out.
func (o *locator) output(l *log.Logger, skip int, text string) error {
	flags := l.Flags()
	if flags&placing == 0 {
		return l.Output(0, text)
	}
	p := o.callers.at(skip)
	if flags&log.Lshortfile != 0 {
		p.File = p.File[strings.LastIndexByte(p.File, '/')+1:]
	}
	head, prefix := fmt.Sprintf("%s:%d: ", p.File, p.Line), l.Prefix()
	if flags&log.Lmsgprefix != 0 {
		head, prefix = head+prefix, ""
	}
	mu := o.lock(l)
	mu.Lock()
	defer mu.Unlock()
	return log.New(l.Writer(), prefix, flags&^(placing|log.Lmsgprefix)).Output(0, head+text)
}

// lock is what keeps the lines of a logger apart.
func (o *locator) lock(l *log.Logger) *sync.Mutex {
	key := weak.Make(l)
	mu, known := o.writing.LoadOrStore(key, new(sync.Mutex))
	if !known {
		runtime.AddCleanup(l, func(key weak.Pointer[log.Logger]) { o.writing.Delete(key) }, key)
	}
	return mu.(*sync.Mutex)
}

// options are those of a handler whose records say where in a cell they are from.
func (o *locator) options(given *slog.HandlerOptions) *slog.HandlerOptions {
	if given == nil || !given.AddSource {
		return given
	}
	with := *given
	with.ReplaceAttr = func(groups []string, a slog.Attr) slog.Attr {
		if s, ok := a.Value.Any().(*slog.Source); ok && len(groups) == 0 && a.Key == slog.SourceKey && ofInterpreter(s) {
			a.Value = slog.AnyValue(o.callers.source(0))
		}
		if given.ReplaceAttr != nil {
			return given.ReplaceAttr(groups, a)
		}
		return a
	}
	return &with
}

// ofInterpreter reports whether a record is from a function by which interpreted
// code calls compiled code, or from one here.
func ofInterpreter(s *slog.Source) bool {
	here := reflect.TypeFor[locator]().PkgPath()
	return strings.HasPrefix(s.Function, "reflect.") || strings.HasPrefix(s.Function, here+".")
}

// handlers replaces the handlers of log/slog that write places.
func (o *locator) handlers() map[string]any {
	return map[string]any{
		"NewTextHandler": func(w io.Writer, opts *slog.HandlerOptions) *slog.TextHandler {
			return slog.NewTextHandler(w, o.options(opts))
		},
		"NewJSONHandler": func(w io.Writer, opts *slog.HandlerOptions) *slog.JSONHandler {
			return slog.NewJSONHandler(w, o.options(opts))
		},
	}
}
