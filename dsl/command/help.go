package command

import (
	"context"
	"fmt"
	"strings"

	"unfold/dsl/cell"
	"unfold/dsl/diag"
)

func init() {
	topics := func(h Host, typed string) []cell.Item {
		words := h.Topics()
		for _, c := range All() {
			words = append(words, c.Title())
		}
		return items(words, "topic", typed)
	}
	register(&Command{
		Name: "help", Usage: "%help [topic], ?topic or topic?", Line: true,
		Summary:  "explains a command, a stage, a function or a Go name; without one, how cells are written",
		Complete: topics,
		Run:      runHelp,
	}, &Command{
		Name: "lsmagic", Usage: "%lsmagic", Line: true,
		Summary: "lists the commands",
		Run: func(context.Context, *Call) (any, error) {
			t := Table{Title: "commands", Header: []string{"command", "what it does"}}
			for _, c := range All() {
				t.Rows = append(t.Rows, []string{c.Usage, c.Summary})
			}
			return t, nil
		},
	}, &Command{
		Name: "go111module", Usage: "%go111module {on|off}", Line: true,
		Summary: "does nothing: packages come with unfold; it is there for notebooks of gophernotes",
		Run:     func(context.Context, *Call) (any, error) { return nil, nil },
	})
}

const overview = `A cell is Go, with pipelines such as load | scale | isomap(k=10) in it.
The value of its last line is shown. help() lists the stages, help(isomap) or
isomap? explains one.

Commands stand on lines of their own; with %% on the first, for the whole cell:

`

func runHelp(_ context.Context, c *Call) (any, error) {
	topic := strings.TrimSpace(c.rest())
	if topic == "" {
		text := overview
		for _, c := range All() {
			text += fmt.Sprintf("  %s\n      %s\n", c.Usage, c.Summary)
		}
		return cell.Help{Text: text, Markdown: "```\n" + text + "```\n"}, nil
	}
	if h, ok := Explain(topic); ok {
		return h, nil
	}
	if h, ok := c.Host.Help(topic); ok {
		return h, nil
	}
	words := c.Host.Topics()
	for _, n := range c.Host.Names(false) {
		words = append(words, n.Name)
	}
	remedy := "%help without a topic tells what there is"
	if near, ok := diag.Nearest(topic, words); ok {
		remedy = "did you mean " + near + "?"
	}
	return nil, c.fault(c.Rest, "nothing is called "+topic, remedy)
}

// Explain is the help on a command, called with its sign.
func Explain(title string) (cell.Help, bool) {
	for _, c := range All() {
		if title == c.Title() || c.Whole && title == "%%"+c.Name || c.Line && title == "%"+c.Name {
			text := c.Usage + "\n" + c.Summary + "\n"
			return cell.Help{Text: text, Markdown: "`" + c.Usage + "`\n\n" + c.Summary + "\n"}, true
		}
	}
	return cell.Help{}, false
}
