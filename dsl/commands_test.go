package dsl_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"unfold/dsl"
	"unfold/dsl/cell"
)

// said runs a cell and returns what a reader sees: what it prints, the values
// it shows, its value, its failure.
func said(t *testing.T, s *dsl.Session, code string) string {
	t.Helper()
	out := &memory{}
	value, err := s.Eval(t.Context(), code, out)
	text := out.text.String()
	for _, v := range out.shown {
		text += fmt.Sprintf("shown %v\n", v)
	}
	if err != nil {
		var failure cell.Failure
		if !errors.As(err, &failure) {
			t.Fatalf("%s\n%v is no failure of a cell", code, err)
		}
		return text + strings.Join(failure.Traceback(false), "\n")
	}
	if value != nil {
		text += fmt.Sprintf("= %v\n", value)
	}
	return text
}

func posix(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a POSIX shell")
	}
}

// TestCommandsAmongGo runs cells that mix Go, pipelines and commands.
func TestCommandsAmongGo(t *testing.T) {
	posix(t)
	t.Chdir(t.TempDir())
	s := newSession(t)
	for _, c := range []struct{ code, want string }{
		{"x := 7\n!echo one\ny := x + 1\n!echo two", "one\ntwo\n"},
		{"%who", "x  y\n"},
		{"x\n!echo between\ny", "between\nshown 7\n= 8\n"},
		{"x = 1\n%pwd\n", must(os.Getwd()) + "\n"},
		{"x", "= 1\n"},
		{"%env UNFOLD_TEST='a b'\nimport \"os\"\nos.Getenv(\"UNFOLD_TEST\")", "= a b\n"},
		{"!echo \"[$UNFOLD_TEST]\"", "[a b]\n"},
		{"os.Setenv(\"UNFOLD_TEST\", \"c\")\n%env UNFOLD_TEST", "c\n"},
		{"$echo a   'b'", "a 'b'\n"},
		{"%%bash\nfor i in 1 2; do\n  echo \"$i\"\ndone", "1\n2\n"},
		{"%%writefile 'my notes.txt'\none\n  two", "wrote 2 lines, 10 bytes, to my notes.txt\n"},
		{"%%writefile -a 'my notes.txt'\nthree\n", "wrote 1 lines, 6 bytes, to my notes.txt\n"},
		{"!cat 'my notes.txt'", "one\n  two\nthree\n"},
		{"%%html\n<b>bold</b>", "= {map[text/html:<b>bold</b> text/plain:<b>bold</b>] map[] false}\n"},
		{"%%capture kept\nwaldo.Println(\"hidden\")\n3", "In[15]:2:1: error: undefined: waldo\n  2 | waldo.Println(\"hidden\")\n    | ^^^^^"},
		{"import \"fmt\"", ""},
		{"%%capture kept\nfmt.Println(\"hidden\")\n3", ""},
		{"kept", "= hidden\n\n"},
		{"%reset -v kept x", ""},
		{"%who", "y\n"},
		{"%reset -v x", "In[21]:1:11: error: %reset: no cell has declared x"},
		{"x := \"new\"\nx", "= new\n"},
		{"%reset\n%who", "no cell has declared a name yet\n"},
		{"y", "In[24]:1:1: error: undefined: y"},
		{"x := 2.5\nx", "= 2.5\n"},
	} {
		got := said(t, s, c.code)
		if strings.HasPrefix(c.want, "In[") && strings.HasPrefix(got, c.want) {
			continue
		}
		if got != c.want {
			t.Errorf("%s\nsays %q\nwant %q", c.code, got, c.want)
		}
	}
}

// TestFolders walks about and back.
func TestFolders(t *testing.T) {
	posix(t)
	top := t.TempDir()
	t.Chdir(top)
	t.Setenv("HOME", top)
	if err := os.MkdirAll("a folder/inner", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("a folder/notes.txt", []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := newSession(t)
	top = must(os.Getwd())
	for _, c := range []struct{ code, want string }{
		{"%cd 'a folder'", top + "/a folder\n"},
		{"%cd inner", top + "/a folder/inner\n"},
		{"%cd -", top + "/a folder\n"},
		{"%ls", "            inner/\n   5 bytes  notes.txt\n"},
		{"%ls *.txt", "   5 bytes  notes.txt\n"},
		{"%cd", top + "\n"},
		{"%cd a folder/inner", top + "/a folder/inner\n"},
		{"%cd ~/a folder", top + "/a folder\n"},
		{"%%sh\npwd\ncat notes.txt", top + "/a folder\n12345"},
	} {
		if got := said(t, s, c.code); got != c.want {
			t.Errorf("%s\nsays %q\nwant %q", c.code, got, c.want)
		}
	}
	for name, mime := range map[string]string{"markdown": "text/markdown", "latex": "text/latex", "svg": "image/svg+xml", "javascript": "application/javascript"} {
		shown, ok := eval(t, s, "%%"+name+"\nthe text").(cell.Bundle)
		if !ok || shown.Data[mime] != "the text" || shown.Data["text/plain"] != "the text" {
			t.Errorf("%%%%%s shows %v", name, shown)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestCommandsFailInTheirPlace wants line, column and remedy.
func TestCommandsFailInTheirPlace(t *testing.T) {
	posix(t)
	t.Chdir(t.TempDir())
	s := newSession(t)
	for code, want := range map[string][]string{
		"x := 1\n  %tmie x":                     {":2:3: error: there is no command %tmie", "  2 |   %tmie x", "did you mean %time?"},
		"!exit 3":                               {":1:1: error: !: exit status 3"},
		"!nosuchcommand_ 2>/dev/null":           {"exit status 127", "(!nosuchcommand_)"},
		"%cd nowhere":                           {":1:5: error: %cd: chdir nowhere"},
		"%load nothing.go":                      {":1:7: error: %load: nothing.go is not there"},
		"x := 1\n%time f(\"größe\", nowhere)":   {":2:7: error: undefined: f", "  2 | %time f(\"größe\", nowhere)"},
		"%timeit undefinedName + 1":             {":1:9: error: undefined: undefinedName", "  1 | %timeit undefinedName"},
		"%time load | isomp(k=7)":               {":1:14: error: unknown stage \"isomp\"", "did you mean isomap?"},
		"%timeit":                               {"%timeit: there is nothing to measure"},
		"%timeit -n x 1":                        {"-n takes a whole number from 1, not \"x\""},
		"nosuchtopic?":                          {"nothing is called nosuchtopic"},
		"isomp?":                                {"did you mean isomap?"},
		"%reset x":                              {":1:8: error: %reset: a name stands here without -v"},
		"%%writefile no/such/folder/file\ntext": {"%%writefile: open no/such/folder/file"},
		"%%bash\nexit 4":                        {"%%bash: exit status 4"},
		"%env NO_SUCH_VARIABLE_":                {"NO_SUCH_VARIABLE_ is not set"},
	} {
		got := said(t, s, code)
		for _, part := range want {
			if !strings.Contains(got, part) {
				t.Errorf("%s\nsays\n%s\nwithout %q", code, got, part)
			}
		}
	}
}

// TestACellThatCannotRunDoesNotBegin finds faults behind commands first.
func TestACellThatCannotRunDoesNotBegin(t *testing.T) {
	posix(t)
	t.Chdir(t.TempDir())
	s := newSession(t)
	for _, code := range []string{"!touch made\nx := nowhere", "!touch made\n%nosuch", "!touch made\nload | isomp", "x := 1\n!touch made\nx := )"} {
		if got := said(t, s, code); !strings.Contains(got, "error: ") {
			t.Errorf("%s\nsays %s", code, got)
		}
		if _, err := os.Stat("made"); err == nil {
			t.Fatalf("%s\nhas begun", code)
		}
	}
	if got := said(t, s, "!touch made\nfunc late() int { return 4 }\n%time late()"); !strings.HasSuffix(got, "= 4\n") {
		t.Error(got)
	}
}

func TestTime(t *testing.T) {
	s := newSession(t)
	for code, want := range map[string]string{
		"%time 1 + 2":   "= 3\n",
		"%time x := 41": "took ",
		"%%time\na := 1\n!echo " + "hello\na + 1":                                    "= 2\n",
		"%time swissroll(n=60) | scale\n  | pca(dim=2) // over\n\"behind\"":          "= behind\n",
		"%timeit -n 10 -r 3 1 + 2":                                                   "of 3 runs, 10 loops each",
		"%timeit -n5 -r2 s := 0; for i := range 10 { s += i }":                       "of 2 runs, 5 loops each",
		"import \"strings\"\n%timeit -n 3 -r 2 strings.ToUpper(\"a\")":               "of 2 runs, 3 loops each",
		"%%timeit -n 2 -r 2\nm := map[int]int{}\nm[1]++":                             "of 2 runs, 2 loops each",
		"%timeit -n 1 -r 2 swissroll(n=60) | pca":                                    "of 2 runs, 1 loops each",
		"f := func() (int, error) { return 1, nil }\n%timeit -n 2 -r 1 f()":          "of 1 runs, 2 loops each",
		"g := func() {}\n%timeit -n 2 -r 1 g()":                                      "of 1 runs, 2 loops each",
		"p := swissroll(n=60) | scale\n%timeit -n 2 -r 1 p | pca(dim=2)\np.String()": "= swissroll",
	} {
		got := said(t, s, code)
		if !strings.Contains(got, want) || strings.Contains(got, "error: ") {
			t.Errorf("%s\nsays %s\nwant %q", code, got, want)
		}
	}
}

// TestTimeitMeasures holds a sleep to its length, from below alone.
func TestTimeitMeasures(t *testing.T) {
	s := newSession(t)
	got := said(t, s, "import \"time\"\n%timeit -r 2 time.Sleep(20 * time.Millisecond)")
	mean, err := time.ParseDuration(strings.Fields(got)[0])
	if err != nil || mean < 20*time.Millisecond {
		t.Errorf("says %q: %v", got, err)
	}
	// results that the session keeps do not serve
	out := &memory{}
	if _, err := s.Eval(t.Context(), "swissroll(n=60) | pca\n%timeit -n 2 -r 2 swissroll(n=60) | pca", out); err != nil {
		t.Fatal(err)
	}
	if len(out.progress) == 0 {
		t.Error("nothing was run")
	}
}

// TestCommandsAreInterrupted ends what runs within a moment, and leaves no
// process behind.
func TestCommandsAreInterrupted(t *testing.T) {
	if testing.Short() {
		t.Skip("long: waits for processes to end")
	}
	posix(t)
	t.Chdir(t.TempDir())
	s := newSession(t)
	for _, code := range []string{
		"!echo go; sleep 300; sleep 1; touch survived", // a shell that is interrupted while it starts a program may go on to the next
		"!trap '' INT TERM; echo go; sleep 300; sleep 300; touch survived",
		"%%bash\n(sleep 2; touch survived) & echo go; wait",
		"import (\"fmt\"; \"time\")\nfmt.Println(\"go\")\n%timeit time.Sleep(time.Second)",
		"import \"fmt\"\nfmt.Println(\"go\")\n%timeit 1 + 2",
		"%time fmt.Println(\"go\"); for {}",
	} {
		ctx, cancel := context.WithCancel(t.Context())
		out := &signalled{said: make(chan struct{})}
		done := make(chan error, 1)
		go func() {
			_, err := s.Eval(ctx, code, out)
			done <- err
		}()
		<-out.said
		began := time.Now()
		cancel()
		select {
		case err := <-done:
			if err == nil || !strings.Contains(err.Error(), "interrupted") {
				t.Errorf("%s\nends with %v", code, err)
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("%s\ndoes not end", code)
		}
		t.Logf("%q: %v", strings.SplitN(code, "\n", 2)[0], time.Since(began))
	}
	time.Sleep(2500 * time.Millisecond)
	if _, err := os.Stat("survived"); err == nil {
		t.Error("a process has outlived its cell")
	}
}

// signalled is an output that tells of the first thing that is printed.
type signalled struct {
	memory
	said chan struct{}
}

func (s *signalled) Stream(name, text string) {
	s.memory.Stream(name, text)
	select {
	case <-s.said:
	default:
		close(s.said)
	}
}

// TestShellOutputIsWhole counts every byte of more output than a pipe holds,
// and characters that reads may cut.
func TestShellOutputIsWhole(t *testing.T) {
	posix(t)
	s := newSession(t)
	out := &memory{}
	if _, err := s.Eval(t.Context(), "!i=0; while [ $i -lt 20000 ]; do echo größe$i; i=$((i+1)); done; echo oops >&2", out); err != nil {
		t.Fatal(err)
	}
	text := out.text.String()
	if strings.Count(text, "größe") != 20000 || !strings.Contains(text, "größe19999\n") || !strings.Contains(text, "oops\n") {
		t.Errorf("%d lines of 20000", strings.Count(text, "größe"))
	}
	// what stays in the background holds nobody up
	began := time.Now()
	if got := said(t, s, "!sleep 300 & echo here"); got != "here\n" || time.Since(began) > 20*time.Second {
		t.Errorf("says %q after %v", got, time.Since(began))
	}
}

func TestRunAndLoad(t *testing.T) {
	posix(t)
	folder := t.TempDir()
	t.Chdir(folder)
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("lib.uf", "#!/usr/bin/env unfold\n// %% first\nfunc twice(n int) int { return 2 * n }\n\"middle\"\n// %% [markdown]\n// prose\n// %%\n!echo from the script\ntwice(4)\n")
	write("bad.uf", "x := 1\n// %%\n\ny := nowhere\n")
	write("self.uf", "%run self.uf\n")
	write("notebook.ipynb", "{}")
	s := newSession(t)
	for _, c := range []struct{ code, want string }{
		{"%run lib.uf\ntwice(21)", "from the script\nshown middle\nshown 8\n= 42\n"},
		{"%run bad.uf", "bad.uf:4:6: error: undefined: nowhere\n  4 | y := nowhere"},
		{"%run self.uf", "16 scripts run one another"},
		{"%run notebook.ipynb", "a notebook is no script"},
	} {
		if got := said(t, s, c.code); !strings.Contains(got, c.want) {
			t.Errorf("%s\nsays %s\nwant %s", c.code, got, c.want)
		}
	}
	next, ok := eval(t, s, "%load bad.uf").(cell.Next)
	if !ok || !next.Replace || next.Text != "x := 1\n// %%\n\ny := nowhere" {
		t.Errorf("%%load gives %#v", next)
	}
}

func TestTablesAndHelp(t *testing.T) {
	s := newSession(t)
	eval(t, s, "import \"gonum.org/v1/gonum/mat\"\nbig := mat.NewDense(1000, 100, nil)\nsmall := 1\nfunc f() {}\ntype Point struct{ X int }")
	for code, want := range map[string][]string{
		"%whos":           {"big    variable  *mat.Dense", "800 kB", "In[1]", "Point", "type"},
		"%whos variable":  {"small  variable  int", "8 bytes"},
		"%who function":   {"f\n"},
		"%mem":            {"resident", "budget", "heap in use", "variables", "800 kB", "kept results (0)", "MB"},
		"%lsmagic":        {"%timeit", "%%writefile [-a] file", "!command"},
		"%help":           {"%cd [folder]", "stand on lines of their own"},
		"%env":            {"PATH"},
		"isomap?":         {"isomap"},
		"?isomap":         {"isomap"},
		"%help isomap":    {"isomap"},
		"%time??":         {"%time statement"},
		"small?":          {"small"},
		"show?":           {"shows each value"},
		"%go111module on": {""},
	} {
		got := said(t, s, code)
		for _, part := range want {
			if !strings.Contains(got, part) || strings.Contains(got, "error: ") {
				t.Errorf("%s\nsays\n%s\nwithout %q", code, got, part)
			}
		}
	}
	if page, ok := eval(t, s, "isomap?").(cell.Help); !ok || page.Markdown == "" {
		t.Error("help is no page")
	}
}

func TestCommandsArePendingAndFormatted(t *testing.T) {
	s := newSession(t)
	for code, want := range map[string]cell.Completeness{
		"%who": cell.Complete, "!echo (": cell.Complete, "x := 1\n!echo 'it\ny := 2": cell.Complete,
		"%time f(": cell.Incomplete, "!ls\nfor {": cell.Incomplete, "%%bash\nls": cell.Incomplete, "%%bash\nls\n\n": cell.Complete,
		"isomap?": cell.Complete, "%time load |": cell.Incomplete,
	} {
		if _, got := s.Pending(code); got != want {
			t.Errorf("%q: %v, want %v", code, got, want)
		}
	}
	for code, want := range map[string]string{
		"x:=1\n\n%who  \n// why\n!ls   'a\ny  :=  2": "x := 1\n\n%who  \n// why\n!ls   'a\ny := 2\n",
		"%%bash\nls   x\n":                           "%%bash\nls   x\n",
		"%time  x+1":                                 "%time  x+1\n",
	} {
		got, err := s.Format("In[1]", code)
		if err != nil {
			t.Errorf("%q: %v", code, err)
			continue
		}
		if strings.TrimRight(got, "\n") != strings.TrimRight(want, "\n") {
			t.Errorf("%q\ngives %q\nwant  %q", code, got, want)
		}
		if again, err := s.Format("In[1]", got); err != nil || again != got {
			t.Errorf("%q\nformats anew to %q, %v", got, again, err)
		}
	}
}

// TestCommandsAreCompleted puts the cursor at the end of each text.
func TestCommandsAreCompleted(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"data.csv", "größe.txt"} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll("folder/inner", 0o700); err != nil {
		t.Fatal(err)
	}
	s := newSession(t)
	eval(t, s, "alpha := 1\nbeta := 2")
	for code, want := range map[string]string{
		"%ti":                            "%>time timeit",
		"x := 1\n!echo größe it's\n%who": "x := 1\n!echo größe it's\n%>who whos",
		"%%writ":                         "%%>writefile",
		"%cd fo":                         "%cd >folder/",
		"%cd folder/":                    "%cd folder/>inner/",
		"%load da":                       "%load >data.csv",
		"!cat grö":                       "!cat >größe.txt",
		"%reset -v al":                   "%reset -v >alpha",
		"%help isoma":                    "%help >isomap",
		"%time alp":                      "%time >alpha",
		"!echo 'größe\nalp":              "!echo 'größe\n>alpha",
		"%time load | isoma":             "%time load | >isomap",
		"%pwd ":                          "%pwd >",
	} {
		c := s.Complete(code, len([]rune(code)))
		got := string([]rune(code)[:c.Start]) + ">"
		for i, item := range c.Items {
			if i > 0 {
				got += " "
			}
			got += item.Text
		}
		if got != want {
			t.Errorf("%q: %q, want %q", code, got, want)
		}
	}
	for code, want := range map[string]string{"%time alpha": "%time statement", "!ls": "!command", "!echo größe\nisomap": "embedder"} {
		cursor := len([]rune(code))
		if code[0] == '%' {
			cursor = 3
		} else if code == "!ls" {
			cursor = 1
		}
		if h, ok := s.Inspect(code, cursor, 0); !ok || !strings.Contains(h.Text, want) {
			t.Errorf("%q: %q, want %q", code, h.Text, want)
		}
	}
}

// answering is an output that answers questions.
type answering struct {
	memory
	asked []string
}

func (a *answering) Input(prompt string, secret bool) (string, error) {
	a.asked = append(a.asked, fmt.Sprint(prompt, secret))
	return "line " + fmt.Sprint(len(a.asked)), nil
}

func TestAsking(t *testing.T) {
	s := newSession(t)
	out := &answering{}
	value, err := s.Eval(t.Context(), "a := input(\"name? \")\nb := password(\"word? \")\na + \", \" + b + input()", out)
	if err != nil || value != "line 1, line 2line 3" {
		t.Errorf("gives %v, %v", value, err)
	}
	if got := strings.Join(out.asked, " "); got != "name? false word? true false" {
		t.Errorf("asked %q", got)
	}
	if got := said(t, s, "input()"); !strings.Contains(got, "error: nobody is here") || !strings.Contains(got, "remedy: run the cell where") {
		t.Errorf("says %s", got)
	}
}

func TestDisplay(t *testing.T) {
	s := newSession(t)
	out := &named{}
	code := "type Data = struct{ Data, Metadata, Transient map[string]any }\n" +
		"err := Display(Data{Data: map[string]any{\"text/plain\": \"now\"}, Transient: map[string]any{\"display_id\": \"one\"}})\nerr == nil"
	if value, err := s.Eval(t.Context(), code, out); err != nil || value != true {
		t.Fatalf("gives %v, %v", value, err)
	}
	if len(out.shown) != 1 || out.ids[0] != "one" {
		t.Errorf("shows %v under %v", out.shown, out.ids)
	}
	if got := said(t, s, "Display(Data{})"); got != "= display: there is no data to show; make some with display.HTML or its like\n" {
		t.Errorf("says %s", got)
	}
}

// named is an output that keeps the names of what it is shown.
type named struct {
	memory
	ids []string
}

func (n *named) Display(v any, id string) {
	n.memory.Display(v, id)
	n.ids = append(n.ids, id)
}
