package assist_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"unfold/dsl"
	"unfold/dsl/cell"
	"unfold/dsl/interp"
	"unfold/engine"
	"unfold/stdlib"
	"unfold/stdlib/docs"
	"unfold/stdlib/symbols"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// documented is a session as the program makes it.
func documented(t testing.TB) *dsl.Session {
	t.Helper()
	s, err := dsl.New(stdlib.Catalogue(), dsl.Options{Symbols: []interp.Library{symbols.Library}, Prelude: stdlib.Prelude, Docs: new(docs.Library)})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// eval runs cells and returns the value of the last; it fails the test if one
// of them fails.
func eval(t testing.TB, s *dsl.Session, cells ...string) any {
	t.Helper()
	var value any
	for _, code := range cells {
		var err error
		if value, err = s.Eval(context.Background(), code, nobody{}); err != nil {
			t.Fatalf("%s\n%v", code, err)
		}
	}
	return value
}

// nobody is an output that is not read.
type nobody struct{}

func (nobody) Stream(string, string)    {}
func (nobody) Display(any, string)      {}
func (nobody) Clear(bool)               {}
func (nobody) Progress(engine.Progress) {}
func (nobody) Input(string, bool) (string, error) {
	return "", errors.New("nobody is here")
}

// flat undoes the breaking of lines.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

// at cuts a text with a mark for the cursor.
func at(marked string) (code string, cursor int) {
	before, after, _ := strings.Cut(marked, "‸")
	return before + after, len([]rune(before))
}

func texts(items []cell.Item) (texts []string) {
	for _, i := range items {
		texts = append(texts, i.Text)
	}
	return texts
}

// Each case names what must be offered and, behind a minus, what must not.
func TestCompleteByPlace(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"iris.csv": "sepal,petal,kind\n1.5,2,a\n2.5,3,b\n", "notes.txt": "", "sub/deep.csv": "x,y\n1,2\n", ".hidden": "",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := documented(t)
	eval(t, s, "import \"strings\"\nimport \"gonum.org/v1/gonum/mat\"\nneedle := 3\nrecipe := scale | isomap(k=7)\nflowers := load(\"iris.csv\")\nm := mat.NewDense(2, 2, nil)",
		"type Point struct { X, Y float64; name string }\nfunc (p *Point) Move(dx float64) *Point { return p }\nvar points []Point\nfunc shift(p Point, by float64) Point { return p }")
	for marked, want := range map[string]string{
		// pipelines
		"load | ‸":                                             "scale isomap svm recipe -needle",
		"load | iso‸":                                          "isomap",
		"load | scale |\n\tiso‸":                               "isomap",
		"load\n| iso‸":                                         "isomap",
		"p := load | scale | kr‸ | svm":                        "krr",
		"show(load | sc‸":                                      "scale scatter",
		"needle | ‸":                                           "needle -svm",
		"load | isomap(‸":                                      "k= dim= needle -isomap -show",
		"load | isomap(k=7, ‸)":                                "dim= -k=",
		"load | isomap(k=‸":                                    "needle -dim=",
		"load | isomap(k=nee‸":                                 "needle",
		"load | svm(kernel=‸":                                  "\"linear\" \"rbf\"",
		"load | svm(kernel=\"‸":                                "linear rbf",
		"load | svm(kernel=\"li‸\") | x":                       "linear -rbf",
		"load(\"‸":                                             "swissroll waveform iris.csv sub/ notes.txt -.hidden",
		"load(\"su‸":                                           "sub/",
		"load(\"sub/‸":                                         "deep.csv -swissroll -iris.csv",
		"load(path=\"iris‸":                                    "iris.csv",
		"load(\"iris.csv\", label=\"‸":                         "sepal petal kind",
		"load(\"iris.csv\", label=\"ki‸":                       "kind -petal",
		"load(\"iris.csv\", features=[\"‸":                     "sepal petal",
		"load(\"iris.csv\", features=[\"petal\", \"s‸":         "sepal -petal",
		"load(\"iris.csv\") | pca | scatter(x=\"‸":             "sepal petal kind",
		"load(\"iris.csv\")\n| pca\n| scatter(color=\"ki‸":     "kind -petal",
		"d := load(\"iris.csv\", label=\"kind\")\nd | box(\"‸": "sepal petal",
		"flowers | pairs(columns=[\"sepal\", \"p‸":             "petal -sepal",
		"(flowers | pca) | scatter(facet=\"‸":                  "kind",
		"show(flowers | where(\"‸":                             "sepal",
		"flowers | where(\"sepal > 3 and pe‸\")":               "petal -sepal",
		"flowers | where(\"se‸ > 3\")":                         "sepal",
		"flowers | derive(\"ratio = sepal/‸":                   "petal",
		"flowers | sort(by=\"-pe‸":                             "petal",
		"load | scatter(palette=\"v‸":                          "viridis",
		"load | scatter(theme=\"‸":                             "dark",
		"defaults(palette=\"v‸":                                "viridis",
		"defaults(theme=\"‸":                                   "dark",
		"save(fl‸":                                             "flowers",
		"(load | svm).‸":                                       "Accuracy Try Save",
		"load(\"iris\").‸":                                     "Accuracy",
		"recipe.‸":                                             "String",
		"compare(load | cv, a=svm, ‸":                          "rope= measure= posthoc= mixed= recipe",
		"compare(load | cv, a=svm, rope=0.1, ‸":                "measure= -rope=",
		"compare(‸":                                            "load -rope=",
		// go
		"nee‸":                      "needle",
		"str‸":                      "strings string struct",
		"strings.Has‸":              "HasPrefix HasSuffix -Index",
		"strings.has‸":              "HasPrefix",
		"m.‸":                       "At Dims RawMatrix",
		"m.T().‸":                   "Dims",
		"points[0].‸":               "X Y name Move",
		"points[0].Move(1).‸":       "X Move",
		"shift(points[0], 1).‸":     "X -Move",
		"Point{‸}":                  "X Y name",
		"Point{X: 1, ‸":             "Y -X",
		"[]Point{{‸":                "X Y",
		"mat.‸":                     "NewDense Dense",
		"fresh := Point{}\nfresh.‸": "X Move",
		"fresh := 1\nfre‸":          "fresh",
		"import \"bytes\"\nbytes.‸": "Buffer NewReader",
		"import \"enc‸":             "encoding/json encoding/csv",
		"import (\n\t\"fmt\"\n\t\"gonum.org/v1/gonum/s‸\n)":  "gonum.org/v1/gonum/stat",
		"for _, p := range points {\n\tp.‸\n}":               "X Move",
		"if needle > 2 {\n\tret‸":                            "return",
		"func f(arg Point) {\n\targ.‸\n}":                    "X Move",
		"x := later().‸\nfunc later() *Point { return nil }": "Move",
		"import \"os\"\nos.ReadFile(\"no‸":                   "notes.txt",
		"import \"os\"\nos.Open(\"sub/‸":                     "deep.csv",
		"s := \"no‸":                                         "-notes.txt",
		"// nee‸":                                            "-needle",
		"/* nee‸":                                            "-needle",
		"s := \"𝄞𝄞\"; nee‸":                                  "needle",
		"x := 1\r\nnee‸":                                     "needle",
		"defer points[0].‸":                                  "Move",
		"func f() {\n\tgo points[0].Mo‸\n}":                  "Move",
		"switch 1 {\ncase points[0].‸":                       "X",
		"func (p Point) Far() {\n\tp.‸":                      "X Move Far",
		"load | isomap(k=7, dim=‸":                           "auto -\"auto\" -k=",
		"bufio.NewReader(nil).Read‸":                         "ReadString",
		"load(\"iris.csv\", sep=\"‸":                         "tab space",
		"bufio.‸":                                            "Scanner NewReader",
		// commands
		"%who\nneed‸": "needle",
	} {
		code, cursor := at(marked)
		c := s.Complete(code, cursor)
		list := texts(c.Items)
		for _, w := range strings.Fields(want) {
			name, not := strings.CutPrefix(w, "-")
			if slices.Contains(list, name) == not {
				t.Errorf("%q: %s is%s offered among %.300v", marked, name, map[bool]string{true: "", false: " not"}[not], list)
			}
		}
		if c.Start < 0 || c.Start > cursor || c.End < cursor || c.End > len([]rune(code)) {
			t.Errorf("%q: from %d to %d", marked, c.Start, c.End)
		}
	}
}

// Every package that can be imported is offered, and documented.
func TestImportsAreDocumented(t *testing.T) {
	s := documented(t)
	code, cursor := at("import \"‸")
	items := s.Complete(code, cursor).Items
	if len(items) < 150 {
		t.Errorf("%d packages only", len(items))
	}
	for _, i := range items {
		if i.Signature == "" && !strings.HasPrefix(i.Text, "unfold") {
			t.Errorf("%s is not documented", i.Text)
		}
	}
}

// Stages that fit stand before those that would be a fault, both in the order
// of roles; parameters before names.
func TestCompleteInOrder(t *testing.T) {
	s := documented(t)
	eval(t, s, "k2 := 3")
	for marked, want := range map[string][]string{
		"load | isomap | ‸":       {"krr", "load", "svm"},
		"load | isomap | krr | ‸": {"svm", "scatter", "load"},
		"load | scale | ‸":        {"isomap", "svm", "load"},
		"load | isomap(‸":         {"k=", "k2"},
	} {
		code, cursor := at(marked)
		list := texts(s.Complete(code, cursor).Items)
		last := -1
		for _, name := range want {
			i := slices.Index(list, name)
			if i < 0 || i < last {
				t.Errorf("%q: %s is at %d, behind %d, of %v", marked, name, i, last, list)
			}
			last = i
		}
	}
}

func TestCompletionsExplainThemselves(t *testing.T) {
	s := documented(t)
	eval(t, s, "import \"strings\"")
	for marked, want := range map[string]cell.Item{
		"load | isomap(‸": {Text: "k=", Type: "parameter", Signature: "neighbour"},
		"load | iso‸":     {Text: "isomap", Type: "stage", Signature: "isomap(k="},
		"strings.HasP‸":   {Text: "HasPrefix", Type: "function", Signature: "func HasPrefix(s, prefix string) bool"},
		"import \"strin‸": {Text: "strings", Type: "module", Signature: "Package strings"},
		"load(\"swiss‸":   {Text: "swissroll", Type: "dataset"},
		"retur‸":          {Text: "return", Type: "keyword"},
		"sho‸":            {Text: "show", Type: "function", Signature: "show(values"},
	} {
		code, cursor := at(marked)
		i := slices.IndexFunc(s.Complete(code, cursor).Items, func(i cell.Item) bool { return i.Text == want.Text })
		if i < 0 {
			t.Errorf("%q: %s is not offered", marked, want.Text)
			continue
		}
		if got := s.Complete(code, cursor).Items[i]; got.Type != want.Type || !strings.Contains(got.Signature, want.Signature) {
			t.Errorf("%q: %+v, want %+v", marked, got, want)
		}
	}
}

// TestCompletionRecall asks for the exported names of packages and the members
// of values, a thousand of them, each with half of its name typed. What there
// is, reflection tells.
func TestCompletionRecall(t *testing.T) {
	s := documented(t)
	var asked []string // expressions up to the dot, then the name
	values := map[string]any{
		"new(strings.Builder)": new(strings.Builder), "mat.NewDense(1, 1, nil)": mat.NewDense(1, 1, nil), "new(mat.SVD)": new(mat.SVD),
		"new(mat.SymDense)": new(mat.SymDense), "new(mat.Eigen)": new(mat.Eigen), "time.Now()": time.Now(), "reflect.ValueOf(1)": reflect.ValueOf(1),
		"new(mat.VecDense)": new(mat.VecDense), "new(mat.QR)": new(mat.QR),
		"new(mat.Cholesky)": new(mat.Cholesky), "rand.New(rand.NewPCG(1, 2))": rand.New(rand.NewPCG(1, 2)), "new(mat.BandDense)": new(mat.BandDense),
		"new(mat.TriDense)": new(mat.TriDense), "new(mat.LU)": new(mat.LU), "new(stat.PC)": new(stat.PC), "new(os.File)": new(os.File),
	}
	for x, v := range values {
		methods := reflect.TypeOf(v)
		for i := range methods.NumMethod() {
			asked = append(asked, x+"."+methods.Method(i).Name)
		}
	}
	for path, name := range map[string]string{
		"strings": "strings", "math": "math", "os": "os", "time": "time", "sort": "sort", "fmt": "fmt", "bytes": "bytes", "strconv": "strconv",
		"gonum.org/v1/gonum/mat": "mat", "gonum.org/v1/gonum/stat": "stat", "gonum.org/v1/gonum/floats": "floats", "slices": "slices", "maps": "maps",
	} {
		for _, symbol := range new(docs.Library).Names(path) {
			if !strings.Contains(symbol, ".") {
				asked = append(asked, name+"."+symbol)
			}
		}
	}
	slices.Sort(asked)
	random := rand.New(rand.NewPCG(3, 4))
	random.Shuffle(len(asked), func(i, j int) { asked[i], asked[j] = asked[j], asked[i] })
	if len(asked) < 1000 {
		t.Fatalf("%d selectors only", len(asked))
	}
	const head = "import (\"strings\"; \"math\"; \"os\"; \"time\"; \"sort\"; \"fmt\"; \"bytes\"; \"strconv\"; \"slices\"; \"maps\"; \"reflect\"; \"math/rand/v2\"\n" +
		"\"gonum.org/v1/gonum/mat\"; \"gonum.org/v1/gonum/stat\"; \"gonum.org/v1/gonum/floats\")\n"
	found, missed := 0, []string{}
	var times []time.Duration
	for _, selector := range asked[:1000] {
		dot := strings.LastIndex(selector, ".")
		name := selector[dot+1:]
		code := head + selector[:dot+1] + name[:len(name)/2]
		begin := time.Now()
		c := s.Complete(code, len([]rune(code)))
		times = append(times, time.Since(begin))
		if slices.Contains(texts(c.Items), name) {
			found++
		} else {
			missed = append(missed, selector)
		}
	}
	slices.Sort(times)
	t.Logf("%d of 1000 selectors found; p50 %v, p95 %v", found, times[500], times[950])
	if found < 950 {
		t.Errorf("missed %d: %.2000v", len(missed), missed)
	}
}

// Whatever is typed, completion and inspection answer.
func TestCompletionOfEveryPrefix(t *testing.T) {
	s := documented(t)
	for _, text := range []string{
		"import (\n\t\"fmt\"\n)\ntype T[P any] struct { A P; b []T[P] }\nfunc (t *T[P]) M(f func(P) (int, error)) (r map[string]P) {\n\tswitch x := any(t).(type) {\n\tcase *T[int]:\n\t\treturn nil\n\t}\n\tdefer func() { recover() }()\n\tgo t.M(nil)\n\treturn\n}\nv := T[int]{A: 1, b: []T[int]{{A: 'x'}}}\nfor i, c := range \"añ𝄞\" { fmt.Println(i, c, `raw\n`) }",
		"p := load(\"waveform\", label=\"x\") | scale | isomap(k=[5, 7], dim=2..4 by 1) |\n\tkrr(lambda=1e-6..1 log 7) | svm(kernel=\"rbf\")\ncompare(p, a=svm, b=knn(5))\n(p | svm).Accuracy()\n%time p\n!ls\n%%html\n<b>",
	} {
		runes := []rune(text)
		for i := range runes {
			s.Complete(string(runes[:i]), i)
			s.Complete(text, i)
			s.Inspect(string(runes[:i]), i, i%2)
			s.Pending(string(runes[:i]))
		}
	}
	for _, cursor := range []int{-5, 0, 3, 99} {
		s.Complete("x.", cursor)
		s.Inspect("", cursor, 0)
	}
}

func BenchmarkComplete(b *testing.B) {
	s := documented(b)
	for name, marked := range map[string]string{
		"stage": "load | scale | ‸", "parameter": "load | isomap(‸", "package": "import \"gonum.org/v1/gonum/mat\"\nmat.‸",
		"value": "import \"gonum.org/v1/gonum/mat\"\nm := mat.NewDense(2, 2, nil)\nm.T().‸", "name": "x := 1\n‸", "import": "import \"‸",
	} {
		code, cursor := at(marked)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				s.Complete(code, cursor)
			}
		})
	}
	b.Run("cold", func(b *testing.B) {
		code, cursor := at("import \"net/http\"\nc := http.Client{}\nc.‸")
		for b.Loop() {
			b.StopTimer()
			s := documented(b)
			b.StartTimer()
			if len(s.Complete(code, cursor).Items) == 0 {
				b.Fatal("nothing to say")
			}
		}
	})
}
