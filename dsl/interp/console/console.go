// Package console is what cells read and write: standard input and output, the
// files that package os has of them, and the functions of fmt, log, log/slog and
// os that would otherwise reach the streams of the process, or end it.
//
// It imports cell alone. Start at Console.
package console

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"sync"

	"unfold/dsl/cell"
)

// A Speaker is the cell that a goroutine belongs to, as far as it reads and
// writes.
type Speaker struct {
	Output  cell.Output     // nil where nobody listens
	Context context.Context // ends the wait for input
}

func (s Speaker) write(stream, text string) {
	if s.Output != nil {
		s.Output.Stream(stream, text)
	}
}

// A Console joins what cells write and read to the output of the cell that does
// so, also when one of its goroutines outlives it. What is written to the files
// os.Stdout and os.Stderr has lost its cell, and goes to the latest.
type Console struct {
	cells  Cells
	logs   *logs
	stdin  *input
	reader io.ReadCloser // os.Stdin of cells

	mu     sync.Mutex // guards what follows
	stdout *os.File   // os.Stdout of cells, made when one first mentions it
	stderr *os.File
	pipes  []*pipe
	// the streams of the process, where the console has taken them
	process *process
}

// Cells tell a console of those that speak at it.
type Cells struct {
	Current func() Speaker // that the calling goroutine belongs to
	Latest  func() Speaker
	Callers func() []Place // where the calling goroutine calls compiled code, the innermost first
	Exit    func(code int) // ends the cell of the calling goroutine
}

// New makes a console.
func New(cells Cells) *Console {
	c := &Console{cells: cells}
	c.stdin = &input{console: c}
	c.reader = c.stdin
	c.logs = newLogs(c.Writer("stderr"), &locator{callers: cells.Callers}, cells.Exit)
	return c
}

// Stdin reads what the reader of the cell enters.
func (c *Console) Stdin() io.Reader { return c.stdin }

// Writer is the stream "stdout" or "stderr", for functions that write at once.
// What was written to the files before comes first.
func (c *Console) Writer(stream string) io.Writer { return &writer{c, stream} }

type writer struct {
	console *Console
	stream  string
}

func (w *writer) Write(p []byte) (int, error) {
	w.console.Drain()
	w.console.cells.Current().write(w.stream, string(p))
	return len(p), nil
}

// Files makes os.Stdout and os.Stderr of cells, which must be files.
func (c *Console) Files() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pipes != nil {
		return nil
	}
	var made []*pipe
	for _, stream := range []string{"stdout", "stderr"} {
		p, err := newPipe(func(text string) { c.cells.Latest().write(stream, text) })
		if err != nil {
			return fmt.Errorf("console: os.Stdout: %w", err)
		}
		made = append(made, p)
	}
	c.stdout, c.stderr, c.pipes = made[0].w, made[1].w, made
	return nil
}

// Drain waits until everything written to the files has been passed on.
func (c *Console) Drain() {
	c.mu.Lock()
	pipes := c.pipes
	c.mu.Unlock()
	for _, p := range pipes {
		p.sync()
	}
}

// Close closes the files.
func (c *Console) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.process.giveBack()
	for _, p := range c.pipes {
		p.w.Close() // ends the pump, which closes the other end
	}
	c.pipes = nil
}

// Method is the function that stands for a method of a logger, since the logger
// says where it is called from; nil for the method itself.
func (c *Console) Method(logger any, name string) any {
	return c.logs.method(logger.(*log.Logger), name)
}

// Exports are what cells get in place of what compiled packages export, by
// import path and name. A pointer stands for a variable.
func (c *Console) Exports() map[string]map[string]any {
	return map[string]map[string]any{
		"fmt":      c.printing(),
		"log":      c.logs.plain(),
		"log/slog": c.logs.records(),
		"os":       {"Stdin": &c.reader, "Stdout": &c.stdout, "Stderr": &c.stderr, "Exit": c.cells.Exit},
	}
}
