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

// TestScriptsEndAsPrograms: by os.Exit, by what package flag cannot read, and where all
// goroutines wait.
func TestScriptsEndAsPrograms(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		text, out, says string
		code            int
	}{
		{"fmt.Println(1)\nos.Exit(0)\n// %%\nfmt.Println(2)", "1\n", "", 0},
		{"fmt.Println(1)\n%env A=1\nos.Exit(0)\nfmt.Println(2)", "1\n", "", 0},
		{"fmt.Println(1)\nfunc() { defer fmt.Println(3); os.Exit(7) }()", "1\n", "exit status 7", 7},
		{"flag.Parse()\nfmt.Println(flag.Args())", "", "flag provided but not defined: -bogus", 2},
		{"defer fmt.Println(1)\nch := make(chan int)\n<-ch", "", "all goroutines are asleep - deadlock!", 2},
		{"var mu sync.Mutex\nmu.Lock()\n// %%\nmu.Lock()", "", "all goroutines are asleep - deadlock!", 2},
		{"ch := make(chan int)\ngo func() { ch <- 1 }()\n<-ch\nvar wg sync.WaitGroup\nwg.Add(1)\ngo func() { select {} }()\nwg.Wait()", "", "deadlock!", 2},
		{"<-time.After(700 * time.Millisecond)\nfmt.Println(1)", "1\n", "", 0},
		{"ch := make(chan int)\ngo func() { time.Sleep(700 * time.Millisecond); ch <- 1 }()\nfmt.Println(<-ch)", "1\n", "", 0},
		{"ch := make(chan int)\ngo func() { for i := range 50000 { ch <- i }; close(ch) }()\nn := 0\nfor range ch { n++ }\nfmt.Println(n)", "50000\n", "", 0},
	} {
		text := "import (\"flag\"; \"fmt\"; \"os\"; \"sync\"; \"time\")\nvar (_ = flag.Parse; _ = fmt.Println; _ = os.Exit; _ sync.Mutex; _ = time.Sleep)\n" + c.text
		if err := os.WriteFile(filepath.Join(dir, "s.uf"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		args := []string{"run", "s.uf"}
		if c.code == 2 {
			args = append(args, "--", "-bogus")
		}
		out, _, _ := program(t, dir, "", args...)
		if code, says := status(t, dir, args...); out != c.out || code != c.code || !strings.Contains(says, c.says) || c.says == "" && says != "" {
			t.Errorf("%s\nends with %d after %q and says %s", c.text, code, out, says)
		}
	}
}
