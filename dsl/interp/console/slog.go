package console

import (
	"bytes"
	"context"
	"log/slog"
	"maps"
	"sync"
)

// records replaces what of package log/slog speaks through its default logger,
// which would reach the stderr of the process.
func (l *logs) records() map[string]any {
	background := context.Background()
	at := func(level slog.Level) (plain func(string, ...any), with func(context.Context, string, ...any)) {
		return func(msg string, args ...any) { l.structured.Load().Log(background, level, msg, args...) },
			func(ctx context.Context, msg string, args ...any) { l.structured.Load().Log(ctx, level, msg, args...) }
	}
	exports := l.locator.handlers()
	maps.Copy(exports, map[string]any{
		"Default":           l.structured.Load,
		"SetDefault":        l.setDefault,
		"SetLogLoggerLevel": l.setLevel,
		"With":              func(args ...any) *slog.Logger { return l.structured.Load().With(args...) },
		"Log": func(ctx context.Context, level slog.Level, msg string, args ...any) {
			l.structured.Load().Log(ctx, level, msg, args...)
		},
		"LogAttrs": func(ctx context.Context, level slog.Level, msg string, attrs ...slog.Attr) {
			l.structured.Load().LogAttrs(ctx, level, msg, attrs...)
		},
	})
	for name, level := range map[string]slog.Level{"Debug": slog.LevelDebug, "Info": slog.LevelInfo, "Warn": slog.LevelWarn, "Error": slog.LevelError} {
		exports[name], exports[name+"Context"] = at(level)
	}
	return exports
}

// A lineHandler writes records as the default logger of slog does, through the
// standard logger: level, message and attributes in a line.
type lineHandler struct {
	logs  *logs
	mu    *sync.Mutex
	buf   *bytes.Buffer // of attributes
	attrs slog.Handler  // writes them
}

func newLineHandler(l *logs) *lineHandler {
	h := &lineHandler{logs: l, mu: new(sync.Mutex), buf: new(bytes.Buffer)}
	h.attrs = slog.NewTextHandler(h.buf, &slog.HandlerOptions{ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
		if len(groups) == 0 && (a.Key == slog.TimeKey || a.Key == slog.LevelKey || a.Key == slog.MessageKey) {
			return slog.Attr{}
		}
		return a
	}})
	return h
}

// Enabled implements slog.Handler.
func (h *lineHandler) Enabled(_ context.Context, level slog.Level) bool {
	return level >= h.logs.level.Level()
}

// Handle implements slog.Handler.
func (h *lineHandler) Handle(ctx context.Context, r slog.Record) error {
	attrs, err := h.attributes(ctx, r)
	if err != nil {
		return err
	}
	return h.logs.locator.output(h.logs.standard, 0, r.Level.String()+" "+r.Message+attrs)
}

// attributes are those of a record and of the handler, each behind a space.
func (h *lineHandler) attributes(ctx context.Context, r slog.Record) (string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.buf.Reset()
	if err := h.attrs.Handle(ctx, r); err != nil {
		return "", err
	}
	if text := bytes.TrimSpace(h.buf.Bytes()); len(text) > 0 {
		return " " + string(text), nil
	}
	return "", nil
}

// WithAttrs implements slog.Handler.
func (h *lineHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	with := *h
	with.attrs = h.attrs.WithAttrs(attrs)
	return &with
}

// WithGroup implements slog.Handler.
func (h *lineHandler) WithGroup(name string) slog.Handler {
	with := *h
	with.attrs = h.attrs.WithGroup(name)
	return &with
}
