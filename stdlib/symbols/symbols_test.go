package symbols

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"strings"
	"testing"
)

// TestEngineIsWhole compares the table of the engine with its sources: it goes
// stale when a name is added and nobody runs go generate.
func TestEngineIsWhole(t *testing.T) {
	packages, err := parser.ParseDir(token.NewFileSet(), "../../engine", func(f fs.FileInfo) bool { return !strings.HasSuffix(f.Name(), "_test.go") }, 0) //nolint:staticcheck // no build tags in this package
	if err != nil {
		t.Fatal(err)
	}
	table := Symbols["unfold/engine/engine"]
	names := 0
	for _, file := range packages["engine"].Files {
		for name := range exported(file) {
			names++
			if _, ok := table[name]; !ok {
				t.Errorf("%s is not in the table: go generate ./stdlib/symbols", name)
			}
		}
	}
	if names < 60 {
		t.Errorf("found %d names only", names)
	}
}

// exported returns the names that a table can hold: generic functions it
// cannot.
func exported(file *ast.File) map[string]bool {
	names := map[string]bool{}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Type.TypeParams == nil {
				names[d.Name.Name] = d.Name.IsExported()
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					names[s.Name.Name] = s.Name.IsExported()
				case *ast.ValueSpec:
					for _, n := range s.Names {
						names[n.Name] = n.IsExported()
					}
				}
			}
		}
	}
	for name, public := range names {
		if !public {
			delete(names, name)
		}
	}
	return names
}
