package erase_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"unfold/dsl/interp/erase"
	"unfold/dsl/interp/gotypes"
	"unfold/dsl/interp/mint"
)

var update = flag.Bool("update", false, "write what cells become into testdata")

// TestErase rewrites the cells of testdata. A section name.go is a cell, and the
// section behind it what it becomes, or why it is refused: first what the names
// in it stand for that have been made, then the text.
func TestErase(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cells in testdata: %v", err)
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			out := &txtar.Archive{Comment: archive.Comment}
			for i, f := range archive.Files {
				name, isCell := strings.CutSuffix(f.Name, ".go")
				if !isCell {
					continue
				}
				got, want := erased(t, f), ""
				if i+1 < len(archive.Files) && archive.Files[i+1].Name == name+".erased" {
					want = string(archive.Files[i+1].Data)
				}
				if got != want && !*update {
					t.Errorf("%s becomes\n%s\nand not\n%s", f.Name, got, want)
				}
				out.Files = append(out.Files, f, txtar.File{Name: name + ".erased", Data: []byte(got)})
			}
			if *update {
				if err := os.WriteFile(path, txtar.Format(out), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// erased is what a cell becomes.
func erased(t *testing.T, f txtar.File) string {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, f.Name, "package main\n"+string(f.Data), parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	h := newHost(fset)
	info, errs := h.Typecheck(file, nil)
	if len(errs) > 0 {
		t.Fatalf("%s: %v", f.Name, errs)
	}
	e := erase.New(h.packages.Compiled, h.home, "unfold/erased")
	e.Host = h
	unit, err := e.Unit(file, info, func(d *ast.FuncDecl) *types.Func {
		m, _ := info.Defs[d.Name].(*types.Func)
		if m == nil || m.Signature().Recv() == nil {
			return nil
		}
		return m
	}, nil)
	if err != nil {
		return "refused: " + err.Error() + "\n"
	}
	return legend(unit) + text(t, fset, unit.File)
}

// legend says what the names stand for that rewriting has made.
func legend(unit *erase.Unit) string {
	said := map[string]bool{}
	for id, obj := range unit.Info.Uses {
		name := "// " + id.Name + ": "
		of := types.TypeString(obj.Type(), (*types.Package).Name)
		switch obj := obj.(type) {
		case *types.TypeName:
			said[name+of] = strings.Contains(id.Name, "#")
		case *types.Const:
			said[name+obj.Val().String()+", "+of] = strings.Contains(id.Name, "#")
		case *types.Func:
			said[name+of] = obj.Pkg() != nil && obj.Pkg().Name() == "erased"
		}
	}
	maps.DeleteFunc(said, func(_ string, made bool) bool { return !made })
	list := slices.Sorted(maps.Keys(said))
	if len(list) == 0 {
		return ""
	}
	return strings.Join(list, "\n") + "\n\n"
}

func text(t *testing.T, fset *token.FileSet, file *ast.File) string {
	t.Helper()
	var b bytes.Buffer
	for _, d := range file.Decls {
		if err := format.Node(&b, fset, d); err != nil {
			t.Fatal(err)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// A host is a session with one cell.
type host struct {
	fset     *token.FileSet
	home     *types.Package
	packages *gotypes.Importer
	types    *mint.Maker
}

func newHost(fset *token.FileSet) *host {
	packages := gotypes.New(gotypes.Library{
		"encoding/json/json": {{Name: "Unmarshal", Value: json.Unmarshal}},
		"errors/errors":      {{Name: "As", Value: errors.As}, {Name: "New", Value: errors.New}},
		"fmt/fmt": {
			{Name: "Println", Value: fmt.Println}, {Name: "Printf", Value: fmt.Printf}, {Name: "Sprint", Value: fmt.Sprint},
			{Name: "Stringer", Value: (*fmt.Stringer)(nil)},
		},
		"reflect/reflect": {{Name: "TypeOf", Value: reflect.TypeOf}},
	})
	unable := &mint.Unable{Reason: "why", Remedy: "what helps"}
	return &host{fset: fset, home: types.NewPackage("main", "main"), packages: packages,
		types: &mint.Maker{Compiled: packages.Compiled, Unable: unable}}
}

// Typecheck implements erase.Host.
func (h *host) Typecheck(file *ast.File, objects []types.Object) (*types.Info, []types.Error) {
	*h.home = *types.NewPackage("main", "main") // the same one with nothing in it
	for _, obj := range objects {
		h.home.Scope().Insert(obj)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances: map[*ast.Ident]types.Instance{},
	}
	var errs []types.Error
	conf := types.Config{Importer: h.packages, Error: func(err error) {
		var e types.Error
		if errors.As(err, &e) && !e.Soft {
			errs = append(errs, e)
		}
	}}
	_ = types.NewChecker(&conf, h.fset, h.home, info).Files([]*ast.File{file})
	return info, errs
}

// Runtime implements erase.Host.
func (h *host) Runtime(t types.Type) (reflect.Type, error) { return h.types.Type(t) }

// Wrapper implements erase.Host: there is one for fmt.Stringer.
func (h *host) Wrapper(t *types.Named) (reflect.Type, bool) {
	return reflect.TypeFor[struct{ IValue any }](), t.Obj().Name() == "Stringer"
}

// Supply implements erase.Host.
func (*host) Supply(string, reflect.Value) {}

// Named implements erase.Host.
func (*host) Named(types.Object) string { return "" }

// Name implements erase.Host.
func (*host) Name(types.Object, string) {}

// Instance implements erase.Host.
func (*host) Instance(f *types.Func, args *types.TypeList, _ token.Pos) string {
	name := f.Name()
	for t := range args.Types() {
		name += "#" + t.String()
	}
	return name
}

// Method implements erase.Host.
func (*host) Method(m *types.Func, _ token.Pos) string { return m.Name() }

// Instantiate implements erase.Host.
func (*host) Instantiate(*types.Named, token.Pos) {}
