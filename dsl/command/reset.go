package command

import (
	"context"
	"fmt"
	"strings"

	"unfold/dsl/cell"
)

func init() {
	register(&Command{
		Name: "reset", Usage: "%reset [-v name ...]", Line: true, Unsettle: true,
		Summary: "forgets all that cells have declared, imported and computed; with -v, the names given",
		Complete: func(h Host, typed string) []cell.Item {
			var names []string
			for _, n := range h.Names(false) {
				names = append(names, n.Name)
			}
			return items(append(names, "-v"), "name", typed)
		},
		Run: runReset,
	})
}

func runReset(ctx context.Context, c *Call) (any, error) {
	options, rest := flags(c.Words)
	chosen := false
	for _, o := range options {
		switch o.Text {
		case "-v":
			chosen = true
		case "-f": // as IPython's, which would ask
		default:
			return nil, c.fault(o.Extent, "there is no option "+o.Text, "write "+c.Usage)
		}
	}
	switch {
	case !chosen && len(rest) > 0:
		return nil, c.fault(rest[0].Extent, "a name stands here without -v", "write %reset -v "+rest[0].Text)
	case !chosen:
		return nil, c.Host.Reset(ctx)
	case len(rest) == 0:
		return nil, c.fault(Extent{}, "which names?", "write %reset -v name; %who lists them")
	}
	var names []string
	for _, w := range rest {
		names = append(names, w.Text)
	}
	if missing := c.Host.Forget(names...); len(missing) > 0 {
		return nil, c.fault(Extent{rest[0].From, rest[len(rest)-1].To}, fmt.Sprintf("no cell has declared %s", strings.Join(missing, ", ")), "%who lists the names")
	}
	return nil, nil
}
