package dsl

import (
	"fmt"
	"regexp"

	"unfold/dsl/syntax"
)

// pipelineTypeName is the type of pipelines as Go writes it.
var pipelineTypeName = fmt.Sprintf("%T", new(Pipeline))

// scope tells the parser what words mean outside a cell.
type scope struct{ *Session }

// IsStage reports whether the catalogue has the word.
func (s scope) IsStage(name string) bool {
	_, ok := s.catalogue().Lookup(name)
	return ok
}

// IsGo reports whether the word is Go's in this session. A package leaves the word to a
// stage of its name, such as sort: it never stands without a dot behind it.
func (s scope) IsGo(name string) bool {
	n, ok := s.golang.Lookup(name)
	return ok && !(n.Kind == "package" && s.IsStage(name))
}

// HoldsPipeline reports whether the value of a Go name is a pipeline.
func (s scope) HoldsPipeline(name string) bool {
	n, ok := s.golang.Lookup(name)
	return ok && n.Kind == "variable" && n.Type == pipelineTypeName
}

// A barPlace is where a bar stands in a cell; columns count bytes.
type barPlace struct{ line, column int }

// joinedScope is what words mean in a cell of which some bars are known to join
// pipelines.
type joinedScope struct {
	scope
	joined map[barPlace]bool
}

// Joins reports whether the bar at a place is one of them.
func (s joinedScope) Joins(line, column int) bool { return s.joined[barPlace{line, column}] }

var (
	_ syntax.Holder = scope{}
	_ syntax.Joiner = joinedScope{}
)

// ownType is a type of this package, or of what compare gives, in the text of a
// type.
var ownType = regexp.MustCompile(`\b(?:dsl|comparison)\.(Pipeline|Result|Comparison|Survey|Plan)\b`)

// publicTypes names the types of this package as a cell imports them.
func publicTypes(text string) string { return ownType.ReplaceAllString(text, typesPath+".$1") }
