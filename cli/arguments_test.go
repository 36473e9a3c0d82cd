package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestScriptsHaveTheirArguments, and nothing of the program's own line.
func TestScriptsHaveTheirArguments(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const list = "import (\"fmt\"; \"os\")\nfmt.Printf(\"%q\", os.Args)\n"
	const flags = "import (\"flag\"; \"fmt\")\nn := flag.Int(\"n\", 1, \"how many\")\nflag.Parse()\n" +
		"fmt.Println(*n, flag.Args(), flag.CommandLine.Name())\n"
	write("s.uf", list)
	write("flags.uf", flags)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"s.uf"}, `["s.uf"]`},
		{[]string{"-q", "s.uf", "a", "b c"}, `["s.uf" "a" "b c"]`},
		{[]string{"s.uf", "-q", "a", "-n", "--save"}, `["s.uf" "a" "-n" "--save"]`},
		{[]string{"s.uf", "--", "-n", "--", "a"}, `["s.uf" "-n" "--" "a"]`},
		{[]string{"-e", list, "a", "b"}, `["-e" "a" "b"]`},
		{[]string{"-e", list, "--", "-n"}, `["-e" "-n"]`},
		{[]string{"-e", list}, `["-e"]`},
		{[]string{"flags.uf", "--", "-n", "3", "x"}, "3 [x] flags.uf\n"},
		{[]string{"flags.uf", "x"}, "1 [x] flags.uf\n"},
	} {
		if out, errs, ok := program(t, dir, "", append([]string{"run"}, c.args...)...); !ok || out != c.want {
			t.Errorf("%q: %v %q %s, want %q", c.args, ok, out, errs, c.want)
		}
	}
	if out, errs, _ := program(t, dir, list, "repl"); !strings.Contains(out, `["unfold"]`) {
		t.Errorf("the prompt: %q %s", out, errs)
	}
	if out, errs, ok := program(t, dir, "println(1)", "run", "-", "s.uf"); !ok || !strings.Contains(errs, "changes nothing: s.uf") {
		t.Errorf("arguments that nobody reads: %q %s", out, errs)
	}
	if code, errs := status(t, dir, "run", "-e", "1+1", "s.uf"); code != 2 || !strings.Contains(errs, "name a file, or") {
		t.Errorf("a text beside a file ends with %d: %s", code, errs)
	}
}

// TestNotebooksHaveTheirNameAlone where a server tells it, and a word else.
func TestNotebooksHaveTheirNameAlone(t *testing.T) {
	for path, want := range map[string]string{"": "notebook", "/home/someone/wine.ipynb": "wine.ipynb"} {
		if t.Setenv("JPY_SESSION_NAME", path); notebookName() != want {
			t.Errorf("%q is called %q", path, notebookName())
		}
	}
}
