package notebook

import (
	"fmt"
	"io"
	"strings"
)

// mark begins the line that separates two cells of a script.
const mark = "// %%"

// ReadScript reads a script: one cell, or several separated by lines that
// begin with "// %%". What follows the mark is the cell's title; a cell titled
// "[markdown]" is prose, each line of it a comment. A first line that begins
// with "#!" is skipped. The mark counts wherever a line begins with it, inside
// a raw string too.
func ReadScript(r io.Reader) (*Notebook, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("notebook: %w", err)
	}
	n := FromCells()
	add := func(title string, body []string, line int) {
		for len(body) > 0 && strings.TrimSpace(body[0]) == "" {
			body, line = body[1:], line+1
		}
		c := &Cell{Kind: Code, Metadata: map[string]any{}, Line: line}
		if title == "[markdown]" {
			c.Kind, body = Markdown, uncommented(body)
		} else if title != "" {
			c.Metadata["title"] = title
		}
		c.Source = strings.TrimRight(strings.Join(body, "\n"), " \t\r\n")
		if c.Source != "" {
			n.Cells = append(n.Cells, c)
		}
	}
	rows := strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
	title, first := "", 0
	if strings.HasPrefix(rows[0], "#!") {
		first = 1
	}
	for i := first; i < len(rows); i++ {
		if rest, ok := strings.CutPrefix(rows[i], mark); ok {
			add(title, rows[first:i], first+1)
			title, first = strings.TrimSpace(rest), i+1
		}
	}
	add(title, rows[first:], first+1)
	n.identify()
	return n, nil
}

// uncommented takes the comment marks from lines of prose.
func uncommented(rows []string) []string {
	out := make([]string, len(rows))
	for i, row := range rows {
		row = strings.TrimPrefix(row, "//")
		out[i] = strings.TrimPrefix(row, " ")
	}
	return out
}

// FromCells makes a notebook for the unfold kernel of pieces of code.
func FromCells(code ...string) *Notebook {
	n := &Notebook{Metadata: map[string]any{
		"kernelspec":    map[string]any{"name": "unfold", "display_name": "unfold", "language": "go"},
		"language_info": map[string]any{"name": "go", "file_extension": ".go", "mimetype": "text/x-go"},
	}}
	for _, source := range code {
		n.Cells = append(n.Cells, &Cell{Kind: Code, Source: source, Metadata: map[string]any{}})
	}
	n.identify()
	return n
}
