package check

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
	"unfold/dsl/syntax"
	"unfold/engine"
	"unfold/engine/remedy"
)

var update = flag.Bool("update", false, "rewrite the cases of testdata")

// method is a toy: its parameters are all there is to it.
type method struct {
	params func(*method, *engine.Params)
	path   string
	text   string
	texts  []string
	value  any
	k, dim int
	x, y   float64
}

func (m *method) Params(p *engine.Params) { m.params(m, p) }

// file is a toy source that knows one file.
type file struct{ method }

func (f *file) Probe() error {
	if f.path == "" || f.path == "iris.csv" {
		return nil
	}
	return &engine.Error{Param: "path", Cause: "there is no file " + f.path, Remedy: remedy.Say("the file here is iris.csv")}
}

// choice is a toy that selects rows.
type choice struct{ method }

func (*choice) Select(context.Context, *engine.Table) ([]int, error) { return nil, nil }

func toy(name string, role engine.Role, change func(*engine.Stage), params func(*method, *engine.Params)) engine.Stage {
	s := engine.Stage{Name: name, Role: role, New: func() engine.Method { return &method{params: params} }}
	if change != nil {
		change(&s)
	}
	return s
}

func none(*method, *engine.Params) {}

var catalogue = engine.NewCatalogue(append(toys, []engine.Stage{
	{Name: "load", Role: engine.SourceRole, New: func() engine.Method {
		return &file{method{params: func(m *method, p *engine.Params) {
			p.Text(&m.path, "path", "", engine.AnyValue(), "the file")
			p.Text(&m.text, "sep", "comma", engine.OneOf("comma", "tab"), "what stands between cells")
			p.Texts(&m.texts, "features", "the columns to learn from")
		}}}
	}},
	toy("data", engine.SourceRole, nil, func(m *method, p *engine.Params) {
		p.Any(&m.value, "X", "the rows").Require()
	}),
	toy("cv", engine.ProtocolRole, nil, func(m *method, p *engine.Params) {
		p.Int(&m.k, "k", 10, engine.AtLeast(2), "parts")
	}),
	toy("holdout", engine.ProtocolRole, nil, func(m *method, p *engine.Params) {
		p.Float(&m.x, "share", 0.3, engine.Inside(0, 1), "the share of rows held")
	}),
	toy("transduce", engine.ProtocolRole, func(s *engine.Stage) { s.Transduces = true }, none),
	toy("scale", engine.PrepareRole, nil, none),
	{Name: "sample", Role: engine.PrepareRole, New: func() engine.Method { return &choice{method{params: none}} }},
	toy("warp", engine.MetricRole, func(s *engine.Stage) { s.ReadsLabels = true }, func(m *method, p *engine.Params) {
		p.Float(&m.x, "alpha", 0.5, engine.From(0, 1), "how far classes are pushed apart")
		p.Float(&m.y, "beta", 0, engine.OrAuto(engine.Above(0)), "the scale of distances")
	}),
	toy("isomap", engine.EmbedderRole, nil, func(m *method, p *engine.Params) {
		p.Int(&m.k, "k", 10, engine.AtLeast(1), "neighbours of each row in the graph")
		p.Int(&m.dim, "dim", 2, engine.OrAuto(engine.AtLeast(1)), "dimensions of the embedding")
	}),
	toy("pca", engine.EmbedderRole, func(s *engine.Stage) { s.Maps = true }, none),
	toy("krr", engine.ExtenderRole, nil, func(m *method, p *engine.Params) {
		p.Float(&m.x, "lambda", 1e-3, engine.Above(0), "the weight of smoothness")
		p.Text(&m.text, "kernel", "rbf", engine.OneOf("rbf", "linear"), "the Mercer kernel")
	}),
	toy("svm", engine.PredictorRole, nil, func(m *method, p *engine.Params) {
		p.Float(&m.x, "C", 1, engine.Above(0), "the cost of a mistake")
	}),
	toy("knn", engine.PredictorRole, nil, func(m *method, p *engine.Params) {
		p.Int(&m.k, "k", 5, engine.AtLeast(1), "neighbours that vote")
	}),
	toy("accuracy", engine.MeasureRole, nil, none),
	toy("scatter", engine.ViewRole, nil, none),
}...))

type env struct{}

func (env) IsStage(name string) bool { _, ok := catalogue.Lookup(name); return ok }
func (env) IsGo(name string) bool    { return name == "p" || name == "show" || name == "compare" }

func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i+1 < len(archive.Files); i += 2 {
			in, out := archive.Files[i], &archive.Files[i+1]
			t.Run(strings.TrimSuffix(in.Name, ".uf"), func(t *testing.T) {
				c, found := syntax.Parse("In[1]", strings.TrimSuffix(string(in.Data), "\n"), env{})
				if len(found) > 0 {
					t.Fatal(found)
				}
				got := strings.Join(Check(c, catalogue).Traceback(false), "\n")
				if got != "" {
					got += "\n"
				}
				if *update {
					out.Data = []byte(got)
				} else if got != string(out.Data) {
					t.Errorf("got\n%swant\n%s", got, out.Data)
				}
			})
		}
		if *update {
			if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestEveryRuleRefusesWhatIsOutside makes, of each parameter of the catalogue,
// a sentence with a value outside its rule.
func TestEveryRuleRefusesWhatIsOutside(t *testing.T) {
	tried := 0
	for _, s := range catalogue.Stages() {
		for _, p := range engine.ParamsOf(s.Make()) {
			v, ok := p.Rule.Outside()
			if !ok {
				continue
			}
			tried++
			for sentence, want := range map[string]int{
				s.Name + "(" + p.Name + "=" + p.Format(v) + ")":         1,
				s.Name + "(" + p.Name + "=" + p.Format(p.Default) + ")": 0,
			} {
				c, found := syntax.Parse("In[1]", "x := "+sentence, env{})
				if len(found) > 0 {
					t.Fatal(found)
				}
				if got := Check(c, catalogue); len(got) != want {
					t.Errorf("%s: %v", sentence, got)
				}
			}
		}
	}
	if tried < 8 {
		t.Errorf("tried %d parameters only", tried)
	}
}

// TestFaultyTextIsCheckedToo reads cells that the parser has findings in: what
// it could read is held against the catalogue, and nothing is said twice.
func TestFaultyTextIsCheckedToo(t *testing.T) {
	for src, want := range map[string][2]int{
		"load | isomap(k=, dim=-1)":           {1, 1},
		"load | isomap(k=1, k=2)":             {1, 0},
		"load | isomap(7, k=3, 2)":            {1, 2},
		"load | | isomp | svm(C=0":            {2, 2},
		"load | svm |":                        {1, 0},
		"load | isomap(k=..3) | krr(lambda=[": {4, 0},
		"load(\"iris) | svm\nx := isomp(k=2)": {1, 1},
		"load | isomap(k=[, 3, 3], dim=7..1)": {1, 2},
	} {
		c, found := syntax.Parse("In[1]", src, env{})
		if more := Check(c, catalogue); len(found) != want[0] || len(more) != want[1] {
			t.Errorf("%s\nparser:\n%v\ncheck:\n%v", src, found, more)
		}
	}
}

func TestLiteral(t *testing.T) {
	for text, want := range map[string]any{
		"7": 7, "-7": -7, "1e-3": 1e-3, "2*3": 6, "7.0": 7.0, `"a" + "b"`: "ab", "'a'": 97, "true": true,
		"float64(3)": 3.0, "1<<70": 0x1p70, "0x10": 16, "(3)": 3,
		"k": nil, "k+1": nil, "f(3)": nil, "[]int{1}": nil, "nil": nil, "": nil, "1 +": nil, "1/0": nil, "3i": nil,
	} {
		if got, ok := literal(text); got != want || ok != (want != nil) {
			t.Errorf("%s: %v (%T)", text, got, got)
		}
	}
}

// FuzzCheck holds the checker against any text that the parser has read: it returns,
// and what it finds is somewhere.
func FuzzCheck(f *testing.F) {
	for _, src := range []string{
		"load | settle(map=tilt)", "load | settle(map=[loose, tilt(angle=[1, 2])]) | svm", "settle(map=parts(vote(k=[1, 3])))",
		"settle(map=parts(parts(parts(vote)), by=vote), map=tilt)", "settle(map=tilt | tilt)", "settle(map=(load|tilt))", "settle(2, [auto, tilt, 3..4])",
		"tilt | settle(tilt)", "settle(map=settle(map=settle))", "load|settle(map=p)|svm", "settle(map=tilt(angle=1..1e9))", "vote(k=tilt(angle=vote(k=0)))",
	} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		c, _ := syntax.Parse("In[1]", src, env{})
		for _, found := range Check(c, catalogue) {
			if found.Span.Line < 1 || found.Span.Col < 1 || found.Summary == "" {
				t.Errorf("a finding nowhere: %+v", found)
			}
		}
	})
}
