package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
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
