package assist

import (
	"strings"

	"unfold/dsl/cell"
	"unfold/dsl/interp/workspace"
)

// itemsOf makes Go names ways to complete, less those that only lowered cells
// use.
func (a *Assistant) itemsOf(names []workspace.Name) []cell.Item {
	items := make([]cell.Item, 0, len(names))
	for _, n := range names {
		if strings.HasSuffix(n.Name, "__") {
			continue
		}
		kind := n.Kind
		if kind == "package" {
			kind = "module" // as front ends call it
		}
		items = append(items, cell.Item{Text: n.Name, Type: kind, Signature: a.signature(n)})
	}
	return items
}

// signature is a name's declaration in a line: with the names of parameters
// where it is documented, else its type.
func (a *Assistant) signature(n workspace.Name) string {
	if declaration, _, ok := a.documentation(n); ok && n.Kind != "type" {
		line, _, _ := strings.Cut(declaration, "\n")
		return line
	}
	if n.Kind == "type" && strings.HasPrefix(n.Type, "struct{") {
		return "struct"
	}
	return a.Public(n.Type)
}
