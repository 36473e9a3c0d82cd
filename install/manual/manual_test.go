package manual

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// toy is the command line of no program.
type toy struct {
	Bake struct {
		File  string `arg:"" optional:"" help:"What to bake."`
		Long  bool   `short:"l" help:"Bake it [long]: it's better."`
		Shape string `placeholder:"SHAPE" help:"Bake it so."`
	} `cmd:"" help:"Bake a cake."`
	Doc struct {
		Cake string `arg:"" optional:"" help:"The cake to explain."`
	} `cmd:"" help:"Explain a cake."`
	Secret struct{} `cmd:"" hidden:"" help:"Is not told."`
}

func program() Program {
	parser := kong.Must(new(toy), kong.Name("toy"), kong.Description("Bakes cakes."))
	return Program{
		Application: parser.Model, Version: "1.2", Words: map[string][]string{"doc cake": {"sacher", "stollen"}},
		Sections: []Section{{"Exit status", [][2]string{{"0", "All is baked."}}}},
	}
}

// TestBashCompletes asks bash itself.
func TestBashCompletes(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"toy.bash": program().bash(), "flour.txt": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for line, want := range map[string]string{
		"toy b":         "bake",
		"toy ":          "--help -h bake doc",
		"toy bake --s":  "--shape",
		"toy bake -":    "--help --long --shape -h -l",
		"toy bake fl":   "flour.txt",
		"toy doc s":     "sacher stollen",
		"toy doc st":    "stollen",
		"toy secret --": "",
	} {
		words := strings.Fields(line)
		if strings.HasSuffix(line, " ") {
			words = append(words, "")
		}
		script := `source ./toy.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _toy; echo "${COMPREPLY[@]}"`
		c := exec.CommandContext(t.Context(), bash, append([]string{"--norc", "-c", script, "bash"}, words...)...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		got := strings.Fields(string(out))
		slices.Sort(got)
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%q completes to %q, %v, want %q", line, got, err, want)
		}
	}
}

// TestOtherShells have the words of the declarations; where they are installed, they
// read their scripts.
func TestOtherShells(t *testing.T) {
	for shell, words := range map[string][]string{
		"zsh":  {"#compdef toy", "'bake:Bake a cake.'", `'--long[Bake it (long) it'\''s better.]'`, "'--shape[Bake it so.]:shape:_files'", "'*:cake:(sacher stollen)'"},
		"fish": {"-a bake -d 'Bake a cake.'", "-l long", "-s l", "-l shape -d 'Bake it so.' -r", "-a 'sacher stollen'"},
	} {
		text, err := program().Completion(shell)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range words {
			if !strings.Contains(text, word) {
				t.Errorf("%s has no %s:\n%s", shell, word, text)
			}
		}
		if strings.Contains(text, "secret") {
			t.Errorf("%s tells of what is hidden", shell)
		}
		if path, err := exec.LookPath(shell); err == nil {
			c := exec.CommandContext(t.Context(), path, "-n")
			c.Stdin = strings.NewReader(text)
			if out, err := c.CombinedOutput(); err != nil {
				t.Errorf("%s does not read its script: %v\n%s", shell, err, out)
			}
		}
	}
	if _, err := program().Completion("ash"); err == nil || !strings.Contains(err.Error(), "bash, zsh, fish") {
		t.Error(err)
	}
}

// TestPage is read by groff without a complaint, where that is installed.
func TestPage(t *testing.T) {
	page := program().Page()
	for _, want := range []string{".TH TOY 1", `toy \- bakes cakes`, ".SS bake [<file>]", `\fB\-l\fR, \fB\-\-long\fR`, `\fB\-\-shape\fR \fISHAPE\fR`, ".SH EXIT STATUS", "All is baked."} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q:\n%s", want, page)
		}
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("groff is not installed")
	}
	c := exec.CommandContext(t.Context(), groff, "-man", "-Tutf8", "-ww", "-z")
	c.Stdin = strings.NewReader(page)
	if out, err := c.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("groff: %v\n%s", err, out)
	}
}

// TestWriteAndRemove leaves nothing behind.
func TestWriteAndRemove(t *testing.T) {
	dir := t.TempDir()
	if err := program().Write(dir); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"bash-completion/completions/toy", "zsh/site-functions/_toy", "fish/vendor_completions.d/toy.fish", "man/man1/toy.1"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	for range 2 {
		if err := program().Remove(dir); err != nil {
			t.Error(err)
		}
	}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			t.Errorf("%s is left", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
