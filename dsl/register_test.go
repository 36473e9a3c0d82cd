package dsl_test

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"unfold/engine"
)

// imports are those of the cells below.
const ownImports = `import (
	"context"
	"math"
	"unfold/engine"
	"gonum.org/v1/gonum/mat"
)`

// straight is a metric of a cell: what euclidean is.
const straight = `
type Straight struct{}
func (*Straight) Params(*engine.Params) {}
func (*Straight) Distances(_ context.Context, s engine.Sample) (engine.Distances, error) { return between{s.X}, nil }
type between struct{ x *mat.Dense }
func (a between) Len() int { n, _ := a.x.Dims(); return n }
func (a between) Row(dst []float64, i int) { a.From(dst, a.x.RawRowView(i)) }
func (a between) From(dst, x []float64) {
	for j := range dst {
		var sum float64
		for c, v := range a.x.RawRowView(j) { sum += (x[c]-v)*(x[c]-v) }
		dst[j] = math.Sqrt(sum)
	}
}
register(engine.Stage{Name: "direct", Summary: "is the distance straight ahead"}, new(Straight))`

// nearest is a predictor of a cell: what knn(k=1) is, and ways to fail.
const nearest = `
type Nearest struct{ Fail int }
func (m *Nearest) Params(p *engine.Params) { p.Int(&m.Fail, "fail", 0, engine.AtLeast(0), "in which way it fails") }
func (m *Nearest) Learn(ctx context.Context, s engine.Sample) (engine.Predictor, error) {
	switch m.Fail {
	case 1: return []engine.Predictor{}[m.Fail], nil
	case 2: return nil, nil
	case 3: for {}
	}
	return rowwise{s, m.Fail}, nil
}
type rowwise struct{ s engine.Sample; fail int }
func (r rowwise) Predict(_ context.Context, dst []float64, y *mat.Dense) error {
	for i := range dst {
		best := math.Inf(1)
		for j := range r.s.Len() {
			var sum float64
			for c, v := range r.s.X.RawRowView(j) { sum += (v-y.At(i, c))*(v-y.At(i, c)) }
			if sum < best { best, dst[i] = sum, float64(r.s.Labels[j]) }
		}
	}
	switch r.fail {
	case 4: dst[1] = math.NaN()
	case 5: dst[0] = 0.5
	case 6: panic("no")
	}
	return nil
}
register(engine.Stage{Summary: "predicts the class of the nearest row", Citation: "Fix, Hodges 1951"}, new(Nearest))`

// shrunk is a map of a cell: a row goes where half its first columns are.
const shrunk = `
type Halved struct{}
func (*Halved) Params(*engine.Params) {}
func (*Halved) Embed(_ context.Context, s engine.Sample) (*engine.Embedding, error) {
	y := mat.NewDense(s.Len(), 2, nil)
	halfway{}.Apply(nil, y, s.X)
	return &engine.Embedding{Y: y}, nil
}
type Half struct{}
func (*Half) Params(*engine.Params) {}
func (*Half) Extend(context.Context, engine.Sample, *engine.Embedding) (*engine.Extension, error) {
	return &engine.Extension{Map: halfway{}}, nil
}
type halfway struct{}
func (halfway) Dim() int { return 2 }
func (halfway) Apply(_ context.Context, dst, x *mat.Dense) error {
	n, _ := x.Dims()
	for i := range n { dst.Set(i, 0, x.At(i, 0)/2); dst.Set(i, 1, x.At(i, 1)/2) }
	return nil
}
register(engine.Stage{Summary: "halves the first two columns"}, new(Halved))
register(engine.Stage{Summary: "halves them of any row"}, new(Half))`

// wrong is a measure of a cell: 1 − accuracy.
const wrong = `
type Wrong struct{}
func (*Wrong) Params(*engine.Params) {}
func (*Wrong) Score(_ context.Context, r *engine.Run) (engine.Score, error) {
	n := 0
	for i, c := range r.Judged().Labels { if float64(c) != r.Predicted[i] { n++ } }
	return engine.Score{Value: float64(n)/float64(len(r.Predicted)), Better: engine.Lower}, nil
}
register(engine.Stage{Summary: "is the share of wrong answers", Needs: engine.NeedPredictions|engine.NeedClasses}, new(Wrong))`

// score is what a pipeline of a cell is scored, and its notes.
func score(t *testing.T, value any, name string) (float64, []engine.Note) {
	t.Helper()
	report := value.(*engine.Report)
	for _, s := range report.Scores {
		if s.Name == name {
			return s.Mean, report.Notes
		}
	}
	t.Fatalf("no score %s in %v", name, report.Scores)
	return 0, nil
}

// TestRegisteredStages do what compiled ones do, slower, of which a note tells.
func TestRegisteredStages(t *testing.T) {
	s := newSession(t)
	eval(t, s, ownImports, straight, nearest, shrunk, wrong)
	for own, built := range map[string]string{
		small + ` | direct | isomap(k=8) | krr | svm`: small + ` | euclidean | isomap(k=8) | krr | svm`,
		small + ` | nearest`:                          small + ` | knn(k=1)`,
	} {
		got, notes := score(t, eval(t, s, own), "accuracy")
		want, _ := score(t, eval(t, s, built), "accuracy")
		told := false
		for _, n := range notes {
			told = told || strings.Contains(n.Text, "interpreted")
		}
		if got != want || !told {
			t.Errorf("%s: %v, want %v; notes %v", own, got, want, notes)
		}
	}
	errors, _ := score(t, eval(t, s, small+` | halved | half | knn(k=1) | wrong`), "wrong")
	right, _ := score(t, eval(t, s, small+` | halved | half | knn(k=1) | accuracy`), "accuracy")
	if math.Abs(errors+right-1) > 1e-12 {
		t.Errorf("%v wrong and %v right", errors, right)
	}
}

// TestRegisteredStagesAreStages to the checker, to completion and to help.
func TestRegisteredStagesAreStages(t *testing.T) {
	s := newSession(t)
	eval(t, s, ownImports, nearest)
	for code, want := range map[string]string{
		small + ` | nearest(fail=-1)`:                                     "fail = -1 must be at least 0",
		small + ` | nearest(k=3)`:                                         `nearest has no argument "k"`,
		small + ` | nearest | isomap | knn`:                               "nearest",
		`register(engine.Stage{}, 3)`:                                     "does not implement",
		`register(engine.Stage{}, &Nearest{})`:                            "does not say what nearest does",
		`register(engine.Stage{Name: "knn", Summary: "is"}, &Nearest{})`:  "knn is a stage already",
		`register(engine.Stage{Name: "mat", Summary: "is"}, &Nearest{})`:  "mat is a Go name, which hides the stage",
		`register(engine.Stage{Name: "show", Summary: "is"}, &Nearest{})`: "show is a function of the language",
	} {
		if got := fail(t, s, code); !strings.Contains(flat(got), want) {
			t.Errorf("%s: %s, want %s", code, got, want)
		}
	}
	c := s.Complete("balance | nea", 13)
	if len(c.Items) == 0 || c.Items[0].Text != "nearest" {
		t.Errorf("completes to %v", c.Items)
	}
	h, ok := s.Inspect("nearest", 3, 0)
	for _, want := range []string{"nearest(fail=0)", "predicts the class of the nearest row", "in which way it fails", "Fix, Hodges 1951"} {
		if !ok || !strings.Contains(h.Text, want) {
			t.Errorf("help has no %q: %s", want, h.Text)
		}
	}
	eval(t, s, "%reset", ownImports)
	if got := fail(t, s, small+` | nearest`); !strings.Contains(got, `unknown stage "nearest"`) {
		t.Error(got)
	}
}

// TestRegisteredStagesFail where the sentence names them, whatever their code does.
func TestRegisteredStagesFail(t *testing.T) {
	s := newSession(t)
	eval(t, s, ownImports, nearest)
	for fault, want := range map[string]string{
		"1": "nearest: Learn panics: runtime error: index out of range [1] with length 0, at In[",
		"2": "nearest: Learn returns no predictor",
		"4": "nearest: Predict gives NaN in place 1",
		"5": "nearest: Predict gives 0.5 for row 0",
		"6": "nearest: Predict panics: no, at In[",
	} {
		got := fail(t, s, small+` | nearest(fail=`+fault+`)`)
		caret := strings.Index(small, "b") + len(small) + len(" | ") // below the word
		if !strings.Contains(flat(got), want) || !strings.Contains(got, "| "+strings.Repeat(" ", caret)+"^^^^^^^") {
			t.Errorf("%s: %s, want %s", fault, got, want)
		}
	}
	ctx, stop := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer stop()
	if _, err := s.Eval(ctx, small+` | nearest(fail=3)`, &memory{}); err == nil || !strings.Contains(err.Error(), "interrupted") {
		t.Errorf("a loop without end: %v", err)
	}
	score(t, eval(t, s, small+` | nearest`), "accuracy") // the session goes on
}

// TestRegisteredAgain is another stage: nothing is kept of the one before.
func TestRegisteredAgain(t *testing.T) {
	s := newSession(t)
	eval(t, s, ownImports)
	constant := func(class string) string {
		return `type Always struct{}
func (*Always) Params(*engine.Params) {}
func (*Always) Learn(context.Context, engine.Sample) (engine.Predictor, error) { return one{}, nil }
type one struct{}
func (one) Predict(_ context.Context, dst []float64, _ *mat.Dense) error {
	for i := range dst { dst[i] = ` + class + ` }
	return nil
}
register(engine.Stage{Summary: "predicts one class"}, new(Always))`
	}
	const sentence = `waveform(n=90, seed=1) | scale | always`
	var seen []float64
	for _, class := range []string{"0", "1", "0"} {
		eval(t, s, constant(class))
		report := eval(t, s, sentence).(*engine.Report)
		seen = append(seen, report.Runs[0].Predicted[0])
	}
	if seen[0] != 0 || seen[1] != 1 || seen[2] != 0 {
		t.Errorf("predicts %v, want 0 1 0", seen)
	}
}
