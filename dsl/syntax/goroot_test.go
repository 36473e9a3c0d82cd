package syntax_test

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unfold/dsl/lower"
	"unfold/dsl/syntax"
)

// packageEnv is the environment of a file of a Go package: a language with
// words that Go programs love, and the names the package declares elsewhere.
type packageEnv map[string]bool

var loved = words{stages: "load data scale shift sample split none center data scan copy read write index field " +
	"print size kind pos err name key value table curve globe parity ridge precomputed accuracy stress show mode"}

func (packageEnv) IsStage(name string) bool { return loved.IsStage(name) }
func (e packageEnv) IsGo(name string) bool  { return e[name] }

// TestGoStaysGo reads sources of Go's own library. They have no pipelines, so
// no finding may be made and no byte changed.
func TestGoStaysGo(t *testing.T) {
	root := filepath.Join(build.Default.GOROOT, "src")
	if _, err := os.Stat(root); err != nil {
		t.Skip("no sources of Go's library here:", err)
	}
	files := 0
	for _, dir := range []string{
		"bufio", "bytes", "crypto/tls", "encoding/json", "encoding/gob", "fmt", "go/ast", "go/parser", "go/printer", "go/scanner", "go/types",
		"go/doc", "image/png", "iter", "maps", "math/big", "net", "net/http", "os", "reflect", "regexp", "slices", "sort", "strings", "syscall",
		"text/template", "text/template/parse", "time", "unicode", "archive/zip", "compress/flate", "database/sql",
	} {
		files += readPackage(t, filepath.Join(root, dir))
	}
	if files < 500 {
		t.Errorf("read %d files only", files)
	}
}

func readPackage(t *testing.T, dir string) (files int) {
	sources, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	env := packageEnv{}
	for _, name := range sources {
		if f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution); err == nil {
			env.declare(f)
		}
	}
	for _, name := range sources {
		if strings.HasSuffix(name, "_test.go") {
			continue // examples import by dot, which says nothing of the names
		}
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files++
		c, found := syntax.Parse(name, string(src), env)
		if len(found) > 0 {
			t.Errorf("%s", strings.Join(found.Traceback(false), "\n"))
			continue
		}
		if text, sites := lower.Lower(c, 0); text != string(src) || len(sites) > 0 {
			t.Errorf("%s changed: %v", name, sites)
		}
	}
	return files
}

// declare enters the names of the declarations outside functions.
func (e packageEnv) declare(f *ast.File) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				e[d.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					e[spec.Name.Name] = true
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						e[id.Name] = true
					}
				}
			}
		}
	}
}
