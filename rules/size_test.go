package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// What one should have to read at a time, comments included; generated code is
// nobody's to read.
const (
	packageLines  = 4000 // without tests
	functionLines = 60
)

// longer are folders that may go beyond, and why.
var longer = map[string]string{
	"dsl/interp/core":               "its passes are being cut apart",
	"engine/internal/simd/generate": "a module of its own, whose functions are assembler line by line",
}

// TestPackagesAreShort counts the lines of packages.
func TestPackagesAreShort(t *testing.T) {
	for _, c := range module(t) {
		lines := 0
		for _, f := range c.files {
			if !ast.IsGenerated(f) {
				lines += positions.File(f.Pos()).LineCount()
			}
		}
		if lines > packageLines && !beyond(c.room+"/") {
			t.Errorf("%s has %d lines", c.room, lines)
		}
	}
}

// TestFunctionsAreShort counts the lines of functions, those of tests too.
func TestFunctionsAreShort(t *testing.T) {
	seen := 0
	eachFile(t, func(file string) error {
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, file, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil || ast.IsGenerated(parsed) || beyond(file) {
			return err
		}
		for _, declared := range parsed.Decls {
			if f, ok := declared.(*ast.FuncDecl); ok {
				seen++
				if n := linesOf(f, files); n > functionLines {
					t.Errorf("%s: %s has %d lines", files.Position(f.Pos()), f.Name.Name, n)
				}
			}
		}
		return nil
	})
	if seen < 5000 {
		t.Fatalf("looked at %d functions only", seen)
	}
}

// linesOf counts the lines of a function. Of a table, a value over several lines,
// it counts the first: one reads down its rows, not all of them at once.
func linesOf(f *ast.FuncDecl, files *token.FileSet) int {
	height := func(n ast.Node) int { return files.Position(n.End()).Line - files.Position(n.Pos()).Line }
	lines := height(f) + 1
	ast.Inspect(f, func(n ast.Node) bool {
		table, ok := n.(*ast.CompositeLit)
		if ok {
			lines -= height(table)
		}
		return !ok
	})
	return lines
}

// beyond reports whether a file is in one of the longer folders.
func beyond(file string) bool {
	for folder := range longer {
		if strings.HasPrefix(file, folder+"/") {
			return true
		}
	}
	return false
}
