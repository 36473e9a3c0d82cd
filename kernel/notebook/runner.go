package notebook

import (
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"maps"
	"strings"
	"time"

	"unfold/dsl/cell"
	"unfold/engine"
)

// A Language runs cells, one at a time.
type Language interface {
	// Eval runs a cell and returns the value to show as its result, nil for
	// none.
	Eval(ctx context.Context, code string, out cell.Output) (any, error)
}

// A Renderer turns values into MIME bundles: data by MIME type, and metadata
// beside it. Empty data means that there is nothing to show.
type Renderer interface {
	Render(value any) (data, metadata map[string]any)
}

// A Runner executes notebooks as a front end's "run all cells" would.
type Runner struct {
	Language  Language
	Renderer  Renderer
	KeepGoing bool      // run the cells after a failing one too
	Log       io.Writer // takes a line a cell, with its time; nil for none

	// Progress is told of the work of stages, which leaves no trace in the
	// notebook; nil for nobody.
	Progress func(engine.Progress)
	// Input answers a cell that asks; with nil, asking fails.
	Input func(prompt string, secret bool) (string, error)
}

// The tags that nbclient honours.
const (
	tagSkip = "skip-execution"
	tagFail = "raises-exception"
)

// A CellError is the failure of a cell.
type CellError struct {
	Cell  *Cell
	Index int // of the cell in its notebook, from 0
	Err   error
}

func (e *CellError) Error() string {
	where := fmt.Sprintf("cell %d", e.Index+1)
	if e.Cell.Line > 0 {
		where += fmt.Sprintf(", which begins at line %d", e.Cell.Line)
	}
	return fmt.Sprintf("%s: %v", where, e.Err)
}

func (e *CellError) Unwrap() error { return e.Err }

// Run executes the code cells of n in order and leaves in each what it has put
// out; what an earlier execution left is gone. Blank cells and those tagged
// skip-execution do not run.
//
// It stops at the first cell that fails and returns a [*CellError], and the
// cells after it stay empty. With KeepGoing, or where the cell is tagged
// raises-exception, the failure is only recorded. When ctx ends, so does Run.
func (r *Runner) Run(ctx context.Context, n *Notebook) error {
	for _, c := range n.Cells {
		c.Count, c.Outputs = 0, nil
	}
	ear, brought := &listener{runner: r}, onceScripts{}
	count := 0
	for i, c := range n.Cells {
		if c.Kind != Code || strings.TrimSpace(c.Source) == "" || c.tagged(tagSkip) {
			continue
		}
		if ctx.Err() != nil {
			return fmt.Errorf("notebook: stopped before cell %d: %w", i+1, context.Cause(ctx))
		}
		count++
		c.Count = count
		start := time.Now()
		err := r.runCell(ctx, ear, c)
		c.Outputs = brought.shareAll(c.Outputs)
		r.log(i, len(n.Cells), time.Since(start), c, err)
		switch {
		case err == nil:
		case ctx.Err() != nil, !r.KeepGoing && !c.tagged(tagFail):
			return &CellError{Cell: c, Index: i, Err: err}
		}
	}
	return nil
}

// runCell executes one cell and fills in its outputs.
func (r *Runner) runCell(ctx context.Context, ear *listener, c *Cell) error {
	out := ear.enter()
	value, err := r.eval(ctx, c.Source, out)
	switch {
	case err != nil:
		out.put(failure(ctx, err))
	case value != nil:
		if data, metadata := r.render(value); len(data) > 0 {
			out.put(Output{Kind: Result, Data: data, Metadata: metadata, Count: c.Count})
		}
	}
	c.Outputs = ear.leave(out)
	return err
}

// eval keeps a panic of the language from ending the process.
func (r *Runner) eval(ctx context.Context, code string, out cell.Output) (value any, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = crash{v}
		}
	}()
	return r.Language.Eval(ctx, code, out)
}

// render renders a value, with bytes as base64 like in a file.
func (r *Runner) render(value any) (data, metadata map[string]any) {
	data, metadata = r.Renderer.Render(value)
	if len(data) == 0 {
		return nil, nil
	}
	data = maps.Clone(data)
	for mime, v := range data {
		if bytes, ok := v.([]byte); ok {
			data[mime] = base64.StdEncoding.EncodeToString(bytes)
		}
	}
	return data, metadata
}

func (r *Runner) log(i, of int, took time.Duration, c *Cell, err error) {
	if r.Log == nil {
		return
	}
	what, _, more := strings.Cut(strings.TrimSpace(c.Source), "\n")
	if runes := []rune(what); len(runes) > 60 {
		what, more = string(runes[:60]), true
	}
	if more {
		what += " …"
	}
	if title, _ := c.Metadata["title"].(string); title != "" {
		what = title
	}
	if err != nil {
		reason, _, _ := strings.Cut(err.Error(), "\n")
		what = "FAILED: " + cmp.Or(reason, kind(err))
	}
	fmt.Fprintf(r.Log, "cell %*d of %d %9.2f s   %s\n", len(fmt.Sprint(of)), i+1, of, took.Seconds(), what)
}
