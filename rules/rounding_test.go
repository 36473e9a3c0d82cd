package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
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
	engineSelects(t, func(at token.Position, of ast.Expr, name string) {
		pkg, ok := of.(*ast.Ident)
		if !ok || pkg.Name != "math" || !ast.IsExported(name) || constant(name) || at.Filename == filepath.Join("engine", "internal", "elementary", "pow.go") {
			return
		}
		seen++
		if !slices.Contains(exact, name) {
			t.Errorf("%s: math.%s has other bits on other processors", at, name)
		}
	})
	if seen < 300 {
		t.Fatalf("looked at %d calls only", seen)
	}
}

// apart are functions of gonum that add products in loops of their own, which are
// fused on some processors and not on others, rather than by the routines that
// engine/linear/blas registers.
var apart = []string{
	"mat.Inner", "AddScaledVec", "RankOne", "RankTwo", "SymRankOne",
	"Ger", "Rot", "Sbmv", "Symm", "Syr", "Syr2", "Syr2k", "Trmv", "Trsv",
}

// TestEngineSumsProductsByItsOwnRoutines finds calls of such functions. Where it
// fails, call those of engine/internal/simd and linalg, or have engine/linear/blas
// register the routine.
func TestEngineSumsProductsByItsOwnRoutines(t *testing.T) {
	seen := 0
	engineSelects(t, func(at token.Position, of ast.Expr, name string) {
		if name == "Mul" {
			seen++
		}
		if pkg, ok := of.(*ast.Ident); slices.Contains(apart, name) || ok && slices.Contains(apart, pkg.Name+"."+name) {
			t.Errorf("%s: %s has other bits on other processors", at, name)
		}
	})
	if seen < 30 {
		t.Fatalf("looked at %d products only", seen)
	}
}

// engineSelects shows every name that the engine's code selects, and what from.
func engineSelects(t *testing.T, see func(at token.Position, of ast.Expr, name string)) {
	err := filepath.WalkDir("engine", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if selector, ok := n.(*ast.SelectorExpr); ok {
				see(files.Position(n.Pos()), selector.X, selector.Sel.Name)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// constant reports whether a name of package math is a constant.
func constant(name string) bool {
	return regexp.MustCompile(`^(Max|Min|Smallest|SmallestNonzero)(Int|Uint|Float).*|^(Pi|E|Phi|Ln2|Ln10|Log2E|Log10E|Sqrt2|SqrtE|SqrtPi|MaxInt)$`).MatchString(name)
}

// fused is what the compiler says of a product and a sum that it rounds together.
var fused = regexp.MustCompile(`fmahash\S* triggered (\S+)`)

// TestNothingIsFusedByTheCompiler builds the engine for arm64, whose compiler fuses all
// that others do and differences too, and asks it what it rounds together: a product
// and a sum may be where the text says math.FMA, and nowhere else. Where this fails,
// write float64(x*y) or, since half of a number is a product to the compiler,
// float64(x/2).
func TestNothingIsFusedByTheCompiler(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles the engine for another processor")
	}
	planted := filepath.Join(t.TempDir(), "planted.go")
	if err := os.WriteFile(planted, []byte("package planted\n\nfunc Sum(x, y, z float64) float64 { return x*y + z }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	processors := [][]string{{"GOARCH=arm64"}}
	if os.Getenv("UNFOLD_LONG") != "" {
		processors = append(processors, []string{"GOARCH=amd64", "GOAMD64=v3"})
	}
	for _, processor := range processors {
		if found := fusedIn(t, processor, planted); len(found) != 1 || !strings.Contains(found[0][1], "planted.go:3") {
			t.Fatalf("%v: the compiler tells %v of a sum that it fuses", processor, found)
		}
		for _, found := range fusedIn(t, processor, computing(t)...) {
			t.Errorf("%v: %s is fused", processor, found[1])
		}
	}
}

// computing are the packages of the engine but for formats that do not compute, and
// bring three quarters of what there is to compile.
func computing(t *testing.T) (packages []string) {
	for _, c := range module(t) {
		if c.within("engine") && c.room != "engine/data/format/columnar" && c.room != "engine/data/format/sqlite" {
			packages = append(packages, c.Path())
		}
	}
	return packages
}

// fusedIn is what the compiler fuses for a processor in packages or a file.
func fusedIn(t *testing.T, processor []string, packages ...string) [][]string {
	asked := "-gcflags=-d=fmahash=1/0" // places whose hash ends in either
	build := exec.Command("go", append([]string{"build", "-o", os.DevNull, asked}, packages...)...)
	build.Env = append(append(os.Environ(), "GOOS=linux", "CGO_ENABLED=0"), processor...)
	out, err := build.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%.2000s", err, out)
	}
	return fused.FindAllStringSubmatch(string(out), -1)
}
