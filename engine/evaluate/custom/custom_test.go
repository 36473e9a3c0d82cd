package custom

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// call calls code as sessions do, in a goroutine that is left behind with its context.
func call(ctx context.Context, code func()) error {
	done := make(chan error, 1)
	go func() {
		var err error
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("panics: %v", r)
			}
			done <- err
		}()
		code()
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// made is a method of the stage that a toy becomes.
func made(t *testing.T, m engine.Method) engine.Method {
	t.Helper()
	s, err := New(engine.Stage{Summary: "is a toy"}, m, call)
	if err != nil {
		t.Fatal(err)
	}
	return s.Make()
}

var rows = engine.Sample{
	X:      mat.NewDense(3, 2, []float64{0, 0, 3, 4, 6, 8}),
	Target: engine.Target{Labels: []int{0, 1, 1}, Classes: []string{"a", "b"}},
}

type plain struct{}

func (*plain) Params(*engine.Params) {}

// A far is distances from a function of two rows.
type far struct {
	plain
	of   func(i, j int) float64
	size int
}

func (f *far) Distances(context.Context, engine.Sample) (engine.Distances, error) { return f, nil }
func (f *far) Len() int                                                           { return f.size }
func (f *far) Row(dst []float64, i int) {
	for j := range dst {
		dst[j] = f.of(i, j)
	}
}
func (f *far) From(dst, x []float64) {
	for j := range dst {
		dst[j] = f.of(int(x[0]), j)
	}
}

// TestMetricsAreHeldToTheirPromise: finite, symmetric, nothing to itself.
func TestMetricsAreHeldToTheirPromise(t *testing.T) {
	for want, f := range map[string]*far{
		"":                                  {size: 3, of: func(i, j int) float64 { return math.Abs(float64(i - j)) }},
		"is of 2 rows, where there are 3":   {size: 2, of: func(i, j int) float64 { return 0 }},
		"Row gives NaN for rows 1 and 0":    {size: 3, of: func(i, j int) float64 { return apart(i, j, math.NaN()) }},
		"Row gives -1 for rows 1 and 0":     {size: 3, of: func(i, j int) float64 { return float64(j - i) }},
		"Row gives 1 for row 0":             {size: 3, of: func(i, j int) float64 { return 1 }},
		"Row gives 2 from row 1 to 0":       {size: 3, of: func(i, j int) float64 { return math.Abs(float64(i-j)) * float64(1+i) }},
		"Row gives +Inf for rows 1 and 0":   {size: 3, of: func(i, j int) float64 { return apart(i, j, math.Inf(1)) }},
		"Distances panics: a hole in row 2": {size: 3, of: func(i, j int) float64 { return hole(i, 2) }},
	} {
		m := &metric{guard{name: "far", inner: f, call: call}}
		d, err := m.Distances(t.Context(), rows)
		if want == "" {
			to := make([]float64, 3)
			d.Row(to, 2)
			if err != nil || to[0] != 2 || to[1] != 1 || to[2] != 0 {
				t.Errorf("%v, %v", to, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// apart is v between rows that differ.
func apart(i, j int, v float64) float64 {
	if i == j {
		return 0
	}
	return v
}

func hole(i, at int) float64 {
	if i == at {
		panic(fmt.Sprintf("a hole in row %d", i))
	}
	return 0
}

// TestFromPanicsWithAnError, which the step that asks returns.
func TestFromPanicsWithAnError(t *testing.T) {
	f := &far{size: 3, of: func(i, j int) float64 {
		if i > 2 {
			return math.NaN()
		}
		return math.Abs(float64(i - j))
	}}
	d, err := (&metric{guard{name: "far", inner: f, call: call}}).Distances(t.Context(), rows)
	if err != nil {
		t.Fatal(err)
	}
	to := make([]float64, 3)
	d.(engine.Outward).From(to, []float64{1})
	if to[0] != 1 || to[1] != 0 || to[2] != 1 {
		t.Errorf("from row 1: %v", to)
	}
	defer func() {
		var fault *engine.Error
		if err, _ := recover().(error); !errors.As(err, &fault) || fault.Stage != "far" || !strings.Contains(fault.Cause, "From gives NaN") {
			t.Errorf("%v", err)
		}
	}()
	d.(engine.Outward).From(to, []float64{5})
}

// A learn has a predictor of its own doing, and a parameter.
type learn struct {
	K    int
	says func(dst []float64) error
}

func (l *learn) Params(p *engine.Params)                                        { p.Int(&l.K, "k", 3, engine.AtLeast(1), "number") }
func (l *learn) Learn(context.Context, engine.Sample) (engine.Predictor, error) { return l, nil }
func (l *learn) Predict(_ context.Context, dst []float64, _ *mat.Dense) error   { return l.says(dst) }

// TestPredictorsNameClasses, all of them, and end with their context.
func TestPredictorsNameClasses(t *testing.T) {
	answer := func(all ...float64) func(dst []float64) error {
		return func(dst []float64) error { copy(dst, all); return nil }
	}
	forever := make(chan int)
	for want, says := range map[string]func(dst []float64) error{
		"":                               answer(0, 1, 0),
		"Predict gives NaN in place 2":   answer(0, 1),
		"Predict gives 2 for row 1":      answer(0, 2, 0),
		"Predict gives 0.5 for row 0":    answer(0.5, 1, 0),
		"Predict gives +Inf in place 0":  answer(math.Inf(1)),
		"Predict ends its goroutine":     func([]float64) error { runtime.Goexit(); return nil },
		"Predict panics: oh":             func([]float64) error { panic("oh") },
		"no rows":                        func([]float64) error { return errors.New("no rows") },
		context.DeadlineExceeded.Error(): func([]float64) error { <-forever; return nil },
	} {
		p, err := (&learner{guard{name: "learn", inner: &learn{K: 1, says: says}, call: call}}).Learn(t.Context(), rows)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		if want == context.DeadlineExceeded.Error() {
			ctx, stop = context.WithTimeout(t.Context(), time.Millisecond)
		}
		dst := make([]float64, 3)
		err = p.Predict(ctx, dst, rows.X)
		stop()
		if want == "" && (err != nil || dst[1] != 1) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%v %v, want %q", dst, err, want)
		}
	}
}

// A placer places and maps as it is told.
type placer struct {
	plain
	y   *mat.Dense
	dim int
}

func (p *placer) Embed(context.Context, engine.Sample) (*engine.Embedding, error) {
	return &engine.Embedding{Y: p.y, Map: p}, nil
}
func (p *placer) Dim() int { return p.dim }
func (p *placer) Apply(_ context.Context, dst, x *mat.Dense) error {
	dst.Set(0, 0, x.At(0, 0))
	return nil
}

// TestEmbeddersPlaceAllRows, and what maps does not leave any out.
func TestEmbeddersPlaceAllRows(t *testing.T) {
	for want, p := range map[string]*placer{
		"Embed places nothing":                               {},
		"Embed places 2 of 3 rows":                           {y: mat.NewDense(2, 1, nil)},
		"Embed gives NaN in column 0 of row 1":               {y: mat.NewDense(3, 1, []float64{0, math.NaN(), 0})},
		"Embed returns a map to 2 dimensions":                {y: mat.NewDense(3, 1, nil), dim: 2},
		"Apply gives NaN in column 0 of row 1, counted from": {y: mat.NewDense(3, 1, nil), dim: 1},
	} {
		e, err := (&embedder{guard{name: "placer", inner: p, call: call}}).Embed(t.Context(), rows)
		if err == nil {
			_, err = engine.Image(t.Context(), e.Map, rows.X)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A tall is a measure.
type tall struct {
	plain
	value float64
}

func (m *tall) Score(context.Context, *engine.Run) (engine.Score, error) {
	return engine.Score{Value: m.value}, nil
}

// TestMeasuresAreFinite whatever they measure.
func TestMeasuresAreFinite(t *testing.T) {
	for _, v := range []float64{1, math.NaN(), math.Inf(-1)} {
		s, err := (&measure{guard{name: "tall", inner: &tall{value: v}, call: call}}).Score(t.Context(), nil)
		if ok := v == 1; ok != (err == nil) || ok && s.Value != 1 {
			t.Errorf("%v: %v, %v", v, s, err)
		}
	}
}

// What follows is no stage.
type (
	copied   struct{ K int }
	twice    struct{ tall }
	against  struct{ tall }
	panicky  struct{ tall }
	wordless struct{ plain }
	other    struct{ plain }
)

func (c copied) Params(p *engine.Params)                                { p.Int(&c.K, "k", 3, engine.AtLeast(1), "number") }
func (copied) Score(context.Context, *engine.Run) (engine.Score, error) { return engine.Score{}, nil }
func (o *other) Learn(engine.Sample) (engine.Predictor, error)          { return nil, nil }
func (p *panicky) Params(*engine.Params)                                { panic("oh") }
func (c *twice) Params(p *engine.Params) {
	p.Float(&c.value, "k", 1, engine.AnyValue(), "number")
	p.Float(&c.value, "k", 1, engine.AnyValue(), "number")
}
func (c *against) Params(p *engine.Params) { p.Float(&c.value, "k", 0, engine.Above(0), "number") }

// TestRefusals: what could only fail later is no stage.
func TestRefusals(t *testing.T) {
	for want, m := range map[string]engine.Method{
		"k of copied does not keep its default":  new(copied),
		"a stage is a pointer to a struct":       copied{},
		"two parameters of twice are named k":    new(twice),
		"the default of k in against is against": new(against),
		"Params of panicky panics: oh":           new(panicky),
		"wordless has none of the verbs":         new(wordless),
		"Learn is func(engine.Sample) (engine.Predictor, error), but a predictor's is func(context.Context, engine.Sample)": new(other),
	} {
		_, err := New(engine.Stage{Summary: "is a toy"}, m, call)
		var fault *engine.Error
		if !errors.As(err, &fault) || !strings.Contains(fault.Cause, want) || fault.Remedy == nil {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for _, declaration := range []engine.Stage{{}, {Name: "Two Words", Summary: "is"}} {
		if _, err := New(declaration, new(tall), call); err == nil {
			t.Errorf("%+v is taken", declaration)
		}
	}
}

// TestCopiesAreApart: candidates of a parameter are settings of copies.
func TestCopiesAreApart(t *testing.T) {
	m := made(t, new(learn))
	step := engine.Pipe(m).Steps[0]
	one, err := step.Offer("k", "", 5, 7)
	if err != nil {
		t.Fatal(err)
	}
	if before, after := engine.ParamsOf(m)[0].Value(), engine.ParamsOf(one.Method)[0].Value(); before != 3 || after != 5 {
		t.Errorf("k is %v before and %v after, want 3 and 5", before, after)
	}
	if step.Declared() {
		t.Error("it is said to be of a family")
	}
}

// TestWordsGrow beyond the catalogue that they began with, which stays as it is.
func TestWordsGrow(t *testing.T) {
	s, err := New(engine.Stage{Summary: "is a toy"}, new(tall), call)
	if err != nil {
		t.Fatal(err)
	}
	free := func(string) string { return "" }
	base := engine.NewCatalogue()
	w := NewWords(base)
	if err := w.Add(s, free); err != nil {
		t.Fatal(err)
	}
	s.Summary = "is another"
	if err := w.Add(s, free); err != nil {
		t.Fatal(err)
	}
	got, ok := w.Catalogue().Lookup("tall")
	if _, grown := base.Lookup("tall"); grown || !ok || got.Summary != "is another" {
		t.Errorf("base has it: %v; then %v", grown, got)
	}
	if err := NewWords(w.Catalogue()).Add(s, free); err == nil || !strings.Contains(err.Error(), "tall is a stage already; give") {
		t.Errorf("a stage of the catalogue is replaced: %v", err)
	}
	if err := w.Add(s, func(name string) string { return "a word of " + name }); err == nil || !strings.Contains(err.Error(), "tall is a word of tall") {
		t.Errorf("a reserved name: %v", err)
	}
	w.Clear()
	if _, left := w.Catalogue().Lookup("tall"); left {
		t.Error("it is still there")
	}
}
