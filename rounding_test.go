package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// exact are the functions of package math that have one answer on every
// processor: nothing in them is rounded, or it is rounded once by definition.
var exact = []string{
	"Abs", "Ceil", "Copysign", "FMA", "Float32bits", "Float32frombits", "Float64bits", "Float64frombits", "Floor", "Frexp", "Ilogb", "Inf",
	"IsInf", "IsNaN", "Ldexp", "Max", "Min", "Mod", "Modf", "NaN", "Nextafter", "Nextafter32", "Round", "RoundToEven", "Signbit", "Sqrt", "Trunc",
}

// TestEngineAsksPackageMathForExactAnswersOnly finds calls of functions whose bits
// depend on the processor; engine/internal/elementary has them.
func TestEngineAsksPackageMathForExactAnswersOnly(t *testing.T) {
	seen := 0
	err := filepath.WalkDir("engine", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") || file == filepath.Join("engine", "internal", "elementary", "pow.go") {
			return err
		}
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			selector, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := selector.X.(*ast.Ident)
			if !ok || pkg.Name != "math" || !ast.IsExported(selector.Sel.Name) || constant(selector.Sel.Name) {
				return true
			}
			seen++
			if !slices.Contains(exact, selector.Sel.Name) {
				t.Errorf("%s: math.%s has other bits on other processors", files.Position(n.Pos()), selector.Sel.Name)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 300 {
		t.Fatalf("looked at %d calls only", seen)
	}
}

// constant reports whether a name of package math is a constant.
func constant(name string) bool {
	return regexp.MustCompile(`^(Max|Min|Smallest|SmallestNonzero)(Int|Uint|Float).*|^(Pi|E|Phi|Ln2|Ln10|Log2E|Log10E|Sqrt2|SqrtE|SqrtPi|MaxInt)$`).MatchString(name)
}

// fused are the instructions that round a product and a sum together.
var fused = regexp.MustCompile(`\(([^()]*\.go):(\d+)\)\s+VF(N?M)(ADD|SUB)`)

// TestNothingIsFusedByTheCompiler builds the engine for processors with fused steps
// and looks at the assembler: a product and a sum may be rounded together where
// the text says math.FMA, and nowhere else. Where this fails, write float64(x*y).
func TestNothingIsFusedByTheCompiler(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles the engine, which takes a while")
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("it knows the instructions of amd64")
	}
	build := exec.Command("go", "build", "-o", os.DevNull, "-gcflags=unfold/engine/...=-S", "./engine/...")
	build.Env = append(os.Environ(), "GOAMD64=v3", "GOOS=linux")
	out, err := build.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%.2000s", err, out)
	}
	if len(out) < 1e6 {
		t.Fatalf("the compiler wrote %d bytes of assembler only", len(out))
	}
	lines := map[string][]string{}
	for _, match := range fused.FindAllStringSubmatch(string(out), -1) {
		file := match[1]
		number, err := strconv.Atoi(match[2])
		if err != nil {
			t.Fatal(err)
		}
		if lines[file] == nil {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			lines[file] = strings.Split(string(text), "\n")
		}
		if !strings.Contains(lines[file][number-1], "math.FMA(") {
			t.Errorf("%s:%d is fused", file, number)
		}
	}
}
