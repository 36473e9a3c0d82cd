package main

import (
	"fmt"
	"go/format"
	"regexp"
	"strings"
)

// indexFile holds what joins the tables of all names.
const indexFile = "library.go"

// generate returns the text of every file by its name: tables of all names, or
// of those alone that the tables in place lack.
func generate(dest string, skip *regexp.Regexp, later bool, patterns []string) (map[string][]byte, error) {
	pkgs, err := load(skip, patterns)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	var index strings.Builder
	for _, pkg := range pkgs {
		t := tableOf(pkg)
		name := strings.NewReplacer("/", "-", ".", "_").Replace(pkg.Path())
		if later {
			if err := t.beyond(name + ".go"); err != nil {
				return nil, fmt.Errorf("%s: %w", pkg.Path(), err)
			}
			name += laterSuffix()
		}
		if len(t.entries) == 0 {
			continue // all of it is generic, or known
		}
		if files[name+".go"], err = source(dest, later, t.text()); err != nil {
			return nil, fmt.Errorf("%s: %w", pkg.Path(), err)
		}
		fmt.Fprintf(&index, "\t%q: %s,\n", pkg.Path()+"/"+pkg.Name(), t.variable())
	}
	text := indexText
	if later {
		text = laterText
	}
	files[indexOf(later)], err = source(dest, later, fmt.Sprintf(text, index.String()))
	return files, err
}

// indexOf is the name of the file that joins the tables.
func indexOf(later bool) string {
	if later {
		return strings.TrimSuffix(indexFile, ".go") + laterSuffix() + ".go"
	}
	return indexFile
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
func source(dest string, later bool, body string) ([]byte, error) {
	tag := ""
	if later {
		tag = constraint()
	}
	return format.Source(fmt.Appendf(nil, "%s from %s. DO NOT EDIT.\n\n%spackage %s\n\n%s", mark, release(), tag, dest, body))
}
