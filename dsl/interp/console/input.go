package console

import (
	"bufio"
	"io"
	"strings"
	"sync"
)

// An input asks for a line whenever a cell wants to read and there is none.
type input struct {
	console *Console
	mu      sync.Mutex
	line    *bufio.Reader
}

// Read implements io.Reader, a line at a time. It is no io.RuneScanner, since
// os.Stdin is none: fmt.Scan swallows the character that ends what it reads.
func (in *input) Read(p []byte) (int, error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if err := in.fill(); err != nil {
		return 0, err
	}
	return in.line.Read(p)
}

// Close implements io.Closer and does nothing.
func (in *input) Close() error { return nil }

// fill asks for a line if the last has been read.
func (in *input) fill() error {
	if in.line != nil {
		if _, err := in.line.Peek(1); err == nil {
			return nil
		}
	}
	speaker := in.console.cells.Current()
	if speaker.Output == nil {
		return io.EOF
	}
	in.console.Drain()
	text, err := speaker.ask()
	if err == nil {
		in.line = bufio.NewReader(strings.NewReader(text + "\n"))
	}
	return err
}

// ask asks the reader for a line, until the cell is cancelled.
func (s Speaker) ask() (string, error) {
	type answer struct {
		text string
		err  error
	}
	given := make(chan answer, 1)
	go func() {
		text, err := s.Output.Input("", false)
		given <- answer{text, err}
	}()
	select {
	case a := <-given:
		return a.text, a.err
	case <-s.Context.Done():
		return "", s.Context.Err()
	}
}
