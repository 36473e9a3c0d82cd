package command

import (
	"context"
	"strings"
	"unicode/utf8"

	"unfold/dsl/cell"
)

func init() {
	register(&Command{
		Name: "who", Usage: "%who [kind or type ...]", Line: true,
		Summary:  "lists the names that cells have declared; %whos tells more of each",
		Complete: completeKinds,
		Run: func(_ context.Context, c *Call) (any, error) {
			var names []string
			for _, n := range c.declared(false) {
				names = append(names, n.Name)
			}
			if names == nil {
				c.sayln("no cell has declared a name yet")
				return nil, nil
			}
			c.sayln(strings.Join(names, "  "))
			return nil, nil
		},
	}, &Command{
		Name: "whos", Usage: "%whos [kind or type ...]", Line: true,
		Summary:  "tells kind, type, place and memory of the names that cells have declared",
		Complete: completeKinds,
		Run: func(_ context.Context, c *Call) (any, error) {
			t := Table{Title: "names", Header: []string{"name", "kind", "type", "declared in", "holds"}}
			for _, n := range c.declared(true) {
				t.Rows = append(t.Rows, []string{n.Name, n.Kind, abridge(n.Type), n.Cell, size(n.Bytes)})
			}
			return t, nil
		},
	})
}

// declared lists the names whose kind or type is among the words, or all.
func (c *Call) declared(sized bool) (chosen []Name) {
	for _, n := range c.Host.Names(sized) {
		if len(c.Words) == 0 {
			chosen = append(chosen, n)
		}
		for _, w := range c.Words {
			if n.Kind == w.Text || n.Type == w.Text {
				chosen = append(chosen, n)
				break
			}
		}
	}
	return chosen
}

func completeKinds(h Host, typed string) []cell.Item {
	var words []string
	for _, n := range h.Names(false) {
		words = append(words, n.Kind)
	}
	return items(words, "kind", typed)
}

func abridge(text string) string {
	const most = 60
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + " …"
}
