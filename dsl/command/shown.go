package command

import (
	"context"

	"unfold/dsl/cell"
)

func init() {
	for _, form := range []struct{ name, mime, what string }{
		{"html", "text/html", "as a page's part"},
		{"markdown", "text/markdown", "as Markdown"},
		{"latex", "text/latex", "as LaTeX"},
		{"svg", "image/svg+xml", "as a drawing in SVG"},
		{"javascript", "application/javascript", "to the browser as a script; some front ends will not run it"},
	} {
		register(&Command{
			Name: form.name, Usage: "%%" + form.name, Whole: true,
			Summary: "shows the cell below it " + form.what,
			Run: func(_ context.Context, c *Call) (any, error) {
				text := c.body()
				return cell.Bundle{Data: map[string]any{form.mime: text, "text/plain": text}}, nil
			},
		})
	}
}
