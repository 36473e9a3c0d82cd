package command

import (
	"context"
	"go/token"
	"strconv"
	"strings"
	"sync"

	"unfold/dsl/cell"
)

func init() {
	register(&Command{
		Name: "capture", Usage: "%%capture [name]", Whole: true, Unsettle: true,
		Summary: "runs the cell below it and shows nothing; what it prints becomes the string of the name",
		Run:     runCapture,
	})
}

// held is an output that keeps what is printed and shows nothing.
type held struct {
	cell.Output // for progress and questions
	mu          sync.Mutex
	text        strings.Builder
}

// Stream keeps the text.
func (h *held) Stream(_, text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.text.WriteString(text)
}

// Display drops the value.
func (h *held) Display(any, string) {}

// Clear forgets what was kept.
func (h *held) Clear(bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.text.Reset()
}

func runCapture(ctx context.Context, c *Call) (any, error) {
	name := ""
	switch {
	case len(c.Words) == 1 && token.IsIdentifier(c.Words[0].Text):
		name = c.Words[0].Text
	case len(c.Words) > 0:
		return nil, c.fault(c.Rest, "it takes one name", "write "+c.Usage)
	}
	out := &held{Output: c.Out}
	if _, err := c.Host.Eval(ctx, c.Body.From, c.Body.To, out); err != nil {
		c.Out.Stream("stdout", out.text.String()) // of a cell that failed the reader wants to see all
		return nil, err
	}
	if name == "" {
		return nil, nil
	}
	out.mu.Lock()
	text := strconv.Quote(out.text.String())
	out.mu.Unlock()
	_, err := c.Host.Script(ctx, "%%capture", "var "+name+" string = "+text, c.Out)
	return nil, err
}
