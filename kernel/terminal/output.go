package terminal

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"golang.org/x/term"
	"unfold/dsl/cell"
	"unfold/engine"
)

// A Renderer turns values into MIME bundles; of these a terminal shows
// text/plain.
type Renderer interface {
	Render(value any) (data, metadata map[string]any)
}

// An Output shows what cells say. It is a cell.Output.
type Output struct {
	mu     sync.Mutex
	stdout io.Writer
	stderr io.Writer
	answer *bufio.Reader // where Input reads
	draw   Renderer
	bar    *bar // nil where nobody watches
	colour bool
	quiet  bool // values are not shown
}

var _ cell.Output = (*Output)(nil)

// NewOutput returns an output to the process's own streams. The progress bar
// and colours appear only where stderr is a terminal.
func NewOutput(draw Renderer) *Output {
	o := &Output{stdout: os.Stdout, stderr: os.Stderr, answer: bufio.NewReader(os.Stdin), draw: draw}
	if term.IsTerminal(int(os.Stderr.Fd())) {
		o.bar = newBar(os.Stderr)
		o.colour = os.Getenv("NO_COLOR") == ""
	}
	return o
}

// Quieten leaves out the values of cells and the progress of stages.
func (o *Output) Quieten() { o.quiet, o.bar = true, nil }

// Aside has cells print to stderr what they would to stdout, which is then free for
// results.
func (o *Output) Aside() { o.stdout = o.stderr }

// Stream writes text to stdout or stderr.
func (o *Output) Stream(name, text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.bar.hide()
	if name == "stderr" {
		io.WriteString(o.stderr, text)
		return
	}
	io.WriteString(o.stdout, text)
}

// Display prints the value. A terminal keeps what it has shown, so a value
// under a known id is printed again.
func (o *Output) Display(value any, _ string) { o.Show(value) }

// Show prints the text of a value, if it has one.
func (o *Output) Show(value any) {
	if o.quiet {
		return
	}
	data, _ := o.draw.Render(value)
	text, ok := data["text/plain"].(string)
	if !ok || text == "" {
		return
	}
	o.Stream("stdout", strings.TrimRight(text, "\n")+"\n")
}

// Clear does nothing: what a terminal has shown stays, so that nothing is lost.
func (o *Output) Clear(bool) {}

// Progress shows a bar where somebody watches.
func (o *Output) Progress(p engine.Progress) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.bar.show(p)
}

// Done removes the bar at the end of a cell.
func (o *Output) Done() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.bar.hide()
}

// Input asks for a line.
func (o *Output) Input(prompt string, secret bool) (string, error) {
	o.Stream("stdout", prompt)
	if secret && term.IsTerminal(int(os.Stdin.Fd())) {
		word, err := term.ReadPassword(int(os.Stdin.Fd()))
		return string(word), err
	}
	line, err := o.answer.ReadString('\n')
	if err != nil && line == "" {
		return "", err
	}
	return strings.TrimRight(line, "\r\n"), nil
}

// Fail explains an error.
func (o *Output) Fail(err error) {
	o.Done()
	var failure cell.Failure
	if errors.As(err, &failure) {
		o.Stream("stderr", strings.Join(failure.Traceback(o.colour), "\n")+"\n")
		return
	}
	o.Stream("stderr", fmt.Sprintf("error: %v\n", err))
}
