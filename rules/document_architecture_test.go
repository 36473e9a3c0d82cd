package rules

import (
	"go/types"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
	"unfold/rules/document"
)

// TestArchitectureNamesWhatIsThere looks up the files and names of which
// ARCHITECTURE.md, the decisions and the glossary speak, and its tree for all packages.
func TestArchitectureNamesWhatIsThere(t *testing.T) {
	architecture := document.Read(t, "ARCHITECTURE.md")
	if n := strings.Count(architecture, "\n"); n > 300 {
		t.Errorf("ARCHITECTURE.md has %d lines", n)
	}
	text := architecture + document.Read(t, "docs/decisions.md") + document.Read(t, "docs/glossary.md")
	for _, m := range regexp.MustCompile("`((?:engine|dsl|stdlib|kernel|install|notebooks)(?:/[\\w./]+)?)`").FindAllStringSubmatch(text, -1) {
		if _, err := os.Stat(m[1]); err != nil {
			t.Error(err)
		}
	}
	known := map[string]bool{"math.FMA": true}
	tree := document.Blocks(text, "")[0]
	for _, c := range module(t) {
		if c.room != "" && !strings.Contains(c.room, "golib/") && !strings.Contains(tree, path.Base(c.room)+"/") {
			t.Errorf("%s is not in the tree", c.room)
		}
		for _, name := range c.Scope().Names() {
			known[c.Name()+"."+name] = true
			for _, member := range members(c.Scope().Lookup(name)) {
				known[name+"."+member] = true
			}
		}
	}
	for _, m := range regexp.MustCompile("`(\\w+\\.[A-Z]\\w*)").FindAllStringSubmatch(text, -1) {
		if !known[m[1]] && m[1] != "math.FMA" {
			t.Errorf("there is no %s", m[1])
		}
	}
}

// members are the names of a type's fields and methods.
func members(declared types.Object) (names []string) {
	named, ok := declared.Type().(*types.Named)
	if !ok {
		return nil
	}
	for i := range named.NumMethods() {
		names = append(names, named.Method(i).Name())
	}
	switch under := named.Underlying().(type) {
	case *types.Struct:
		for i := range under.NumFields() {
			names = append(names, under.Field(i).Name())
		}
	case *types.Interface:
		for i := range under.NumMethods() {
			names = append(names, under.Method(i).Name())
		}
	}
	return names
}

// TestArchitectureJustifiesEveryDependency compares its table with what go.mod
// requires; avo is required by the generator's own module.
func TestArchitectureJustifiesEveryDependency(t *testing.T) {
	_, table, _ := strings.Cut(document.Read(t, "ARCHITECTURE.md"), "## Dependencies")
	table, _, _ = strings.Cut(table, "\n## ")
	justified := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^\| (\S+/\S+) \| \S`).FindAllStringSubmatch(table, -1) {
		justified[m[1]] = true
	}
	mods := document.Read(t, "go.mod") + document.Read(t, "engine/internal/simd/generate/go.mod")
	required := regexp.MustCompile(`(?m)^\s*(?:require )?(\S+/\S+) v\S+$`).FindAllStringSubmatch(mods, -1)
	for _, m := range required {
		if !justified[m[1]] {
			t.Errorf("nothing says why %s is required", m[1])
		}
		delete(justified, m[1])
	}
	if len(required) < 10 || len(justified) > 0 {
		t.Errorf("of %d requirements, %v are not in go.mod", len(required), justified)
	}
}
