package rules

import (
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"
	"testing"
)

// TestPackagesIntroduceThemselves: whoever opens a package reads in at least three
// lines what it is for; under engine also what it may import and where to start.
func TestPackagesIntroduceThemselves(t *testing.T) {
	introductions := map[string]string{} // by package, the longest comment of a file
	eachFile(t, func(file string) error {
		if strings.HasSuffix(file, "_test.go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		pkg, text := path.Dir(file), parsed.Doc.Text()
		if len(text) >= len(introductions[pkg]) {
			introductions[pkg] = text
		}
		return nil
	})
	if len(introductions) < 60 {
		t.Fatalf("looked at %d packages only", len(introductions))
	}
	for pkg, text := range introductions {
		if strings.Count(text, "\n") < 3 {
			t.Errorf("%s is introduced by %q: write at least three lines of package comment", pkg, text)
		}
		if !strings.HasPrefix(pkg, "engine") {
			continue
		}
		if !strings.Contains(text, "import") {
			t.Errorf("%s does not say what it may import", pkg)
		}
		if !slices.Contains(strings.Fields(text), "Start") {
			t.Errorf("%s does not say where to start reading", pkg)
		}
	}
}
