package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unfold/rules/document"
)

// TestOthersReadEmbeddings runs the lines of docs/language.md by which Python and R read
// what --embedding writes, where these are installed.
func TestOthersReadEmbeddings(t *testing.T) {
	dir := t.TempDir()
	if out, errs, ok := program(t, dir, "", "run", "-e", "balance | sample(60) | holdout(0.25) | pca(dim=2) | knn(3)", "--embedding", "places.csv"); !ok {
		t.Fatal(out, errs)
	}
	for _, need := range []struct{ program, check, line, want string }{
		{"python3", "import pandas", "python3 -c ", "training"},
		{"Rscript", "1", "Rscript -e ", ""},
	} {
		t.Run(need.program, func(t *testing.T) {
			line := lineOf(t, "docs/language.md", need.line)
			interpreter, err := finds(need.program, need.check)
			if err != nil {
				t.Skipf("%s cannot %q: %v", need.program, need.check, err)
			}
			c := exec.CommandContext(t.Context(), interpreter, strings.TrimSuffix(need.line, " ")[len(need.program)+1:], line)
			c.Dir = dir
			if out, err := c.CombinedOutput(); err != nil || !strings.Contains(string(out), need.want) {
				t.Errorf("%s: %v\n%s", line, err, out)
			}
		})
	}
}

// lineOf is the quoted program behind the command that a line of a document begins with.
func lineOf(t *testing.T, file, command string) string {
	t.Helper()
	for line := range strings.Lines(document.Read(t, file)) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), command); ok {
			return strings.Trim(rest, "'")
		}
	}
	t.Fatalf("%s has no line %q", file, command)
	return ""
}

// finds looks for an interpreter that can run a line, in the path and where systems keep
// their own.
func finds(name, line string) (string, error) {
	flag := map[string]string{"python3": "-c", "Rscript": "-e"}[name]
	for _, path := range append(filepath.SplitList(os.Getenv("PATH")), "/usr/bin") {
		interpreter := filepath.Join(path, name)
		if exec.Command(interpreter, flag, line).Run() == nil {
			return interpreter, nil
		}
	}
	return "", fmt.Errorf("none of the path can")
}
