package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers are the rooms of the tree from the bottom up. A package may import
// packages of its own room where the second field says so, and of the rooms
// it names.
var layers = []struct {
	room    string   // packages whose path starts so; the longest match counts
	imports []string // rooms it may import
}{
	{"engine/internal", []string{"engine", "engine/internal"}},
	{"engine/internal/elementary", nil},
	{"engine/internal/moments", nil},
	{"engine", []string{"engine/figure", "engine/memo", "engine/internal"}},
	{"engine/figure", nil},
	{"engine/wording", nil},
	{"engine/memo", nil},
	{"engine/reportjson", []string{"engine"}},
	{"engine/newrows", []string{"engine", "engine/check"}},
	{"engine/evaluate", []string{"engine", "engine/evidence", "engine/internal", "engine/blas", "engine/check"}},
	{"engine/budget", []string{"engine/internal"}},
	{"engine/check", []string{"engine"}},
	{"engine/blas", []string{"engine", "engine/internal"}},
	{"engine/neighbour", []string{"engine", "engine/check", "engine/internal", "engine/blas"}},
	{"engine/geodesic", []string{"engine", "engine/internal", "engine/blas", "engine/neighbour"}},
	{"engine/spectral", []string{"engine", "engine/internal", "engine/blas"}},
	{"engine/gram", []string{"engine", "engine/internal", "engine/blas"}},
	{"engine/ridge", []string{"engine", "engine/internal", "engine/blas", "engine/gram"}},
	{"engine/smo", []string{"engine", "engine/internal", "engine/blas", "engine/gram"}},
	{"engine/rank", []string{"engine", "engine/check", "engine/internal", "engine/blas"}},
	{"engine/optimum", []string{"engine", "engine/internal"}},
	{"engine/dependence", []string{"engine", "engine/internal", "engine/blas", "engine/spectral", "engine/gram", "engine/optimum"}},
	{"engine/pairwise", []string{"engine", "engine/internal", "engine/blas", "engine/spectral", "engine/optimum", "engine/neighbourhood"}},
	{"engine/neighbourhood", []string{"engine", "engine/check", "engine/internal", "engine/blas", "engine/neighbour", "engine/gram"}},
	{"engine/evidence", []string{"engine", "engine/internal"}},
	{"engine/comparison", []string{"engine", "engine/internal", "engine/evidence"}},
	{"engine/bench", append([]string{"engine/evaluate", "engine/embedding", "engine/extension", "engine/predictor", "engine/metric", "engine/dataset", "engine/generator", "engine/prepare", "engine/quality", "engine/protocol", "engine/view"}, tools...)},
	{"engine/enginetest", []string{"engine/evaluate", "engine", "engine/internal"}},
	{"engine/generator", tools}, {"engine/dataset", append([]string{"engine/generator", "engine/newrows"}, tools...)}, {"engine/protocol", tools}, {"engine/prepare", tools},
	{"engine/metric", tools}, {"engine/embedding", tools}, {"engine/extension", tools},
	{"engine/predictor", tools}, {"engine/quality", tools}, {"engine/view", tools},
	{"stdlib", []string{"engine", "engine/dataset", "engine/generator", "engine/protocol", "engine/prepare", "engine/metric", "engine/embedding", "engine/extension", "engine/predictor", "engine/quality", "engine/view"}},
	{"stdlib/bits", nil},
	{"stdlib/docs", nil},
	{"stdlib/symbols", []string{"engine/evaluate", "engine", "engine/dataset", "engine/generator", "engine/protocol", "engine/prepare", "engine/metric", "engine/embedding", "engine/extension", "engine/predictor", "engine/quality", "engine/view"}},
	{"dsl/cell", []string{"engine"}},
	{"dsl/diag", []string{"engine", "dsl/cell"}},
	{"dsl/syntax", []string{"engine", "dsl/diag", "dsl/cell"}},
	{"dsl/check", []string{"engine/evaluate", "engine", "dsl/diag", "dsl/cell", "dsl/syntax"}},
	{"dsl/lower", []string{"engine", "dsl/diag", "dsl/cell", "dsl/syntax"}},
	{"dsl/interp", []string{"engine", "dsl/cell", "dsl/interp"}},
	{"dsl/command", []string{"engine", "engine/budget", "dsl/cell", "dsl/diag"}},
	{"dsl/assist", []string{"engine/evaluate", "engine", "dsl/cell", "dsl/syntax", "dsl/lower", "dsl/interp", "dsl/command"}},
	{"dsl", []string{"engine/evaluate", "engine", "engine/comparison", "dsl/assist", "dsl/cell", "dsl/diag", "dsl/syntax", "dsl/check", "dsl/lower", "dsl/interp", "dsl/command"}},
	{"kernel/zmtp", nil},
	{"kernel/wire", []string{"kernel/wire", "kernel/zmtp"}},
	{"kernel/history", nil},
	{"kernel/display", nil},
	{"kernel/worker", []string{"engine", "dsl/cell"}},
	{"kernel/render", []string{"engine", "engine/comparison", "dsl/cell", "dsl/diag", "kernel/render", "kernel/display"}},
	{"kernel/notebook", []string{"engine", "dsl/cell"}},
	{"kernel/terminal", []string{"engine", "dsl/cell"}},
	{"kernel", []string{"engine", "dsl/cell", "kernel/wire", "kernel/history"}},
	{"kernel/kerneltest", []string{"engine", "dsl/cell", "kernel", "kernel/wire", "kernel/notebook", "kernel/kerneltest"}},
	{"install", []string{"install"}},
	{"notebooks", nil},
	{"", nil}, // main wires everything; see below
}

// tools are what a family may import. No family is among them: families are
// strangers to one another.
var tools = []string{"engine", "engine/check", "engine/internal", "engine/blas", "engine/neighbour", "engine/geodesic", "engine/spectral", "engine/gram", "engine/ridge", "engine/smo", "engine/rank", "engine/optimum", "engine/neighbourhood", "engine/pairwise", "engine/dependence", "engine/evidence"}

// keepers are the only rooms that may import certain modules.
var keepers = map[string]string{
	"github.com/traefik/yaegi":     "dsl/interp",
	"golang.org/x/crypto":          "kernel/zmtp",
	"go.etcd.io/bbolt":             "kernel/history",
	"github.com/ebitengine/purego": "engine/blas",
}

// vocabulary are the rooms that whoever may import engine may import too.
var vocabulary = []string{"engine/figure", "engine/memo", "engine/newrows", "engine/reportjson", "engine/wording"}

// ground are the rooms that stand on nothing of ours; any room of the engine may
// use them.
var ground = []string{"engine/internal/elementary", "engine/internal/moments"}

func roomOf(pkg string) int {
	best := -1
	for i, l := range layers {
		if l.room == pkg || l.room == "" || strings.HasPrefix(pkg, l.room+"/") {
			if best < 0 || len(l.room) > len(layers[best].room) {
				best = i
			}
		}
	}
	return best
}

func TestImportsRunOneWay(t *testing.T) {
	seen := 0
	eachImport(t, func(file, from, imported string) {
		seen++
		if strings.HasSuffix(file, "_test.go") {
			return // tests may look upward
		}
		for module, keeper := range keepers {
			if strings.HasPrefix(imported, module) && !strings.HasPrefix(from, keeper) {
				t.Errorf("%s imports %s, which is %s's alone", file, imported, keeper)
			}
		}
		// engine/bench is a command, which prints and is interrupted.
		if strings.HasPrefix(from, "engine") && from != "engine/bench" && slices.Contains([]string{"log", "log/slog", "os/signal", "html", "html/template"}, imported) {
			t.Errorf("%s imports %s: nothing under engine prints, logs or knows HTML", file, imported)
		}
		inside, ours := strings.CutPrefix(imported, "unfold/")
		if !ours || from == "" {
			return
		}
		here, there := layers[roomOf(from)], layers[roomOf(inside)]
		if slices.Contains(ground, there.room) && strings.HasPrefix(here.room, "engine") {
			return
		}
		if slices.Contains(vocabulary, there.room) && (here.room == "engine" || slices.Contains(here.imports, "engine")) {
			return
		}
		if !slices.Contains(here.imports, there.room) {
			t.Errorf("%s: %s may not import %s", file, from, inside)
		}
	})
	if seen < 100 {
		t.Fatalf("looked at %d imports only", seen)
	}
}

// TestRoomsExist keeps the table above honest.
func TestRoomsExist(t *testing.T) {
	found := map[string]bool{}
	eachImport(t, func(_, from, _ string) { found[layers[roomOf(from)].room] = true })
	for _, l := range layers {
		if !found[l.room] {
			t.Errorf("no package in room %q", l.room)
		}
	}
}

// eachImport calls yield for every import of every Go file of the module.
func eachImport(t *testing.T, yield func(file, from, imported string)) {
	t.Helper()
	eachFile(t, func(file string) error {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		from := path.Dir(file)
		if from == "." {
			from = ""
		}
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			yield(file, from, imported)
		}
		return nil
	})
}

// eachFile calls yield for every Go file of the module.
func eachFile(t *testing.T, yield func(file string) error) {
	t.Helper()
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == "build" || strings.HasPrefix(d.Name(), ".") && file != ".") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(file, ".go") {
			return nil
		}
		return yield(filepath.ToSlash(file))
	})
	if err != nil {
		t.Fatal(err)
	}
}
