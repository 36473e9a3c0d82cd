package console

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
)

// structuredLogging replaces what of package log/slog speaks through its default
// logger, which would reach the stderr of the process.
func (c *Console) structuredLogging() map[string]any {
	var logger atomic.Pointer[slog.Logger]
	logger.Store(slog.New(newLineHandler(c.Writer("stderr"))))
	background := context.Background()
	at := func(level slog.Level) (plain func(string, ...any), with func(context.Context, string, ...any)) {
		return func(msg string, args ...any) { logger.Load().Log(background, level, msg, args...) },
			func(ctx context.Context, msg string, args ...any) { logger.Load().Log(ctx, level, msg, args...) }
	}
	exports := map[string]any{
		"Default":    func() *slog.Logger { return logger.Load() },
		"SetDefault": func(l *slog.Logger) { logger.Store(l) },
		"With":       func(args ...any) *slog.Logger { return logger.Load().With(args...) },
		"Log": func(ctx context.Context, level slog.Level, msg string, args ...any) {
			logger.Load().Log(ctx, level, msg, args...)
		},
		"LogAttrs": func(ctx context.Context, level slog.Level, msg string, attrs ...slog.Attr) {
			logger.Load().LogAttrs(ctx, level, msg, attrs...)
		},
	}
	for name, level := range map[string]slog.Level{"Debug": slog.LevelDebug, "Info": slog.LevelInfo, "Warn": slog.LevelWarn, "Error": slog.LevelError} {
		exports[name], exports[name+"Context"] = at(level)
	}
	return exports
}

// A lineHandler writes records as the default logger of slog does: time,
// level, message and attributes in a line.
type lineHandler struct {
	out   io.Writer
	mu    *sync.Mutex
	buf   *bytes.Buffer // of attributes
	attrs slog.Handler  // writes them
}

func newLineHandler(out io.Writer) *lineHandler {
	h := &lineHandler{out: out, mu: new(sync.Mutex), buf: new(bytes.Buffer)}
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
	return level >= slog.LevelInfo
}

// Handle implements slog.Handler.
func (h *lineHandler) Handle(ctx context.Context, r slog.Record) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.buf.Reset()
	if err := h.attrs.Handle(ctx, r); err != nil {
		return err
	}
	line := fmt.Sprintf("%s %s %s", r.Time.Format("2006/01/02 15:04:05"), r.Level, r.Message)
	if attrs := bytes.TrimSpace(h.buf.Bytes()); len(attrs) > 0 {
		line += " " + string(attrs)
	}
	_, err := io.WriteString(h.out, line+"\n")
	return err
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
