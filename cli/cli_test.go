package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"unfold/engine"
)

// TestMain lets the test binary stand in for the program, so that its
// commands are tested as a shell runs them. Tests run at the top of the tree, where
// the documents are.
func TestMain(m *testing.M) {
	if os.Getenv("UNFOLD_TEST_AS_PROGRAM") != "" {
		Main()
		os.Exit(0)
	}
	if err := os.Chdir(".."); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// program runs a command line in a folder and returns what it prints and
// whether it succeeds.
func program(t *testing.T, folder, input string, args ...string) (stdout, stderr string, ok bool) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var out, errs strings.Builder
	c := exec.CommandContext(t.Context(), self, args...)
	c.Env = append(os.Environ(), "UNFOLD_TEST_AS_PROGRAM=1", "HOME="+folder)
	c.Dir, c.Stdin, c.Stdout, c.Stderr = folder, strings.NewReader(input), &out, &errs
	err = c.Run()
	return out.String(), errs.String(), err == nil
}

// status is the exit status of a command line, with what it prints on stderr.
func status(t *testing.T, folder string, args ...string) (code int, stderr string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), self, args...)
	c.Env = append(os.Environ(), "UNFOLD_TEST_AS_PROGRAM=1", "HOME="+folder)
	c.Dir = folder
	var errs strings.Builder
	c.Stderr = &errs
	err = c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode(), errs.String()
}

// TestExitStatus: 2 where nothing has run.
func TestExitStatus(t *testing.T) {
	for _, c := range []struct {
		code int
		says string
		args []string
	}{
		{0, "", []string{"run", "-e", "1+1"}},
		{0, "", []string{"--version"}},
		{1, "unknown stage", []string{"run", "-e", "load | waldo"}},
		{1, "no such file", []string{"run", "nowhere.uf"}},
		{1, "no cell gave a report", []string{"run", "-e", "1+1", "--json", "r.json"}},
		{2, "unknown flag --bogus; unfold run --help tells", []string{"run", "--bogus"}},
		{2, "unfold --help tells", []string{"bogus"}},
		{2, "name a file", []string{"run"}},
		{2, `files ending in ".nope" are not known`, []string{"run", "-e", `panic("it ran")`, "--save", "x.nope"}},
		{2, "nowhere/r.json cannot be written", []string{"run", "-e", `panic("it ran")`, "--json", "nowhere/r.json"}},
		{2, "write name=value", []string{"run", "-e", `panic("it ran")`, "--set", "k"}},
		{2, "no cell has a variable k to set", []string{"run", "-e", `panic("it ran")`, "--set", "k=3"}},
	} {
		if code, says := status(t, t.TempDir(), c.args...); code != c.code || !strings.Contains(says, c.says) || strings.Contains(says, "it ran") {
			t.Errorf("%q ends with %d and says %s, want %d, %s", c.args, code, says, c.code, c.says)
		}
	}
}

// TestScriptsTakeArguments, and come from standard input.
func TestScriptsTakeArguments(t *testing.T) {
	dir := t.TempDir()
	const script = "k := 3\nprintln(\"k is\", k)\n// %%\nbalance | sample(60) | knn(k)\n"
	out, errs, ok := program(t, dir, script, "run", "-", "--set", "k=5")
	if !ok || !strings.Contains(out+errs, "k is 5") || !strings.Contains(out, "knn(k=5)") {
		t.Errorf("%v: %s\n%s", ok, out, errs)
	}
	out, errs, ok = program(t, dir, script, "run", "-", "--quiet")
	if !ok || !strings.Contains(out+errs, "k is 3") || strings.Contains(out, "accuracy") {
		t.Errorf("quiet: %v: %s\n%s", ok, out, errs)
	}
	out, errs, ok = program(t, dir, "import \"fmt\"\nfmt.Println(`aside`)\nbalance | sample(60) | knn", "run", "-", "--json", "-")
	if !ok || !json.Valid([]byte(out)) || !strings.Contains(errs, "aside") {
		t.Errorf("standard output holds more than JSON: %v: %.200s\n%s", ok, out, errs)
	}
}

// TestInstallBringsCompletionAndManual, and uninstall takes them away.
func TestInstallBringsCompletionAndManual(t *testing.T) {
	dir := t.TempDir()
	completion := filepath.Join(dir, "share", "bash-completion", "completions", "unfold")
	if out, errs, ok := program(t, dir, "", "install", "--prefix", dir); !ok || !strings.Contains(out, "completion for bash") {
		t.Fatalf("%s\n%s", out, errs)
	}
	if text, err := os.ReadFile(completion); err != nil || !strings.Contains(string(text), "--keep-going") || !strings.Contains(string(text), " isomap ") {
		t.Errorf("%v: %.300s", err, text)
	}
	page, err := os.ReadFile(filepath.Join(dir, "share", "man", "man1", "unfold.1"))
	if err != nil || !strings.Contains(string(page), ".SH EXIT STATUS") {
		t.Errorf("%v: %.300s", err, page)
	}
	for command, has := range map[string]string{"completion fish": "complete -c unfold", "manual": string(page)} {
		if out, errs, ok := program(t, dir, "", strings.Fields(command)...); !ok || !strings.Contains(out, has) {
			t.Errorf("%s: %.300s\n%s", command, out, errs)
		}
	}
	if _, errs, ok := program(t, dir, "", "uninstall", "--prefix", dir); !ok {
		t.Error(errs)
	}
	if _, err := os.Stat(completion); err == nil {
		t.Error("the completion is still there")
	}
}

// TestRunMindsTheBudget: garbage is collected rather than let the heap outgrow
// what UNFOLD_MEMORY says.
func TestRunMindsTheBudget(t *testing.T) {
	t.Setenv("UNFOLD_MEMORY", "345MB")
	const cell = "import (\"fmt\"; \"runtime/debug\")\nfmt.Println(debug.SetMemoryLimit(-1))"
	if out, errs, ok := program(t, t.TempDir(), "", "run", "-e", cell); !ok || !strings.Contains(out, "345000000") {
		t.Errorf("the limit of the heap is %s\n%s", out, errs)
	}
}

// TestRunRefusesABudgetThatIsNone: a word that is no amount is not passed over.
func TestRunRefusesABudgetThatIsNone(t *testing.T) {
	t.Setenv("UNFOLD_MEMORY", "bogus")
	for _, command := range [][]string{{"run", "-e", "balance | scale"}, {"repl"}} {
		out, errs, ok := program(t, t.TempDir(), "", command...)
		if ok || !strings.Contains(errs, `UNFOLD_MEMORY: memory: "bogus" is not an amount of memory; write such as 2GB`) {
			t.Errorf("%v says %s\n%s", command, out, errs)
		}
	}
}

// TestRunWritesFiguresAndTables: what functions of the language give is a result too.
func TestRunWritesFiguresAndTables(t *testing.T) {
	dir := t.TempDir()
	for file, c := range map[string]struct{ text, want string }{
		"rules.csv":  {"rules(balance | sample(150) | cart)", "if,then,rows,right"},
		"pareto.svg": {"pareto(compare(balance | sample(100) | cv(3), a=cart, b=knn))", "accuracy against dimensions"},
	} {
		out, errs, ok := program(t, dir, "", "run", "-e", c.text, "--save", file)
		if !ok {
			t.Fatalf("%s\n%s", out, errs)
		}
		if data, err := os.ReadFile(filepath.Join(dir, file)); err != nil || !strings.Contains(string(data), c.want) {
			t.Errorf("%s: %v, %.200s", file, err, data)
		}
	}
}

// TestModelsAreLearnedShownAndAsked: answers come out the same from a file, from standard
// input and through blocks, and are what a cell says.
func TestModelsAreLearnedShownAndAsked(t *testing.T) {
	dir := t.TempDir()
	var rows strings.Builder
	rows.WriteString("size,noise,kind\n")
	for i := range 40 {
		fmt.Fprintf(&rows, "%d,%d,%s\n", 10*(i%2)+i%5, i%7, []string{"small", "large"}[i%2])
	}
	if err := os.WriteFile(filepath.Join(dir, "train.csv"), []byte(rows.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, errs, ok := program(t, dir, "", "learn", "-e", `load("train.csv", features="size") | scale | pca(dim=1) | knn(3)`, "-o", "m.unfold", "--scores", "--distance"); !ok || !strings.Contains(out, "accuracy 1") {
		t.Fatalf("%s\n%s", out, errs)
	}
	for _, path := range []string{"m.bin", "nowhere/m.unfold"} {
		if _, errs, ok := program(t, dir, "", "learn", "-e", `panic("it ran")`, "-o", path); ok || strings.Contains(errs, "it ran") {
			t.Errorf("%s is refused after the work: %s", path, errs)
		}
	}
	if _, errs, ok := program(t, dir, "", "export", "m.unfold", "-o", "m.onnx"); !ok {
		t.Error(errs)
	}
	if out, errs, ok := program(t, dir, "", "show", "m.unfold"); !ok || !strings.Contains(out, "40 training rows, which knn needs") {
		t.Errorf("%s\n%s", out, errs)
	}
	var later strings.Builder
	later.WriteString("noise,size\n")
	for i := range 20000 {
		fmt.Fprintf(&later, "%d,%d\n", i%7, 10*(i%2))
	}
	if err := os.WriteFile(filepath.Join(dir, "new.csv"), []byte(later.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, errs, ok := program(t, dir, "", "predict", "m.unfold", "new.csv", "-o", "answers.csv", "--place", "--distance"); !ok || !strings.Contains(errs, "20,000 rows") {
		t.Fatalf("%s\n%s", out, errs)
	}
	answers, err := os.ReadFile(filepath.Join(dir, "answers.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(string(answers), "\n"); lines[0] != "row,kind,place1,distance" || !strings.HasPrefix(lines[1], "0,small,") || !strings.HasPrefix(lines[20000], "19999,large,") || lines[1][2:] != lines[15][3:] {
		t.Errorf("answers are %q, %q, %q, %q", lines[0], lines[1], lines[15], lines[20000])
	}
	if out, errs, ok := program(t, dir, "", "predict", "m.unfold", "new.csv", "-o", "answers.parquet", "--place"); !ok {
		t.Fatalf("%s\n%s", out, errs)
	}
	if out, errs, ok := program(t, dir, "", "run", "-e", `load("answers.parquet", label="none") | where("kind == 'small' and row < 100")`); !ok || !strings.Contains(out, "answers.parquet: 50 rows × 3 columns") {
		t.Errorf("%s\n%s", out, errs)
	}
	writesAnswers(t, dir, "answers.xlsx", "answers.jsonl")
	refusesAnswers(t, dir, "answers.xls", "answers.json", "answers.tsv")
	piped, errs, ok := program(t, dir, later.String(), "predict", "m.unfold", "--place", "--distance", "-q")
	if !ok || piped != string(answers) {
		t.Errorf("standard input is answered otherwise: %.200s\n%s", piped, errs)
	}
	later.WriteString("3,big\n")
	if _, errs, ok := program(t, dir, later.String(), "predict", "m.unfold"); ok || !strings.Contains(errs, "line 20002") {
		t.Errorf("a word among numbers: %s", errs)
	}
}

// writesAnswers asks for answers in files, which load reads.
func writesAnswers(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		if out, errs, ok := program(t, dir, "", "predict", "m.unfold", "new.csv", "-o", name); !ok {
			t.Errorf("%s\n%s", out, errs)
		}
		if out, errs, ok := program(t, dir, "", "run", "-e", `load("`+name+`", label="none")`); !ok || !strings.Contains(out, "20,000 rows × 2 columns") {
			t.Errorf("%s\n%s", out, errs)
		}
	}
}

// TestAnswersKeepColumns: what names rows stands beside their answers, also where it is read
// by blocks and is of numbers in some and of words in others; probabilities are told where
// the predictor computes them, and no place without an embedder.
func TestAnswersKeepColumns(t *testing.T) {
	dir := t.TempDir()
	var rows, later strings.Builder
	rows.WriteString("size,kind\n")
	later.WriteString("id,size\n")
	for i := range 30 {
		fmt.Fprintf(&rows, "%d,%s\n", i%7+10*(i%2), []string{"small", "large"}[i%2])
	}
	for i := range 30_000 {
		fmt.Fprintf(&later, "%d,%d\n", i, 20*(i%2))
	}
	later.WriteString("last,0\n")
	for name, text := range map[string]string{"train.csv": rows.String(), "new.csv": later.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out, errs, ok := program(t, dir, "", "learn", "-e", `load("train.csv") | logistic`, "-o", "m.unfold"); !ok {
		t.Fatalf("%s\n%s", out, errs)
	}
	for _, name := range []string{"a.csv", "a.jsonl"} {
		if out, errs, ok := program(t, dir, "", "predict", "m.unfold", "new.csv", "-o", name, "--keep", "id", "--probability"); !ok {
			t.Fatalf("%s\n%s", out, errs)
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		if last := lines[len(lines)-1]; err != nil || !regexp.MustCompile(`30000,last,small,0\.\d+|"id": "last", "kind": "small", "P\(large\)": `).MatchString(last) {
			t.Errorf("%s ends with %s (%v)", name, last, err)
		}
	}
	for flag, want := range map[string]string{"--place": "no embedder", "--keep=name": `no column "name"`} {
		if _, errs, ok := program(t, dir, "", "predict", "m.unfold", "new.csv", flag); ok || !strings.Contains(errs, want) {
			t.Errorf("%s: %s", flag, errs)
		}
	}
}

// refusesAnswers asks for answers in files that end as nothing is written.
func refusesAnswers(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		if _, errs, ok := program(t, dir, "", "predict", "m.unfold", "new.csv", "-o", name); ok || !strings.Contains(errs, "end it in ") {
			t.Errorf("%s: %s", name, errs)
		}
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s is there, in another format than its name says", name)
		}
	}
}

func TestRunWritesWhatItIsAskedFor(t *testing.T) {
	dir := t.TempDir()
	const text = "balance | sample(150) | scale | pca(dim=2) | svm"
	out, errs, ok := program(t, dir, "", "run", "-e", text, "--json", "r.json", "--save", "r.svg")
	if !ok || !strings.Contains(out, "accuracy") {
		t.Fatalf("%s\n%s", out, errs)
	}
	data, err := os.ReadFile(filepath.Join(dir, "r.json"))
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Schema, Pipeline, Version, Protocol string
		Seed                                *int
		Data                                struct {
			Source  string
			Rows    int
			Columns int
			Classes []string
			SHA256  string
		}
		Stages []struct {
			Name           string
			Args           map[string]any
			Seconds, Bytes *float64
		}
		Scores []struct {
			Name, Better string
			Mean, SD     *float64
			Folds        []float64
		}
		Folds []struct {
			Train, Held []int
			Embedding   struct{ Train, Held [][]float64 }
			Predictions []struct {
				Row              int
				Truth, Predicted string
			}
		}
		Notes   []engine.Note
		Seconds float64
		Peak    uint64 `json:"peak_bytes"`
	}
	decoder := json.NewDecoder(strings.NewReader(string(data)))
	if err := decoder.Decode(&report); err != nil {
		t.Fatal(err)
	}
	f := report.Folds[0]
	switch {
	case report.Schema != "unfold/report/1", report.Version == "", report.Seed == nil, report.Data.SHA256 == "", report.Data.Rows != 150, len(report.Data.Classes) != 3:
		t.Errorf("%.600s", data)
	case len(f.Train)+len(f.Held) != 150, len(f.Embedding.Held) != len(f.Held), len(f.Predictions) != len(f.Held), f.Predictions[0].Row != f.Held[0]:
		t.Errorf("%.600s", data)
	case len(report.Stages) != 6 || report.Stages[4].Args["dim"] != 2.0 || report.Seconds == 0 || report.Peak == 0:
		t.Errorf("%.900s", data)
	}
	if svg, err := os.ReadFile(filepath.Join(dir, "r.svg")); err != nil || !strings.Contains(string(svg), "<svg") {
		t.Errorf("no figure: %v", err)
	}
}

// TestRunWritesWhereRowsWerePlaced, with what is known of them.
func TestRunWritesWhereRowsWerePlaced(t *testing.T) {
	dir := t.TempDir()
	run := func(text, file string) (string, bool) {
		out, errs, ok := program(t, dir, "", "run", "-e", text, "--embedding", file)
		return out + errs, ok
	}
	if said, ok := run("balance | sample(60) | holdout(0.25) | pca(dim=2) | knn(3)", "e.csv"); !ok {
		t.Fatal(said)
	}
	data, err := os.ReadFile(filepath.Join(dir, "e.csv"))
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	if err != nil || len(lines) != 61 || lines[0] != "row,part,y1,y2,class,predicted class" {
		t.Fatalf("%v, %d lines, the first %q", err, len(lines), lines[0])
	}
	if held := strings.Count(string(data), ",held,"); held != 15 {
		t.Errorf("%d rows are held", held)
	}
	for _, file := range []string{"e.parquet", "e.arrow"} {
		if said, ok := run("balance | sample(60) | holdout(0.25) | pca(dim=2) | knn(3)", file); !ok {
			t.Fatal(said)
		}
		if out, errs, ok := program(t, dir, "", "run", "-e", `load("`+file+`", label="part")`); !ok || !strings.Contains(out, file+": 60 rows × 5 columns") {
			t.Errorf("%s: %s%s", file, out, errs)
		}
	}
	for file, want := range map[string]string{"e.xls": `tables are not written to files that end in ".xls"`, "none/e.csv": "none/e.csv cannot be written"} {
		if said, ok := run("balance | sample(60) | pca(dim=2)", file); ok || !strings.Contains(said, want) {
			t.Errorf("%s: %s", file, said)
		}
	}
	if said, ok := run("balance | sample(60) | knn(3)", "e.npy"); ok || !strings.Contains(said, "no embedder") {
		t.Errorf("without an embedder: %s", said)
	}
}

func TestScriptsStopAtTheFirstFailureUnlessTold(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(dir, "a.uf")
	if err := os.WriteFile(script, []byte("1 + 1\n// %%\nbalanse | svm\n// %%\n40 + 2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, errs, ok := program(t, dir, "", "run", script)
	if ok || strings.Contains(out, "42") || !strings.Contains(errs, "did you mean balance?") {
		t.Errorf("stopped: %v\n%s\n%s", !ok, out, errs)
	}
	out, errs, ok = program(t, dir, "", "run", "--keep-going", script)
	if !ok || !strings.Contains(out, "42") || !strings.Contains(errs, "did you mean balance?") {
		t.Errorf("went on: %v\n%s\n%s", ok, out, errs)
	}
}

func TestFmtPrintsCanonically(t *testing.T) {
	const messy = "x:=load|svm( C=3 )   // keep\n// %% two\nload|\n  scale|svm\n"
	const tidy = "x := load | svm(C=3) // keep\n\n// %% two\nload | scale | svm\n"
	out, errs, ok := program(t, t.TempDir(), messy, "fmt")
	if !ok || out != tidy {
		t.Errorf("%q\n%s", out, errs)
	}
	if again, _, _ := program(t, t.TempDir(), out, "fmt"); again != out {
		t.Errorf("again: %q", again)
	}
	if _, errs, ok := program(t, t.TempDir(), "load | | svm", "fmt"); ok || !strings.Contains(errs, "^") {
		t.Errorf("a broken script: %v %s", ok, errs)
	}
}

func TestDocExplainsStages(t *testing.T) {
	for args, want := range map[string]string{
		"doc isomap":  "Tenenbaum",
		"doc":         "keeps geodesic distances",
		"version":     engine.Version,
		"doctor -h":   "Check this machine",
		"run -e 1+1":  "2",
		"doc save":    "writes a value to a file by its ending",
		"doc compare": "posthoc",
		"doc panels":  "draws small multiples",
		"doc scatter": "how wide the figure is",
		"doc width":   "every view",
		"doc cmap":    "cmap is called palette here",
		"doc kr":      "", // fails; see below
	} {
		out, errs, ok := program(t, t.TempDir(), "", strings.Fields(args)...)
		if want == "" {
			if ok || !strings.Contains(errs, "did you mean krr?") {
				t.Errorf("%s: %v %s", args, ok, errs)
			}
			continue
		}
		if !ok || !strings.Contains(out, want) {
			t.Errorf("%s: %v %s %s", args, ok, out, errs)
		}
	}
}
