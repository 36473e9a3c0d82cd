package core

import (
	"bytes"
	"flag"
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"unfold/dsl/interp/mint"
	"unfold/dsl/interp/workspace"
)

var update = flag.Bool("update", false, "write what the cells of testdata become behind each pass")

// TestPasses compares what cells become behind each pass with its goldens: of
// testdata/PASS.txtar, name.go is a cell and name.core what is left of it. Each
// cell is one that the pass changes.
func TestPasses(t *testing.T) {
	for i, p := range passes {
		t.Run(p.name, func(t *testing.T) {
			path := filepath.Join("testdata", p.name+".txtar")
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			made := &txtar.Archive{Comment: archive.Comment}
			for _, f := range archive.Files {
				name, isCell := strings.CutSuffix(f.Name, ".go")
				if !isCell {
					continue
				}
				before, after := behind(t, string(f.Data), i), behind(t, string(f.Data), i+1)
				if before == after {
					t.Errorf("the pass leaves %s as it is", name)
				}
				made.Files = append(made.Files, f, txtar.File{Name: name + ".core", Data: []byte(after)})
			}
			if len(made.Files) == 0 {
				t.Fatal("there are no cells")
			}
			if text := txtar.Format(made); *update {
				if err := os.WriteFile(path, text, 0o666); err != nil {
					t.Fatal(err)
				}
			} else if want := txtar.Format(archive); !bytes.Equal(text, want) {
				t.Errorf("%s: got\n%s\nwant\n%s", path, text, want)
			}
		})
	}
}

// TestFaultsNamePasses holds what the faults of the interpreter say of passes to
// those that there are.
func TestFaultsNamePasses(t *testing.T) {
	for _, f := range faults(t) {
		if !slices.ContainsFunc(passes, func(p pass) bool { return p.name == f.pass }) {
			t.Errorf("%s names %s, which is no pass", f.name, f.pass)
		}
	}
}

// behind is what a cell has become behind the first passes.
func behind(t *testing.T, text string, count int) string {
	all := passes
	passes = all[:count]
	defer func() { passes = all }()
	c, l := understood(t, text)
	low := l.lowering(c)
	if low.cell(c); low.refusal != nil {
		t.Fatalf("%s: %s", text, low.refusal.Message)
	}
	var b bytes.Buffer
	if err := printer.Fprint(&b, token.NewFileSet(), append(low.first, low.body...)); err != nil {
		t.Fatal(err)
	}
	names := strings.NewReplacer("import#unfold#dsl#interp#", "", "import#", "")
	return strings.TrimSpace(names.Replace(b.String())) + "\n"
}

// understood is a cell as a session without any other would have it.
func understood(t *testing.T, text string) (*Cell, *Lowerer) {
	prelude := types.NewPackage(PreludePath, "prelude")
	var l *Lowerer
	w, err := workspace.New(workspace.Options{
		Prelude:      prelude,
		Unique:       func(prefix string) string { return l.Unique(prefix) },
		Initialise:   func(*workspace.Plan) error { return nil },
		RemoveMethod: func(*types.Named, *types.Func) {},
	})
	if err != nil {
		t.Fatal(err)
	}
	maker := &mint.Maker{Compiled: w.Packages.Tables.Compiled}
	l = New(maker, w.Packages.Tables, w.Own, prelude, w.Files.AddFile("_", -1, 1).Pos(0))
	p := w.Plan("cell", text)
	for _, problem := range p.Problems {
		t.Fatalf("%s: %s", text, problem.Message)
	}
	c := &Cell{World: alone{p.World()}, Main: p.Main()}
	for _, u := range p.Units {
		c.Units = append(c.Units, unit(u))
	}
	return c, l
}

func unit(u *workspace.Unit) *Unit {
	made := &Unit{Info: u.Info}
	if u.Declares {
		made.Decls = u.File.Decls
		return made
	}
	for _, s := range u.Statements() {
		next := Stmt{Stmt: s.Stmt, Shown: s.Shown}
		for _, again := range s.Then {
			next.Then = append(next.Then, unit(again))
		}
		made.Stmts = append(made.Stmts, next)
	}
	return made
}

// alone is the names of a workspace with one cell.
type alone struct{ *workspace.World }

func (w alone) Instantiate(of types.Object, bound map[string]types.Type) (*ast.FuncDecl, *types.Info, error) {
	fn, info, _, err := w.World.Instantiate(of, bound)
	return fn, info, err
}
