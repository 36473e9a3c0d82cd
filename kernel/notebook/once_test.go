package notebook

import (
	"context"
	"strings"
	"testing"

	"unfold/dsl/cell"
)

// bringer is a language whose every cell shows its code as HTML.
type bringer struct{}

func (bringer) Eval(_ context.Context, code string, _ cell.Output) (any, error) { return code, nil }

type asHTML struct{}

func (asHTML) Render(value any) (data, metadata map[string]any) {
	return map[string]any{"text/html": value}, nil
}

// TestScriptsAreSharedByAFile runs cells that bring scripts along, and reads a
// notebook in which each brings its own, as a front end saves it.
func TestScriptsAreSharedByAFile(t *testing.T) {
	const a, b = `<script data-once="a">one("</p>")</script>`, "<script data-once=\"b\">\ntwo()\n</script>"
	const own = "<script>count()</script>"
	cells := []string{"<p>1</p>" + a, "<p>2</p>" + a + own, "<p>3</p>" + b + a + b, "<p>4</p>" + own}
	want := []string{"<p>1</p>" + a, "<p>2</p>" + own, "<p>3</p>" + b, "<p>4</p>" + own}

	n := FromCells(cells...)
	runner := Runner{Language: bringer{}, Renderer: asHTML{}}
	if err := runner.Run(context.Background(), n); err != nil {
		t.Fatal(err)
	}
	for i, c := range n.Cells {
		if got := c.Outputs[0].Data["text/html"]; got != want[i] {
			t.Errorf("cell %d shows %q, want %q", i+1, got, want[i])
		}
		c.Outputs[0].Data["text/html"] = cells[i]
		c.Source = ""
	}
	var page strings.Builder
	if err := n.HTML(&page, "page"); err != nil {
		t.Fatal(err)
	}
	for text, times := range map[string]int{a: 1, b: 1, own: 2, "<p>3</p>": 1} {
		if got := strings.Count(page.String(), text); got != times {
			t.Errorf("the page has %q %d times, want %d", text, got, times)
		}
	}
	if got := n.Cells[1].Outputs[0].Data["text/html"]; got != cells[1] {
		t.Errorf("writing a page changes the notebook: %q", got)
	}
}
