package dsl

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"unfold/dsl/cell"
	"unfold/dsl/interp"
	"unfold/dsl/syntax"
)

// words tells the parser what words mean outside a cell.
type words struct{ *Session }

// IsStage reports whether the catalogue has the word.
func (w words) IsStage(name string) bool {
	_, ok := w.catalogue.Lookup(name)
	return ok
}

// IsGo reports whether the word is Go's in this session.
func (w words) IsGo(name string) bool { return w.isGoName(name) }

// HoldsPipeline reports whether the value of a Go name is a pipeline.
func (w words) HoldsPipeline(name string) bool {
	n, ok := w.golang.Lookup(name)
	return ok && n.Kind == "variable" && n.Type == fmt.Sprintf("%T", new(Pipeline))
}

// A barPlace is where a bar stands in a cell; columns count bytes.
type barPlace struct{ line, column int }

// reading is what words mean in a cell of which some bars are known to join
// pipelines.
type reading struct {
	words
	joined map[barPlace]bool
}

// Joins reports whether the bar at a place is one of them.
func (r reading) Joins(line, column int) bool { return r.joined[barPlace{line, column}] }

var (
	_ syntax.Holder = words{}
	_ syntax.Joiner = reading{}
)

func (s *Session) isGoName(name string) bool {
	_, ok := s.golang.Lookup(name)
	return ok
}

// goNames lists the Go names in scope, for misspelt words that mean one.
func (s *Session) goNames() []string {
	var names []string
	for _, n := range s.golang.Names() {
		names = append(names, n.Name)
	}
	return names
}

// nameItems lists the Go names in scope; among the arguments of a stage only
// those that cells have declared, for the functions of the language are none.
func (s *Session) nameItems(prefix string, declared bool) []cell.Item {
	names := s.golang.Names()
	if declared {
		names = slices.DeleteFunc(names, func(n interp.Name) bool { return n.Cell == "" })
	}
	return itemsOf(names, prefix)
}

// memberItems lists what may follow a dot.
func (s *Session) memberItems(selector, prefix string) []cell.Item {
	return itemsOf(s.golang.Members(selector), prefix)
}

// ownType is a type of this package in the text of a type.
var ownType = regexp.MustCompile(`\bdsl\.(Pipeline|Comparison|Plan)\b`)

// publicTypes names the types of this package as a cell imports them.
func publicTypes(text string) string { return ownType.ReplaceAllString(text, typesPath+".$1") }

func itemsOf(names []interp.Name, prefix string) []cell.Item {
	var items []cell.Item
	for _, n := range names {
		if strings.HasPrefix(n.Name, prefix) && !strings.HasSuffix(n.Name, "__") {
			items = append(items, cell.Item{Text: n.Name, Type: n.Kind, Signature: publicTypes(n.Type)})
		}
	}
	return items
}

// inspectGo explains a Go name, or a member of one, by its type; a variable
// also by its value.
func (s *Session) inspectGo(selector, word string, detail int) (cell.Help, bool) {
	if word == "" {
		return cell.Help{}, false
	}
	name, ok := s.golang.Lookup(word)
	if selector != "" {
		name, ok = member(s.golang.Members(selector), word)
	}
	if !ok {
		return cell.Help{}, false
	}
	text := fmt.Sprintf("%s %s %s\n", name.Kind, name.Name, publicTypes(name.Type))
	if selector != "" && name.Kind == "type" && strings.HasPrefix(name.Type, "struct{") {
		text = fmt.Sprintf("type %s struct\n", name.Name) // the fields are another package's affair
	}
	if name.Cell != "" {
		text += "declared in " + name.Cell + "\n"
	}
	if v, ok := s.golang.Value(word); ok && selector == "" && name.Kind == "variable" {
		text += "\n" + abridge(fmt.Sprintf("%v", v), detail) + "\n"
	}
	return cell.Help{Text: text, Markdown: "```go\n" + text + "```\n"}, true
}

func member(names []interp.Name, word string) (interp.Name, bool) {
	for _, n := range names {
		if n.Name == word {
			return n, true
		}
	}
	return interp.Name{}, false
}

// abridge cuts a value to what an inspection has room for.
func abridge(text string, detail int) string {
	most := 400
	if detail > 0 {
		most = 4000
	}
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + " ..."
	}
	return text
}
