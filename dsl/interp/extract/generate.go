package main

import (
	"fmt"
	"go/format"
	"regexp"
	"runtime"
	"strings"
)

// indexFile holds what joins the tables.
const indexFile = "library.go"

// generate returns the text of every file by its name.
func generate(dest string, skip *regexp.Regexp, patterns []string) (map[string][]byte, error) {
	pkgs, err := load(skip, patterns)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	var index strings.Builder
	for _, pkg := range pkgs {
		t := tableOf(pkg)
		if len(t.entries) == 0 {
			continue // all of it is generic
		}
		name := strings.NewReplacer("/", "-", ".", "_").Replace(pkg.Path()) + ".go"
		if files[name], err = source(dest, t.text()); err != nil {
			return nil, fmt.Errorf("%s: %w", pkg.Path(), err)
		}
		fmt.Fprintf(&index, "\t%q: %s,\n", pkg.Path()+"/"+pkg.Name(), t.variable())
	}
	files[indexFile], err = source(dest, fmt.Sprintf(indexText, index.String()))
	return files, err
}

const indexText = `import "go/token"

// An entry is one exported name: a function, a typed constant, the nil
// pointer of a type, the pointer to a variable, or an untyped constant. Under
// an underscore and its name, an interface has the type that gives its
// methods to interpreted values.
type entry = struct {
	Name  string
	Value any
}

// An untyped constant is known by its literal.
type untyped = struct {
	Kind    token.Token
	Literal string
}

// Library holds the tables by import path and package name.
var Library = map[string][]entry{
%s}
`

// source is a whole file, formatted.
func source(dest, body string) ([]byte, error) {
	minor := strings.Join(strings.SplitN(runtime.Version(), ".", 3)[:2], ".")
	return format.Source(fmt.Appendf(nil, "%s from %s. DO NOT EDIT.\n\npackage %s\n\n%s", mark, minor, dest, body))
}
