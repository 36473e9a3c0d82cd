package docs_test

import (
	"go/ast"
	"go/build"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"unfold/stdlib/docs"
)

func TestLookup(t *testing.T) {
	var l docs.Library
	for _, c := range []struct{ path, name, declaration, comment string }{
		{"strings", "HasPrefix", "func HasPrefix(s, prefix string) bool", "begins with prefix"},
		{"strings", "Builder.WriteString", "func (b *Builder) WriteString(s string) (int, error)", "appends"},
		{"math", "Pi", "const Pi", "A000796"},
		{"net/http", "Client.Timeout", "Timeout time.Duration", "time limit"},
		{"net/http", "Handler.ServeHTTP", "ServeHTTP(ResponseWriter, *Request)", ""},
		{"net/http", "Client.CheckRedirect", "CheckRedirect func(req *Request, via []*Request) error", "policy"},
		{"gonum.org/v1/gonum/mat", "NewDense", "func NewDense(r, c int, data []float64) *Dense", "creates"},
		{"gonum.org/v1/gonum/stat", "Mean", "func Mean(x, weights []float64) float64", "weighted mean"},
		{"slices", "SortFunc", "func SortFunc[S ~[]E, E any](x S, cmp func(a, b E) int)", "sorts"},
		{"io", "EOF", "var EOF = errors.New(\"EOF\")", "no more input"},
		{"unfold/engine", "Report.Score", "func (r *Report) Score(name string) (Summary, bool)", ""},
		{"builtin", "append", "func append(slice []Type, elems ...Type) []Type", "built-in"},
	} {
		declaration, comment, ok := l.Lookup(c.path, c.name)
		if !ok || !strings.HasPrefix(declaration, c.declaration) || !strings.Contains(comment, c.comment) {
			t.Errorf("%s.%s is %v %q: %q", c.path, c.name, ok, declaration, comment)
		}
	}
	if _, _, ok := l.Lookup("strings", "Nothing"); ok {
		t.Error("strings.Nothing is documented")
	}
	if _, _, ok := l.Lookup("example.org/none", "Nothing"); ok {
		t.Error("an unknown package is documented")
	}
	if s := l.Synopsis("strings"); !strings.HasPrefix(s, "Package strings implements") {
		t.Errorf("strings is said to be %q", s)
	}
	if s := l.Sentence("strings"); s != "Package strings implements simple functions to manipulate UTF-8 encoded strings." {
		t.Errorf("strings is said to be %q", s)
	}
	if names := l.Names("strings"); !slices.Contains(names, "Cut") || !slices.Contains(names, "Builder") {
		t.Errorf("strings has %v", names)
	}
}

// TestCurrent reads sources where they are at hand and compares all that they
// export.
func TestCurrent(t *testing.T) {
	root := filepath.Join(build.Default.GOROOT, "src")
	if _, err := os.Stat(root); err != nil {
		t.Skip("no sources of Go's library here:", err)
	}
	gomod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	_, version, _ := strings.Cut(string(gomod), "\ngo ")
	version, _, _ = strings.Cut(version, "\n")
	if !strings.HasPrefix(runtime.Version(), "go"+strings.Join(strings.SplitN(version, ".", 3)[:2], ".")) {
		t.Skipf("documented is Go %s, this is %s", version, runtime.Version())
	}
	var l docs.Library
	for path, dir := range map[string]string{
		"strings": filepath.Join(root, "strings"), "sort": filepath.Join(root, "sort"), "bufio": filepath.Join(root, "bufio"),
		"encoding/json": filepath.Join(root, "encoding/json"), "unfold/engine": "../../engine",
	} {
		for name, comment := range exported(t, path, dir) {
			if _, got, ok := l.Lookup(path, name); !ok || got != strings.TrimSpace(comment) {
				t.Errorf("%s.%s is out of date; run go generate ./stdlib/docs", path, name)
			}
		}
	}
}

// exported lists the functions, types and methods of a package, with comments.
func exported(t *testing.T, path, dir string) map[string]string {
	t.Helper()
	p, err := build.ImportDir(dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(files, filepath.Join(dir, name), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, f)
	}
	d, err := doc.NewFromFiles(files, parsed, path)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, f := range d.Funcs {
		all[f.Name] = f.Doc
	}
	for _, k := range d.Types {
		all[k.Name] = k.Doc
		for _, f := range k.Funcs {
			all[f.Name] = f.Doc
		}
		for _, m := range k.Methods {
			all[k.Name+"."+m.Name] = m.Doc
		}
	}
	return all
}

func TestSize(t *testing.T) {
	info, err := os.Stat("docs.zip")
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > 3<<20 {
		t.Errorf("the documents weigh %d bytes, more than 3 MiB", info.Size())
	}
}

func TestManyAtOnce(t *testing.T) {
	var l docs.Library
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for _, path := range l.Paths()[:30] {
				l.Names(path)
			}
		})
	}
	wait.Wait()
}

func BenchmarkUnpack(b *testing.B) {
	for b.Loop() {
		var l docs.Library
		l.Lookup("net/http", "Client.Do")
	}
}
