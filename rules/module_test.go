package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestMain has the tests run at the top of the tree, whose files they read.
func TestMain(m *testing.M) {
	if err := os.Chdir(".."); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// A code is a package of the module as the compiler sees it, without its tests.
type code struct {
	*types.Package
	room  string // its path below the module
	files []*ast.File
	info  *types.Info
}

// positions are those of all code.
var positions = token.NewFileSet()

// module returns the packages of the module, those first that others import.
func module(t *testing.T) []*code {
	t.Helper()
	all, err := checked()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// checked parses and type-checks the module, once for all tests.
var checked = sync.OnceValues(func() ([]*code, error) {
	list := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,GoFiles,Export", "./...")
	text, err := list.Output()
	if err != nil {
		return nil, err
	}
	packages, exports := packages{}, map[string]string{}
	packages.others = importer.ForCompiler(positions, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for decoder := json.NewDecoder(bytes.NewReader(text)); ; {
		var p struct {
			ImportPath, Dir, Export string
			GoFiles                 []string
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages.ours, nil
		} else if err != nil {
			return nil, err
		}
		exports[p.ImportPath] = p.Export
		if p.ImportPath != "unfold" && !strings.HasPrefix(p.ImportPath, "unfold/") {
			continue
		}
		if err := packages.check(p.ImportPath, p.Dir, p.GoFiles); err != nil {
			return nil, err
		}
	}
})

// packages are those that have been checked, and where others come from.
type packages struct {
	ours   []*code
	others types.Importer
}

// Import returns a package, ours from its source.
func (p *packages) Import(path string) (*types.Package, error) {
	for _, c := range p.ours {
		if c.Path() == path {
			return c.Package, nil
		}
	}
	return p.others.Import(path)
}

func (p *packages) check(path, dir string, names []string) error {
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	c := &code{room: strings.TrimPrefix(strings.TrimPrefix(path, "unfold"), "/"), info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}}
	for _, name := range names {
		file, err := filepath.Rel(here, filepath.Join(dir, name))
		if err != nil {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(positions, file, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		c.files = append(c.files, parsed)
	}
	c.Package, err = (&types.Config{Importer: p}).Check(path, positions, c.files, c.info)
	p.ours = append(p.ours, c)
	return err
}

// within reports whether a package is a room or lies in it.
func (c *code) within(room string) bool { return c.room == room || strings.HasPrefix(c.room, room+"/") }
