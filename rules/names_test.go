package rules

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/stdlib"
)

// TestNobodyListsStages finds lists of stages that stand elsewhere than in the
// stages' own declarations, where a new stage would have to be added by hand:
// values, switches, comparisons and patterns that name two of one role.
func TestNobodyListsStages(t *testing.T) {
	seen, names := 0, map[engine.Role][]string{}
	for _, role := range engine.Roles() {
		names[role] = stdlib.Catalogue().Names(role)
	}
	for _, c := range module(t) {
		if c.within("engine/stage") || c.room == "engine/bench" {
			continue
		}
		for _, file := range c.files {
			if ast.IsGenerated(file) {
				continue
			}
			ast.Inspect(file, func(n ast.Node) bool {
				words := listed(n)
				seen += len(words)
				if len(words) < 2 {
					return true
				}
				for _, names := range names {
					if both := common(words, names); len(both) > 1 {
						t.Errorf("%s lists stages: %s", positions.Position(n.Pos()), strings.Join(both, ", "))
					}
				}
				return true
			})
		}
	}
	if seen < 1000 {
		t.Fatalf("looked at %d words only", seen)
	}
}

// common are the words that are among some names, each once.
func common(words, names []string) []string {
	words = slices.Compact(slices.Sorted(slices.Values(words)))
	return slices.DeleteFunc(words, func(w string) bool { return !slices.Contains(names, w) })
}

// word is what a pattern may have as an alternative.
var word = regexp.MustCompile(`\w+`)

// listed are the words that a piece of a program lists: the strings of a value,
// of a switch's cases and of a chain of comparisons, and the alternatives of a
// pattern.
func listed(n ast.Node) (words []string) {
	switch n := n.(type) {
	case *ast.CompositeLit:
		for _, e := range n.Elts {
			if pair, ok := e.(*ast.KeyValueExpr); ok {
				e = pair.Key
			}
			words = append(words, literals(e)...)
		}
	case *ast.SwitchStmt:
		for _, clause := range n.Body.List {
			for _, e := range clause.(*ast.CaseClause).List {
				words = append(words, literals(e)...)
			}
		}
	case *ast.BinaryExpr:
		if n.Op == token.LOR || n.Op == token.LAND {
			return append(listed(n.X), listed(n.Y)...)
		}
		words = append(literals(n.X), literals(n.Y)...)
	case *ast.CallExpr:
		if f, ok := n.Fun.(*ast.SelectorExpr); ok && strings.HasPrefix(f.Sel.Name, "MustCompile") {
			for _, text := range literals(n.Args[0]) {
				if strings.Contains(text, "|") {
					words = append(words, word.FindAllString(text, -1)...)
				}
			}
		}
	}
	return words
}

// literals is the text of a literal string.
func literals(e ast.Expr) []string {
	if l, ok := e.(*ast.BasicLit); ok && l.Kind == token.STRING {
		text, _ := strconv.Unquote(l.Value)
		return []string{text}
	}
	return nil
}
