// Package notebooks holds the project's notebooks. Its tests run each of them
// anew, by the program itself and through Jupyter, and compare what comes out
// with what is committed.
package notebooks

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"unfold/kernel/kerneltest/compare"
	"unfold/kernel/kerneltest/program"
	"unfold/kernel/notebook"
)

// quickstart is the notebook that a new user opens first.
const quickstart = "00-quickstart.ipynb"

func TestMain(m *testing.M) { program.Main(m) }

// tolerance is what two machines may disagree in: what things cost or would, when, and
// the size of pictures. Numbers are the same to the last digit.
var tolerance = compare.Tolerance{Pixels: 0.1, Masks: []*regexp.Regexp{
	regexp.MustCompile(`(?is)what it cost.*`),
	regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`), // when a model was learned
	regexp.MustCompile(`under a second|about \d+ (s|min|h|days)`),
}}

// lengthy are notebooks that take minutes, on data sets from outside the
// repository, with what makes a short one of each: fewer rows, fewer candidates.
// Whole, and held to what they said, they run if UNFOLD_LONG is set; where the
// data are missing, not at all.
var lengthy = map[string]*strings.Replacer{
	"02-ssm-learn.ipynb": strings.NewReplacer("repeats := 10", "repeats := 1", "most := 1000", "most := 150"),
	"03-eat.ipynb":       strings.NewReplacer("seeds := 9", "seeds := 1"),
	"04-sdpp-sppp.ipynb": strings.NewReplacer("most := 506", "most := 72", "k *= 2", "k *= 8",
		"0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0", "1.0, 2.0"),
	"05-mappings.ipynb": strings.NewReplacer("most := 1500", "most := 120", "n=200", "n=100", "n=600", "n=150", "n=300", "n=150",
		"1400, 10}", "1400, 5}", "965, 30}", "965, 6}"),
}

// others need those data sets too.
var others = []string{"01-supervised-isomap-krr.ipynb", "06-evaluation.ipynb"}

// TestNotebooksSayWhatTheySaid runs every notebook by the program itself.
func TestNotebooksSayWhatTheySaid(t *testing.T) {
	names, err := filepath.Glob("*.ipynb")
	if err != nil || len(names) == 0 {
		t.Fatalf("no notebooks: %v", err)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name != quickstart {
				t.Skip("long: of the notebooks, the quick tests run the first alone")
			}
			folder := t.TempDir()
			executed, page := filepath.Join(folder, name), filepath.Join(folder, "page.html")
			short, isLong := lengthy[name]
			if (isLong || slices.Contains(others, name)) && os.Getenv("UNFOLD_DATA") == "" {
				t.Skip("its data sets are elsewhere: UNFOLD_DATA is not set")
			}
			if isLong && !program.Long() {
				program.Run(t, nil, program.Path(), "run", shortened(t, name, short), "-o", executed)
				small(t, executed)
				return
			}
			t.Log("\n" + program.Run(t, nil, program.Path(), "run", name, "-o", executed, "--html", page))
			small(t, executed)
			agree(t, name, executed)
			if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), "</html>") {
				t.Errorf("no page of it: %v", err)
			}
		})
	}
}

// small fails the test if a notebook is heavier than it may be: a host takes long
// to show it then, and its history grows by as much with every execution.
func small(t *testing.T, path string) {
	t.Helper()
	const most = 500_000
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > most {
		t.Errorf("the notebook has %d bytes, more than %d", info.Size(), most)
	}
	t.Logf("%d bytes", info.Size())
}

// shortened writes a notebook that does the same with less.
func shortened(t *testing.T, name string, by *strings.Replacer) (path string) {
	t.Helper()
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	less := by.Replace(string(whole))
	if less == string(whole) {
		t.Fatalf("%s says nothing that makes it shorter", name)
	}
	path = filepath.Join(t.TempDir(), "short.ipynb")
	if err := os.WriteFile(path, []byte(less), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestQuickstartThroughJupyter runs the first notebook as a front end does.
// That it is compared with the same committed outputs proves that the kernel
// and the program's own runner say the same.
func TestQuickstartThroughJupyter(t *testing.T) {
	if testing.Short() {
		t.Skip("long: runs Jupyter")
	}
	jupyter, env := program.Jupyter(t, "nbconvert", "nbclient")
	folder := t.TempDir()
	program.Run(t, env, jupyter, "nbconvert", "--to", "notebook", "--execute", "--ExecutePreprocessor.kernel_name=unfold",
		"--ExecutePreprocessor.timeout=300", "--output-dir", folder, "--output", quickstart, quickstart)
	executed := filepath.Join(folder, quickstart)
	agree(t, quickstart, executed)

	program.Run(t, env, jupyter, "nbconvert", "--to", "html", executed)
	page, err := os.ReadFile(strings.TrimSuffix(executed, ".ipynb") + ".html")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<table", "data:image/svg+xml;base64,", "data-once"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page that nbconvert makes lacks %s", want)
		}
	}
}

// outside matches what a notebook says that uses data sets from outside the
// repository where they are, and does without them elsewhere.
var outside = regexp.MustCompile(`UNFOLD_DATA|\bdatasets\(\)`)

// agree compares an executed notebook with the committed one, but one that
// uses data from outside the repository only where they are.
func agree(t *testing.T, name, executed string) {
	t.Helper()
	want, err := notebook.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	got, err := notebook.ReadFile(executed)
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, c := range want.Cells {
		if len(c.Outputs) > 0 {
			ran++
		}
		if outside.MatchString(c.Source) && os.Getenv("UNFOLD_DATA") == "" {
			t.Skip("it runs, but is not compared: UNFOLD_DATA is not set")
		}
	}
	if ran == 0 {
		t.Fatalf("%s is committed without outputs", name)
	}
	for _, d := range compare.Compare(want, got, tolerance) {
		t.Error(d)
	}
}
