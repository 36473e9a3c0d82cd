package interp

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
)

// A console joins what interpreted code writes and reads to the output of its
// cell, also when a goroutine outlives that. What is written to the files
// os.Stdout and os.Stderr has lost its cell, and goes to the latest.
type console struct {
	runs   *runs
	stdin  *input
	reader io.ReadCloser // os.Stdin of cells
	stdout *os.File      // os.Stdout of cells, made when one first mentions it
	stderr *os.File
	pipes  []*pipe
	open   sync.Mutex
}

func newConsole(rs *runs) *console {
	c := &console{runs: rs}
	c.stdin = &input{c: c}
	c.reader = c.stdin
	return c
}

func (c *console) write(stream, text string) {
	if r := c.runs.mine(); r != nil {
		r.write(stream, text)
	}
}

// writer is a stream for functions that write at once. What was written to
// the files before comes first.
func (c *console) writer(stream string) io.Writer {
	return writerFunc(func(p []byte) (int, error) {
		c.drain()
		c.write(stream, string(p))
		return len(p), nil
	})
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// tracer is the interpreter's stderr. It writes there a line for every frame
// a panic unwinds, which a trail tells better.
func (c *console) tracer() io.Writer {
	plain := c.writer("stderr")
	return writerFunc(func(p []byte) (int, error) {
		if framePattern.Match(p) {
			return len(p), nil
		}
		return plain.Write(p)
	})
}

// files makes os.Stdout and os.Stderr of cells, which must be files.
func (c *console) files() error {
	c.open.Lock()
	defer c.open.Unlock()
	if c.pipes != nil {
		return nil
	}
	var made []*pipe
	for _, stream := range []string{"stdout", "stderr"} {
		p, err := newPipe(func(text string) { c.runs.latest.Load().write(stream, text) })
		if err != nil {
			return fmt.Errorf("interp: os.Stdout: %w", err)
		}
		made = append(made, p)
	}
	c.stdout, c.stderr, c.pipes = made[0].w, made[1].w, made
	return nil
}

// drain waits until everything written to the files has been passed on.
func (c *console) drain() {
	c.open.Lock()
	pipes := c.pipes
	c.open.Unlock()
	for _, p := range pipes {
		p.sync()
	}
}

func (c *console) close() {
	c.open.Lock()
	defer c.open.Unlock()
	for _, p := range c.pipes {
		p.w.Close() // ends the pump, which closes the other end
	}
	c.pipes = nil
}

// A pipe passes on what is written to a file. A mark, written between the
// reader's own text and unlike any of it, tells how far it has come.
type pipe struct {
	w    *os.File
	mark []byte
	seen chan struct{}
	mu   sync.Mutex // one sync at a time
}

func newPipe(pass func(text string)) (*pipe, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p := &pipe{w: w, mark: []byte("\x00mark:" + rand.Text() + "\x00"), seen: make(chan struct{})}
	go p.pump(r, pass)
	return p, nil
}

func (p *pipe) sync() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, err := p.w.Write(p.mark); err == nil {
		<-p.seen
	}
}

func (p *pipe) pump(r *os.File, pass func(string)) {
	defer r.Close()
	defer close(p.seen)
	buf := make([]byte, 32<<10)
	var held []byte
	for {
		n, err := r.Read(buf)
		held = append(held, buf[:n]...)
		for {
			i := bytes.Index(held, p.mark)
			if i < 0 {
				break
			}
			if i > 0 {
				pass(string(held[:i]))
			}
			held = held[i+len(p.mark):]
			p.seen <- struct{}{}
		}
		// keep back what may be the beginning of a mark
		if i := bytes.IndexByte(held, p.mark[0]); i < 0 || len(held)-i > len(p.mark) || err != nil {
			if len(held) > 0 {
				pass(string(held))
				held = held[:0]
			}
		}
		if err != nil {
			return
		}
	}
}

// An input asks for a line whenever a cell wants to read and there is none.
type input struct {
	c    *console
	mu   sync.Mutex
	line *bufio.Reader
}

func (in *input) fill() (*bufio.Reader, error) {
	if in.line != nil {
		if _, err := in.line.Peek(1); err == nil {
			return in.line, nil
		}
	}
	r := in.c.runs.mine()
	if r == nil || r.out == nil {
		return nil, io.EOF
	}
	in.c.drain()
	text, err := r.ask()
	if err != nil {
		return nil, err
	}
	in.line = bufio.NewReader(strings.NewReader(text + "\n"))
	return in.line, nil
}

// Read implements io.Reader, a line at a time. It is no io.RuneScanner, since
// os.Stdin is none: fmt.Scan swallows the character that ends what it reads.
func (in *input) Read(p []byte) (int, error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	r, err := in.fill()
	if err != nil {
		return 0, err
	}
	return r.Read(p)
}

// Close implements io.Closer and does nothing.
func (in *input) Close() error { return nil }
