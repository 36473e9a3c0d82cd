package dsl

import (
	"fmt"
	"regexp"
	"strings"

	"unfold/dsl/cell"
	"unfold/dsl/interp"
	"unfold/dsl/syntax"
)

// pipelineName is the type of pipelines as Go writes it.
var pipelineName = fmt.Sprintf("%T", new(Pipeline))

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
	return ok && n.Kind == "variable" && n.Type == pipelineName
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

// ownType is a type of this package, or of what compare gives, in the text of a
// type.
var ownType = regexp.MustCompile(`\b(?:dsl|comparison)\.(Pipeline|Result|Comparison|Survey|Plan)\b`)

// publicTypes names the types of this package as a cell imports them.
func publicTypes(text string) string { return ownType.ReplaceAllString(text, typesPath+".$1") }

// itemsOf makes Go names ways to complete, less those that only lowered cells
// use.
func (s *Session) itemsOf(names []interp.Name) []cell.Item {
	items := make([]cell.Item, 0, len(names))
	for _, n := range names {
		if strings.HasSuffix(n.Name, "__") {
			continue
		}
		kind := n.Kind
		if kind == "package" {
			kind = "module" // as front ends call it
		}
		items = append(items, cell.Item{Text: n.Name, Type: kind, Signature: s.signature(n)})
	}
	return items
}

// signature is a name's declaration in a line: with the names of parameters
// where it is documented, else its type.
func (s *Session) signature(n interp.Name) string {
	if declaration, _, ok := s.document(n); ok && n.Kind != "type" {
		line, _, _ := strings.Cut(declaration, "\n")
		return line
	}
	if n.Kind == "type" && strings.HasPrefix(n.Type, "struct{") {
		return "struct"
	}
	return publicTypes(n.Type)
}
