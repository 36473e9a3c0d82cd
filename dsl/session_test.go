package dsl_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"unfold/dsl"
	"unfold/dsl/cell"
	"unfold/dsl/interp"
	"unfold/engine"
	"unfold/engine/data/registry"
	"unfold/engine/evaluate/comparison"
	"unfold/engine/figure"
	"unfold/stdlib"
	"unfold/stdlib/symbols"
)

// memory is an output that keeps what it is told.
type memory struct {
	mu       sync.Mutex
	text     strings.Builder
	shown    []any
	progress []engine.Progress
	started  chan struct{} // closed at the first progress
}

func (m *memory) Stream(_, text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.text.WriteString(text)
}

func (m *memory) Display(v any, _ string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.shown = append(m.shown, v)
}

func (m *memory) Clear(bool) {}

func (m *memory) Progress(p engine.Progress) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.progress) == 0 && m.started != nil {
		close(m.started)
	}
	m.progress = append(m.progress, p)
}

func (m *memory) Input(string, bool) (string, error) { return "", errors.New("nobody is here") }

func newSession(t *testing.T) *dsl.Session {
	t.Helper()
	s, err := dsl.New(stdlib.Catalogue(), dsl.Options{Symbols: []interp.Library{symbols.Library}, Prelude: stdlib.Prelude})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// eval runs cells and returns the value of the last; it fails the test if one
// of them fails.
func eval(t *testing.T, s *dsl.Session, cells ...string) any {
	t.Helper()
	var value any
	for _, code := range cells {
		var err error
		if value, err = s.Eval(context.Background(), code, &memory{}); err != nil {
			t.Fatalf("%s\n%v", code, err)
		}
	}
	return value
}

// fail runs a cell that must fail, and returns what the reader sees.
func fail(t *testing.T, s *dsl.Session, code string) string {
	t.Helper()
	_, err := s.Eval(context.Background(), code, &memory{})
	var failure cell.Failure
	if !errors.As(err, &failure) {
		t.Fatalf("%s\nended with %v, not a failure", code, err)
	}
	return strings.Join(failure.Traceback(false), "\n")
}

// flat undoes the breaking of lines.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

const small = `balance | sample(120)`

func TestTheSentenceRuns(t *testing.T) {
	s := newSession(t)
	r, ok := eval(t, s, "alpha, beta, k, lambda := 0.5, 5.0, 7, 1e-3\nwaveform(n=300) | warp(alpha, beta) | isomap(k) | krr(lambda) | svm").(*engine.Report)
	if !ok {
		t.Fatal("the last expression did not run")
	}
	for _, want := range []string{"waveform(n=300, seed=1)", "holdout(share=0.3", "warp(alpha=0.5, beta=5", "isomap(k=7", "krr(lambda=0.001"} {
		if !strings.Contains(r.Pipeline, want) {
			t.Errorf("%q is not in %q", want, r.Pipeline)
		}
	}
	if a, _ := r.Score("accuracy"); a.Mean < 0.5 {
		t.Errorf("accuracy %v", a.Mean)
	}
}

func TestPipelinesAreValues(t *testing.T) {
	s := newSession(t)
	eval(t, s,
		"p := scale | warp(0.5) | isomap(k=7) | krr | knn(5)",
		"data := "+small,
		"a := (data | p).Accuracy()",
		"q := data | cv(3) | scale | svm",
		"accuracies := []float64{}\nfor _, k := range []int{1, 3} { accuracies = append(accuracies, (data | scale | knn(k)).Accuracy()) }",
	)
	for code, check := range map[string]func(v any) bool{
		"a":                                  func(v any) bool { return v.(float64) > 0.3 },
		"accuracies[0] != accuracies[1]":     func(v any) bool { return v.(bool) },
		"data":                               func(v any) bool { return v.(*figure.Figure).Name == "describe" },
		"p":                                  func(v any) bool { return len(v.(engine.Pipeline).Steps) == 5 },
		"q":                                  func(v any) bool { return len(v.(*engine.Report).Runs) == 3 },
		"q.Score(\"f1\") == q.Score(\"f1\")": func(v any) bool { return v.(bool) },
		"q.Predict([][]float64{{1, 1, 5, 5}, {5, 5, 1, 1}})":           func(v any) bool { return fmt.Sprint(v) == "[R L]" },
		"(data | scale | pca(dim=2)).Place([]float64{1, 2, 3, 4})":     func(v any) bool { return v != nil },
		"strings.Contains(q.JSON(), `\"schema\":\"unfold/report/1\"`)": func(v any) bool { return v.(bool) },
		"len(datasets()) > 5": func(v any) bool { return v.(bool) },
		"datasets()":          func(v any) bool { return len(v.(registry.Names).Table().Rows) > 5 },
		"explain(q)":          func(v any) bool { _, ok := v.(*dsl.Plan); return ok },
		"compare(data | cv(3), near=knn(1), far=knn(15))": func(v any) bool { return len(v.(*comparison.Comparison).Entries) == 2 },
	} {
		if strings.HasPrefix(code, "strings") {
			eval(t, s, `import "strings"`)
		}
		v := eval(t, s, code)
		func() {
			defer func() {
				if p := recover(); p != nil {
					t.Errorf("%s gave a %T: %v", code, v, p)
				}
			}()
			if !check(v) {
				t.Errorf("%s gave %v", code, v)
			}
		}()
	}
}

func TestASecondLookIsFree(t *testing.T) {
	s := newSession(t)
	first := eval(t, s, small+" | scale | svm")
	second := eval(t, s, small+" | scale | svm")
	if first != second {
		t.Error("the same sentence ran twice")
	}
	if third := eval(t, s, small+" | scale | svm(C=1)"); third == first {
		t.Error("another argument gave the kept result")
	}
}

func TestCompareUsesEqualFolds(t *testing.T) {
	s := newSession(t)
	c := eval(t, s, "compare("+small+" | cv(4, seed=3), near=scale | knn(1), far=knn(15))").(*comparison.Comparison)
	for f, run := range c.Entries[0].Report.Runs {
		if fmt.Sprint(run.Fold) != fmt.Sprint(c.Entries[1].Report.Runs[f].Fold) {
			t.Fatalf("fold %d differs", f)
		}
	}
	table := c.Table()
	if len(table.Rows) != 2 || table.Rows[0][0].Text != "near" || len(table.Rows[0]) != len(table.Columns) {
		t.Errorf("%v\n%v", table.Columns, table.Rows)
	}
}

func TestFailuresPointAtTheWord(t *testing.T) {
	s := newSession(t)
	eval(t, s, "recipe := scale | isomap(k=500) | krr | svm\nk := 400")
	for _, c := range []struct{ code, want string }{
		{small + " | scale | isomap(k=k) | krr | svm", "k = 400"},
		{small + " | isomap(k=k)", "^"},
		{small + " | recipe", "In[1]:1:28"},
		{"x := 1\n" + small + " | isomap(k=-1)", "In["},
		{"svm | isomap", "isomap"},
		{"scale | svm\nscael | svm", "did you mean scale?"},
		{"(" + small + " | scale | svm).Score(\"acuracy\")", "did you mean \"accuracy\"?"},
		{"nonsense + 1", "undefined: nonsense"},
		{"var v []int\nv[3]", "index out of range"},
		{"for {", "{"},
		{"compare(svm)", "data"},
		{"data([][]float64{{1, 2}, {3}}, []int{0, 1}) | svm", "row 1"},
		{small + " | cv(1000) | svm", "cv"},
		{"x := " + small + "\nx | 3", "3"},
	} {
		if got := fail(t, s, c.code); !strings.Contains(flat(got), flat(c.want)) || strings.Contains(got, "uf__") || strings.Contains(got, ".go:") {
			t.Errorf("%s\ngave\n%s\nwant %q in it", c.code, got, c.want)
		}
	}
	if v := eval(t, s, "k"); v != 400 {
		t.Errorf("k became %v", v)
	}
}

func TestNothingIsBuiltForNobody(t *testing.T) {
	s := newSession(t)
	eval(t, s, "import \"unfold\"\nd := "+small+"\nfunc made(k int) *unfold.Pipeline { return d | knn(k) }")
	for _, code := range []string{
		"d | svm\nd | knn",
		"d | svm;",
		"for k := range 3 { d | knn(k + 1) }",
		"d\n1",
		"compare(d, svm, knn)\nexplain(d | knn)",
		"explain(d | svm)\n1",
		"func f() { d | svm }",
		"d | svm\nfunc f() {}",
	} {
		got := fail(t, s, code)
		if !strings.Contains(got, "nothing looks at this") || !strings.Contains(got, "show(...)") || !strings.Contains(got, "^") {
			t.Errorf("%s\ngave\n%s", code, got)
		}
	}
	if got := fail(t, s, "d | svm\nd | isomp\nundefinedName"); strings.Count(got, "error:") != 4 {
		t.Errorf("not all findings at once:\n%s", got)
	}
	for _, code := range []string{
		"show(d | svm)\nd | knn",
		"r := d | svm\nr.Report()\nr",
		"made(3)\nd",
		"_ = d | svm\n1",
		"d | svm // the last\n// line",
	} {
		eval(t, s, code)
	}
}

func TestTypesJoinPipelines(t *testing.T) {
	s := newSession(t)
	eval(t, s,
		"import \"unfold\"\nd := "+small,
		"func join(p, q *unfold.Pipeline) *unfold.Pipeline { return p | q }",
		"func all(p *unfold.Pipeline, more ...*unfold.Pipeline) *unfold.Pipeline {\n\tfor _, q := range more {\n\t\tp = p | q\n\t}\n\treturn p\n}",
		"type trial struct{ prepare, learn *unfold.Pipeline }",
		"func (t trial) on(d *unfold.Pipeline) *unfold.Pipeline { return d | t.prepare | t.learn }",
		"m := map[string]*unfold.Pipeline{\"s\": scale, \"k\": knn(3)}\nl := []*unfold.Pipeline{minmax, svm}",
	)
	for code, want := range map[string]string{
		"join(d, svm)":               "svm",
		"all(d, scale, knn(k=3))":    "scale | knn(k=3)",
		"trial{scale, knn(7)}.on(d)": "scale | knn(k=7)",
		"d | m[\"s\"] | m[\"k\"]":    "scale | knn(k=3)",
		"join(d, l[0] | l[1])":       "minmax | svm",
		"(join(d, m[\"s\"]) | l[1])": "scale | svm",
	} {
		r, ok := eval(t, s, code).(*engine.Report)
		if !ok || !strings.Contains(r.Pipeline, "| "+want) {
			t.Errorf("%s gave %v, want %s", code, r, want)
		}
	}
	if v := eval(t, s, "a, b := 4, 8\na | b"); v != 12 {
		t.Errorf("Go's own bar gave %v", v)
	}
}

func TestMessagesSpeakTheReadersWords(t *testing.T) {
	s := newSession(t)
	eval(t, s, "import \"unfold\"\nd := "+small+"\nf := func(k int) int { return k }\nvar none *unfold.Pipeline")
	for _, c := range []struct{ code, want string }{
		{"(d | svm).Accurcy()", "(d | svm).Accurcy undefined (type *unfold.Pipeline has no field or method Accurcy)"},
		{"(d | svm).Accurcy()", "did you mean Accuracy?"},
		{"var i int = d |\n\tsvm(C=1)", "cannot use d | svm(C=1) (value of type *unfold.Pipeline) as int value"},
		{"f(k=3)", "f takes this argument by its position"},
		{"compare(data=d, b=svm)", "compare takes this argument by its position"},
		{"show(k=3)", "show takes this argument by its position"},
		{"import \"fmt\"\nfmt.Println(1, a=d)", "fmt.Println takes this argument by its position"},
		{"func g(p unfold.Pipeline) {}\ng(d)", "declare it as *unfold.Pipeline"},
		{"d | cv(3) | svm(C=1..1e400 log 3)", "a range runs between numbers"},
		{"compare(d | cv(3), a=svm, b=knn).Save(\"a.csv\")", "remedy: save(value"},
		{"svm.C", "the stage svm is used like a Go variable"},
		{"var p *int\nd | knn(*p)", "invalid memory address or nil pointer"},
		{"d | knn(d)", "not a *unfold.Pipeline"},
		{"l := -1.0\nd | pca | krr(lambda=l) | svm", "for example lambda="},
		{"var p []*Pipeline", "import \"unfold\" and write *unfold.Pipeline"},
		{"(d | pca).Accuracy()", "^"},
		{"1\n(d | pca).Score(\"x\")", ":2:1: error: the report has no score"},
		{"none.Accuracy()", "there is no pipeline here, but nil"},
		{"explain(nil)", "there is no pipeline here, but nil"},
		{"compare(nil, svm)", "it needs data first"},
		{"compare(d, none)", "nil is no recipe"},
		{"d | none", "a pipeline cannot hold nil"},
		{"x := scale | svm\nx | d", "must stand first"},
		{"(d | svm).Predict(none)", "there are no rows"},
		{"(d | svm).Predict([]string{\"a\"})", "rows cannot be read from a []string"},
		{"x := \"" + strings.Repeat("α", 9000) + "\"; yyy", "undefined: yyy"},
	} {
		got := fail(t, s, c.code)
		if !strings.Contains(flat(got), flat(c.want)) || strings.Contains(got, "uf__") || strings.Contains(got, "dsl.") || len(got) > 2000 {
			t.Errorf("%s\ngave\n%s\nwant %q in it", c.code, got, c.want)
		}
	}
	for _, rows := range []string{"[4]float64{1, 1, 5, 5}", "[][]int{{1, 1, 5, 5}}", "[]int{1, 1, 5, 5}", "[]float32{1, 1, 5, 5}"} {
		if v := eval(t, s, "(d | svm).Predict("+rows+")"); fmt.Sprint(v) != "[R]" {
			t.Errorf("%s: %v", rows, v)
		}
	}
	if v := eval(t, s, "len((d | svm).Predict(d.Data()))"); v != 120 {
		t.Errorf("of a table %v rows are predicted", v)
	}
}

func TestInterruptStopsAStageAndTheSessionLivesOn(t *testing.T) {
	s := newSession(t)
	eval(t, s, "kept := 42")
	ctx, cancel := context.WithCancel(context.Background())
	out := &memory{started: make(chan struct{})}
	go func() {
		<-out.started
		time.Sleep(50 * time.Millisecond)
		cancel()
	}()
	_, err := s.Eval(ctx, "waveform(n=5000) | scale | isomap(k=10)", out)
	var failure cell.Failure
	if !errors.As(err, &failure) || failure.Kind() != "Interrupted" {
		t.Errorf("ended with %v", err)
	}
	if v := eval(t, s, "kept"); v != 42 {
		t.Errorf("kept became %v", v)
	}
}

func TestResultsAreTheSameBitsInEverySession(t *testing.T) {
	const code = "waveform(n=250) | scale | warp(0.5) | isomap(k=8) | krr(1e-2) | svm"
	a := eval(t, newSession(t), code).(*engine.Report)
	b := eval(t, newSession(t), code).(*engine.Report)
	ya, yb := a.Runs[0].Mapped.RawMatrix().Data, b.Runs[0].Mapped.RawMatrix().Data
	for i := range ya {
		if math.Float64bits(ya[i]) != math.Float64bits(yb[i]) {
			t.Fatalf("coordinate %d: %v and %v", i, ya[i], yb[i])
		}
	}
}

func TestEveryExampleRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("long: runs every example of the catalogue")
	}
	for _, stage := range stdlib.Catalogue().Stages() {
		for _, example := range stage.Examples {
			t.Run(stage.Name, func(t *testing.T) {
				if m, ok := stage.Make().(engine.Prober); ok && m.Probe() != nil {
					t.Skip(m.Probe())
				}
				if strings.Contains(example, "load(") && os.Getenv("UNFOLD_DATA") == "" {
					t.Skip("its data is elsewhere: UNFOLD_DATA is not set")
				}
				if rest, bare := strings.CutPrefix(example, "load |"); bare && os.Getenv("UNFOLD_LONG") == "" {
					example = "waveform(n=200) |" + rest // what a bare load is, with fewer rows
				}
				eval(t, newSession(t), example)
			})
		}
	}
}

func TestComplete(t *testing.T) {
	s := newSession(t)
	eval(t, s, "needle := 3\nimport \"strings\"")
	for _, c := range []struct {
		code      string // the cursor is at ‸
		want, not string
		start     int
	}{
		{"load | iso‸", "isomap", "load", 7},
		{"load | isomap(k=7, d‸)", "dim=", "k=", 19},
		{"load | isomap(‸", "k=", "isomap", 14},
		{"‸", "load", "isomap=", 0},
		{"wav‸", "waveform", "svm", 0},
		{"x := nee‸", "needle", "load", 5},
		{"strings.Has‸", "HasPrefix", "load", 8},
		{"load | svm(kernel=\"li‸", "linear", "rbf", 19},
		{"load(\"swiss‸", "swissroll", "load", 6},
		{"s := \"αβ\"; load | gr‸", "grnn", "load", 18},
		{"load | krr(lambda=1e-3) | sv‸m", "svm", "krr", 26},
	} {
		code, after, _ := strings.Cut(c.code, "‸")
		got := s.Complete(code+after, len([]rune(code)))
		var texts []string
		for _, i := range got.Items {
			texts = append(texts, i.Text)
		}
		list := " " + strings.Join(texts, " ") + " "
		if !strings.Contains(list, " "+c.want+" ") || strings.Contains(list, " "+c.not+" ") || got.Start != c.start {
			t.Errorf("%s: %v from %d, want %s and not %s from %d", c.code, texts, got.Start, c.want, c.not, c.start)
		}
	}
}

func TestInspect(t *testing.T) {
	s := newSession(t)
	eval(t, s, "import \"strings\"\nneedle := []float64{1, 2}")
	for code, want := range map[string]string{
		"load | iso‸map(k=7)":  "Tenenbaum",
		"load | isomap(k‸=7)":  "neighbours",
		"load | isomap(k=7, ‸": "dim",
		"comp‸are(a, b)":       "recipe",
		"need‸le":              "[]float64",
		"strings.HasP‸refix":   "func",
	} {
		before, after, _ := strings.Cut(code, "‸")
		help, ok := s.Inspect(before+after, len([]rune(before)), 0)
		if !ok || !strings.Contains(help.Text, want) || help.Markdown == "" {
			t.Errorf("%s: %v %q, want %q", code, ok, help.Text, want)
		}
	}
}

func TestPending(t *testing.T) {
	s := newSession(t)
	for code, want := range map[string]cell.Completeness{
		"load | svm": cell.Complete, "load |": cell.Incomplete, "for i := range 3 {": cell.Incomplete,
		"x := 1": cell.Complete, "f(1,": cell.Incomplete, "x := `a": cell.Incomplete, ")": cell.Invalid, "": cell.Complete,
	} {
		if _, got := s.Pending(code); got != want {
			t.Errorf("%q: %v, want %v", code, got, want)
		}
	}
}

func TestSaveIsHandedTheReport(t *testing.T) {
	var path string
	var saved any
	s, err := dsl.New(stdlib.Catalogue(), dsl.Options{Save: func(v any, p string) error { saved, path = v, p; return nil }})
	if err != nil {
		t.Fatal(err)
	}
	want := filepath.Join(t.TempDir(), "a.svg")
	eval(t, s, fmt.Sprintf("(%s | pca).Save(%q)", small, want))
	if _, ok := saved.(*engine.Report); !ok || path != want {
		t.Errorf("saved a %T to %q", saved, path)
	}
}

func TestHelp(t *testing.T) {
	s := newSession(t)
	for code, want := range map[string]string{
		"help(isomap)":    "Tenenbaum",
		`help("krr")`:     "ridge",
		`help("compare")`: "side by side",
		"help(over)":      "is several data sets",
		"help()":          "embedder",
	} {
		if h, ok := eval(t, s, code).(cell.Help); !ok || !strings.Contains(h.Text, want) || h.Markdown == "" {
			t.Errorf("%s: %q", code, h.Text)
		}
	}
	if got := fail(t, s, `help("isompa")`); !strings.Contains(got, "did you mean isomap?") {
		t.Error(got)
	}
	if got := fail(t, s, `help(3)`); !strings.Contains(got, "no topic") {
		t.Error(got)
	}
}

func TestAFailedRunIsTriedAgain(t *testing.T) {
	s := newSession(t)
	t.Chdir(t.TempDir())
	write := func(rows string) {
		t.Helper()
		if err := os.WriteFile("late.csv", []byte("a,b,class\n"+rows), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("1,2,x\n3\n")
	eval(t, s, `r := load("late.csv") | none | knn(1)`)
	fail(t, s, "r")
	write("1,2,x\n3,4,y\n5,6,x\n")
	if report, ok := eval(t, s, "r").(*engine.Report); !ok || report.Table.Len() != 3 {
		t.Error("the mended file is not read")
	}
}

// What a cell writes to a file comes through a pipe, and still before what it
// shows afterwards.
func TestFilesComeBeforeDisplays(t *testing.T) {
	s := newSession(t)
	for range 20 {
		out := new(inOrder)
		if _, err := s.Eval(context.Background(), "import (\"fmt\"; \"os\")\nfor i := range 3 { fmt.Fprint(os.Stdout, i); show(i) }", out); err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Join(out.said, " "), "0 <0> 1 <1> 2 <2>"; got != want {
			t.Fatalf("said %s, want %s", got, want)
		}
	}
}

// inOrder is an output that keeps what is said and shown in one line.
type inOrder struct {
	memory
	said []string
}

func (o *inOrder) Stream(_, text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.said = append(o.said, text)
}

func (o *inOrder) Display(v any, _ string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.said = append(o.said, fmt.Sprintf("<%v>", v))
}

// Of a cell that is refused for an import, the other imports stand, and it is
// told; what the interpreter falls over spoils no later cell.
func TestImportsStand(t *testing.T) {
	s := newSession(t)
	out := &memory{}
	_, err := s.Eval(context.Background(), "import (\n\t\"strings\"\n\t\"no.such/thing\"\n)\nx := 1", out)
	if err == nil || !strings.Contains(err.Error(), "no.such/thing") {
		t.Fatalf("error is %v", err)
	}
	if said := out.text.String(); said != "imported all the same: strings\n" {
		t.Errorf("says %q", said)
	}
	if got := eval(t, s, `strings.ToUpper("a")`); got != "A" {
		t.Errorf("strings says %v", got)
	}
	if _, err := s.Eval(context.Background(), "x", &memory{}); err == nil {
		t.Error("the rest of the cell stands too")
	}
}
