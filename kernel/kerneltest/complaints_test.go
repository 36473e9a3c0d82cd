package kerneltest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// root is the folder of the module, seen from this one.
const root = "../.."

// TestComplaintsAreAnswered looks up the tests and documents that the list of
// complaints names.
func TestComplaintsAreAnswered(t *testing.T) {
	list, err := os.ReadFile("complaints.md")
	if err != nil {
		t.Fatal(err)
	}
	answered := 0
	for line := range strings.Lines(string(list)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		if len(cells) != 4 || strings.TrimSpace(cells[0]) == "where" {
			continue
		}
		where, held := strings.TrimSpace(cells[0]), strings.TrimSpace(cells[3])
		if file, phrase, isDocument := strings.Cut(held, ": "); isDocument {
			text, err := os.ReadFile(filepath.Join(root, file))
			if err != nil || !strings.Contains(string(text), phrase) {
				t.Errorf("%s: %s does not speak of %q", where, file, phrase)
			}
		} else if folder, name, _ := strings.Cut(held, " "); !declares(t, folder, name) {
			t.Errorf("%s: no %s in %s", where, name, folder)
		}
		answered++
	}
	if answered < 30 {
		t.Errorf("%d complaints were read", answered)
	}
}

// declares reports whether a test file of a folder declares a function.
func declares(t *testing.T, folder, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == name {
				return true
			}
		}
	}
	return false
}
