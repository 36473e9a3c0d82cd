package assist_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"unfold/dsl/assist"
	"unfold/engine"
	"unfold/stdlib"
)

// Each case names what the help must say.
func TestInspectByPlace(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("iris.csv", []byte("sepal,petal,kind\n1.5,2,setosa\n2.5,3,virginica\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := documented(t)
	eval(t, s, "import \"strings\"\nimport \"gonum.org/v1/gonum/mat\"\nm := mat.NewDense(20, 3, nil)\nwords := []string{\"a\", \"b\"}\ngrid := [][]float64{{1, 2, 3}, {4, 5, 6}}\nages := map[string]int{\"eve\": 7}\nlong := make([]int, 1e7)",
		"// Point is a place.\ntype Point struct { X, Y float64 }\nfunc (p Point) Norm() float64 { return p.X }\nfunc twice(n int) int { return 2 * n }\nconst top = 3")
	for marked, want := range map[string]string{
		"load | iso‸map(k=7)":            "isomap(k= | Tenenbaum | doi:10. | for example | neighbours",
		"load | isomap(k‸=7)":            "k= | must be | neighbours | of candidates with equal scores the largest",
		"load | isomap(k=7, ‸":           "isomap(k= | dim",
		"load | isomap(k=‸":              "isomap(k=",
		"load(\"iris‸.csv\")":            "2 rows × 2 columns | sepal, petal | setosa, virginica | iris.csv",
		"load(\"swiss‸roll\")":           "rows × 3 columns | response",
		"load | svm(kernel=\"rb‸f\")":    "kernel | must be",
		"comp‸are(a, b)":                 "recipe",
		"compare(‸":                      "recipe",
		"strings.HasP‸refix(\"\", \"\")": "func HasPrefix(s, prefix string) bool | reports whether",
		"strings.HasPrefix(‸":            "func HasPrefix(s, prefix string) bool",
		"strings.HasPrefix(\"ab‸":        "func HasPrefix(s, prefix string) bool",
		"stri‸ngs.Cut":                   "import \"strings\" | manipulate UTF-8 | HasPrefix | Builder",
		"import \"encoding/js‸on\"":      "encoding and decoding of JSON | Marshal",
		"m‸":                             "var m *mat.Dense | declared in In[1] | 20 rows × 3 columns",
		"m.At‸(0, 0)":                    "func (m *Dense) At(i, j int) float64",
		"m.T().Di‸ms()":                  "Dims",
		"wor‸ds":                         "[]string | length 2 | \"a\" \"b\"",
		"gri‸d":                          "2 × 3 elements",
		"ag‸es":                          "length 1 | \"eve\":7",
		"lo‸ng":                          "length 10000000 | more",
		"Poi‸nt{}":                       "type Point | declared in In[2] | X, Y | Norm",
		"Point{}.No‸rm()":                "func Norm() float64",
		"tw‸ice(3)":                      "func twice(n int) int | declared in In[2]",
		"twice(‸":                        "func twice(n int) int",
		"to‸p":                           "const top",
		"fresh‸ := twice(2)":             "var fresh int",
		"fre‸sh := 1\nfresh++":           "var fresh int",
		"for ran‸ge":                     "keyword",
		"app‸end(words)":                 "func append(slice []Type, elems ...Type) []Type",
		"len(‸":                          "func len(v Type) int",
		"(load | svm).Acc‸uracy()":       "share of held rows",
		"load(\"iris.csv\").Da‸ta()":     "table",
		"load | r‸f":                     "rf is called forest here | forest(trees=",
		"load | uma‸p":                   "umap is not here | tsne( | nerv(",
		"unfo‸ld":                        "import \"unfold\" | Pipeline | Report",
		"unfold.Rep‸ort":                 "type Report struct",
		"tabwri‸ter":                     "import \"text/tabwriter\" | Writer",
		"var p mat.De‸nse":               "type Dense struct | methods",
	} {
		code, cursor := at(marked)
		help, ok := s.Inspect(code, cursor, 0)
		if !ok {
			t.Errorf("%q: nothing to say", marked)
			continue
		}
		for _, w := range strings.Split(want, " | ") {
			if !strings.Contains(help.Text, w) {
				t.Errorf("%q: %q is not in\n%s", marked, w, help.Text)
			}
		}
		if strings.TrimSpace(help.Markdown) == "" || !strings.HasPrefix(help.HTML, "<pre><code>") {
			t.Errorf("%q: %q, %q", marked, help.Markdown, help.HTML)
		}
	}
	for _, marked := range []string{"nothing‸", "x.nothing‸", "‸", "// strin‸gs", "\"‸\"", "a b ‸ c"} {
		code, cursor := at(marked)
		if help, ok := s.Inspect(code, cursor, 0); ok {
			t.Errorf("%q: %s", marked, help.Text)
		}
	}
}

func TestInspectTellsMore(t *testing.T) {
	s := documented(t)
	eval(t, s, "import \"strings\"\nimport \"strconv\"", "func twice(n int) int { return 2 * n }", "x := strings.Repeat(\"abc\", 1000)")
	for marked, want := range map[string]string{
		"tw‸ice": "return 2 * n", "strconv‸": "Numeric Conversions", "x‸": strings.Repeat("abc", 1000),
	} {
		code, cursor := at(marked)
		brief, _ := s.Inspect(code, cursor, 0)
		full, _ := s.Inspect(code, cursor, 1)
		if strings.Contains(brief.Text, want) || !strings.Contains(full.Text, want) {
			t.Errorf("%q: %q is in the brief one, or not in\n%s", marked, want, full.Text)
		}
	}
}

// While a cell runs, what variables hold is left alone, and all else is told.
func TestInspectWhileACellRuns(t *testing.T) {
	s := documented(t)
	eval(t, s, "import \"time\"\nages := map[int]int{1: 2}")
	running := make(chan struct{})
	go func() {
		defer close(running)
		eval(t, s, "for i := range 300 { ages[i] = i; time.Sleep(time.Millisecond) }")
	}()
	time.Sleep(50 * time.Millisecond)
	for range 20 {
		if h, ok := s.Inspect("ages", 4, 0); !ok || !strings.Contains(h.Text, "var ages map[int]int") || strings.Contains(h.Text, "1:2") {
			t.Fatalf("%v: %s", ok, h.Text)
		}
		if c := s.Complete("load | isoma", 12); len(c.Items) != 1 {
			t.Fatalf("%v", c.Items)
		}
		select {
		case <-running:
			t.Fatal("nobody answered before the cell was over")
		default:
		}
	}
	<-running
	if h, _ := s.Inspect("ages", 4, 0); !strings.Contains(h.Text, "length 300") {
		t.Error(h.Text)
	}
}

// A stage's page has all that it declares, and nothing of it is markup.
func TestDescribeIsWhole(t *testing.T) {
	for _, stage := range stdlib.Catalogue().Stages() {
		h := assist.Describe(stdlib.Catalogue(), &stage)
		parts := []string{stage.Summary, stage.Citation}
		for _, p := range engine.ParamsOf(stage.Make()) {
			if p.Shared {
				parts = append(parts, p.Name)
				continue
			}
			parts = append(parts, p.Doc)
		}
		text := strings.Join(strings.Fields(h.Text), " ") // lines break where they must
		for _, part := range parts {
			if !strings.Contains(text, part) {
				t.Errorf("%s: %q is not in the text", stage.Name, part)
			}
		}
		if strings.Contains(h.HTML, "<script") || strings.Count(h.HTML, "<tr>") != strings.Count(h.HTML, "</tr>") {
			t.Errorf("%s: odd HTML %s", stage.Name, h.HTML)
		}
	}
}

// TestInspectionIsQuick reports times; only something that hangs would fail it.
func TestInspectionIsQuick(t *testing.T) {
	s := documented(t)
	eval(t, s, "import \"gonum.org/v1/gonum/mat\"\nm := mat.NewDense(1000, 1000, nil)")
	var times []time.Duration
	for range 50 {
		for _, marked := range []string{"load | iso‸map", "m‸", "m.A‸t", "mat.De‸nse", "mat‸", "len(‸"} {
			code, cursor := at(marked)
			begin := time.Now()
			if _, ok := s.Inspect(code, cursor, 0); !ok {
				t.Fatalf("%q: nothing to say", marked)
			}
			times = append(times, time.Since(begin))
		}
	}
	slices.Sort(times)
	t.Logf("p50 %v, p95 %v, longest %v", times[len(times)/2], times[len(times)*95/100], times[len(times)-1])
	if times[len(times)/2] > time.Second {
		t.Error("inspection hangs")
	}
}

func BenchmarkInspect(b *testing.B) {
	s := documented(b)
	code, cursor := at("import \"gonum.org/v1/gonum/mat\"\nmat.NewDe‸nse")
	for b.Loop() {
		s.Inspect(code, cursor, 0)
	}
}
