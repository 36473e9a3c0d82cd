package evaluate_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"unfold/engine"
	"unfold/engine/data/newrows"
	"unfold/engine/evaluate"
	"unfold/engine/figure"
	"unfold/engine/schema"

	"gonum.org/v1/gonum/mat"
)

// The methods below are a toy catalogue: enough to see what a run hands to
// whom, with no method of the project in it.

type points struct{ N int }

func (s *points) Params(p *engine.Params) {
	p.Int(&s.N, "n", 6, engine.AtLeast(1), "rows")
}

// Load makes rows 0, 1, ... of one column, of two classes in turn.
func (s *points) Load(context.Context) (*engine.Table, error) {
	t := &engine.Table{Name: "points", Source: "points", X: mat.NewDense(s.N, 1, nil), Columns: []engine.Column{{Name: "x"}}, Target: engine.Target{Label: "class", Classes: []string{"a", "b"}}}
	for i := range s.N {
		t.X.Set(i, 0, float64(i))
		t.Labels = append(t.Labels, i%2)
		t.Rows = append(t.Rows, i)
	}
	return t, nil
}

type last struct{ Share float64 }

func (s *last) Params(p *engine.Params) {
	p.Float(&s.Share, "share", 0.5, engine.Inside(0, 1), "share of rows held")
}

// Split holds the last rows.
func (s *last) Split(_ context.Context, t *engine.Table) ([]engine.Fold, error) {
	n := t.Len()
	cut := n - int(math.Round(s.Share*float64(n)))
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return []engine.Fold{{Train: all[:cut], Held: all[cut:]}}, nil
}

type shiftBy struct{ saw *[]engine.Sample }

func (shiftBy) Params(*engine.Params) {}

// Prepare subtracts the mean of the training rows.
func (s shiftBy) Prepare(_ context.Context, sample engine.Sample) (*engine.Transform, error) {
	if s.saw != nil {
		*s.saw = append(*s.saw, sample)
	}
	engine.Remark(context.Background(), "not in a run: dropped")
	return &engine.Transform{Map: offset(mat.Sum(sample.X) / float64(sample.Len())), Columns: sample.Columns}, nil
}

type offset float64

func (offset) Dim() int { return 1 }

func (o offset) Apply(_ context.Context, dst, x *mat.Dense) error {
	dst.Apply(func(_, _ int, v float64) float64 { return v - float64(o) }, x)
	return nil
}

type line struct{ Own bool }

func (line) Params(*engine.Params) {}

// Embed keeps the rows where they are.
func (l line) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	engine.Remark(ctx, "placed %d rows", s.Len())
	return &engine.Embedding{Y: mat.DenseCopyOf(s.X)}, nil
}

type same struct{}

func (same) Params(*engine.Params) {}

func (same) Extend(context.Context, engine.Sample, *engine.Embedding) (*engine.Extension, error) {
	return &engine.Extension{Map: offset(0)}, nil
}

type parity struct{}

func (parity) Params(*engine.Params) {}

// Learn predicts the class by the parity of the coordinate plus its mean.
func (parity) Learn(_ context.Context, s engine.Sample) (engine.Predictor, error) {
	return parity{}, nil
}

func (parity) Predict(_ context.Context, dst []float64, y *mat.Dense) error {
	for i := range dst {
		dst[i] = math.Abs(math.Mod(math.Round(y.At(i, 0)), 2))
	}
	return nil
}

type hits struct{}

func (hits) Params(*engine.Params) {}

func (hits) Score(_ context.Context, r *engine.Run) (engine.Score, error) {
	count := 0
	for i, truth := range r.Judged().Truth() {
		if truth == r.Predicted[i] {
			count++
		}
	}
	return engine.Score{Name: "hits", Value: float64(count) / float64(len(r.Predicted)), Count: count, Of: len(r.Predicted)}, nil
}

var toys = func() *engine.Catalogue {
	var f engine.Family
	engine.Declare(&f, engine.SourceRole, engine.Stage{Name: "points"}, func() *points { return new(points) })
	engine.Declare(&f, engine.ProtocolRole, engine.Stage{Name: "last", Standard: true}, func() *last { return new(last) })
	engine.Declare(&f, engine.PrepareRole, engine.Stage{Name: "shift"}, func() *shiftBy { return new(shiftBy) })
	engine.Declare(&f, engine.EmbedderRole, engine.Stage{Name: "line"}, func() *line { return new(line) })
	engine.Declare(&f, engine.ExtenderRole, engine.Stage{Name: "same"}, func() *same { return new(same) })
	engine.Declare(&f, engine.PredictorRole, engine.Stage{Name: "parity"}, func() *parity { return new(parity) })
	engine.Declare(&f, engine.MeasureRole, engine.Stage{Name: "hits", Needs: engine.NeedPredictions | engine.NeedClasses, Standard: true}, func() *hits { return new(hits) })
	return engine.NewCatalogue(f.Stages())
}()

func TestRunHidesHeldTruthAndFitsOnTrainingRows(t *testing.T) {
	var saw []engine.Sample
	p := engine.Pipe(&points{N: 8}, &last{Share: 0.25}, &shiftBy{saw: &saw}, &line{}, &same{}, &parity{}, &hits{})
	r, err := evaluate.Run(context.Background(), p, here)
	if err != nil {
		t.Fatal(err)
	}
	if len(saw) != 1 || saw[0].Len() != 6 || len(saw[0].Labels) != 6 {
		t.Fatalf("prepare saw %d samples of %d rows", len(saw), saw[0].Len())
	}
	run := r.Runs[0]
	if got, want := run.Held.X.At(0, 0), 6-2.5; got != want {
		t.Errorf("held row 6 was shifted to %v, want %v by the training mean", got, want)
	}
	if !slices.Equal(run.Held.Rows, []int{6, 7}) {
		t.Errorf("held rows are %v", run.Held.Rows)
	}
	if len(run.Predicted) != 2 {
		t.Errorf("%d predictions for two held rows", len(run.Predicted))
	}
	placed, err := newrows.Place(context.Background(), run, mat.NewDense(1, 1, []float64{6}))
	if err != nil || placed.At(0, 0) != run.Mapped.At(0, 0) {
		t.Errorf("a new row goes to %v (%v), the same held row to %v", placed, err, run.Mapped.At(0, 0))
	}
}

func TestCatalogueFillsWhatAPipelineLeavesOpen(t *testing.T) {
	steps := []engine.Step{}
	for _, name := range []string{"points", "parity"} {
		s, _ := toys.Lookup(name)
		steps = append(steps, engine.Step{Stage: s, Method: s.Make()})
	}
	r, err := evaluate.Run(context.Background(), engine.Pipeline{Steps: steps}, evaluate.Environment{Catalogue: toys})
	if err != nil {
		t.Fatal(err)
	}
	if want := "points(n=6) | last(share=0.5) | parity"; r.Pipeline != want {
		t.Errorf("ran %q, want %q", r.Pipeline, want)
	}
	s, ok := r.Score("hits")
	if !ok || s.Mean != 1 || math.Abs(s.Low-0.4385) > 1e-4 {
		t.Errorf("hits = %+v", s)
	}
}

func TestReportIsJSONWithSourceRows(t *testing.T) {
	r, err := evaluate.Run(context.Background(), engine.Pipe(&points{N: 4}, &last{Share: 0.5}, &line{}, &same{}, &parity{}, &hits{}), here)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back struct {
		Schema string
		Scores []struct{ SD *float64 }
		Folds  []struct {
			Held        []int
			Embedding   struct{ Train, Held [][]float64 }
			Predictions []struct {
				Row       int
				Truth     string
				Predicted string
			}
		}
		Notes []engine.Note
	}
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	f := back.Folds[0]
	if back.Schema != schema.Name || f.Held[0] != 2 || len(f.Embedding.Held) != 2 || f.Predictions[1].Row != 3 || f.Predictions[1].Truth != "b" {
		t.Errorf("%s", text)
	}
	if back.Scores[0].SD != nil {
		t.Error("the deviation of one fold is not null")
	}
	if len(back.Notes) != 1 || back.Notes[0].Text != "placed 2 rows" {
		t.Errorf("notes %v", back.Notes)
	}
}

func TestRunStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := evaluate.Run(ctx, engine.Pipe(&points{N: 4}, &line{}), here); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestArrange(t *testing.T) {
	stage := func(role engine.Role, name string) *engine.Stage { return &engine.Stage{Name: name, Role: role} }
	load, cv, none := stage(engine.SourceRole, "load"), stage(engine.ProtocolRole, "cv"), &engine.Stage{Name: "none", Role: engine.ProtocolRole, HoldsNone: true}
	scale, cosine := stage(engine.PrepareRole, "scale"), stage(engine.MetricRole, "cosine")
	warp := &engine.Stage{Name: "warp", Role: engine.MetricRole, ReadsLabels: true}
	isomap, krr, svm := stage(engine.EmbedderRole, "isomap"), stage(engine.ExtenderRole, "krr"), stage(engine.PredictorRole, "svm")
	pca := &engine.Stage{Name: "pca", Role: engine.EmbedderRole, Maps: true}
	accuracy, scatter := stage(engine.MeasureRole, "accuracy"), stage(engine.ViewRole, "scatter")
	for _, c := range []struct {
		stages []*engine.Stage
		want   string // part of the first fault; empty for none
	}{
		{[]*engine.Stage{load, scale, warp, isomap, krr, svm}, ""},
		{[]*engine.Stage{load, svm, cv}, ""},
		{[]*engine.Stage{scale, warp, isomap, krr}, ""},
		{[]*engine.Stage{load, cosine, isomap, krr, pca, svm, accuracy, scatter}, ""},
		{[]*engine.Stage{load, pca, isomap, krr, svm}, ""},
		{[]*engine.Stage{load, warp, isomap}, ""},
		{[]*engine.Stage{load, none, warp, isomap}, ""},
		{[]*engine.Stage{load, none, isomap, svm}, ""},
		{[]*engine.Stage{load, warp, isomap, svm, none}, ""},
		{[]*engine.Stage{load, nil, svm}, ""},
		{[]*engine.Stage{load, warp, isomap, svm}, "warp reads labels"},
		{[]*engine.Stage{load, isomap, svm}, "isomap places training rows only"},
		{[]*engine.Stage{load, cv, warp, isomap}, "cv holds rows"},
		{[]*engine.Stage{load, krr, svm}, "no embedder"},
		{[]*engine.Stage{load, cosine, svm}, "no embedder after it uses them"},
		{[]*engine.Stage{load, cosine, pca}, "change nothing"},
		{[]*engine.Stage{load, cosine, scale, isomap}, "after cosine has measured"},
		{[]*engine.Stage{load, load}, "two sources"},
		{[]*engine.Stage{scale, load}, "must stand first"},
		{[]*engine.Stage{load, cv, cv, svm}, "two protocols"},
		{[]*engine.Stage{load, svm, isomap}, "after svm"},
		{[]*engine.Stage{load, svm, svm}, "two predictors"},
		{[]*engine.Stage{load, isomap, isomap}, "no way there"},
		{[]*engine.Stage{load, scatter, svm}, "come last"},
	} {
		var names []string
		for _, s := range c.stages {
			if s == nil {
				names = append(names, "?")
				continue
			}
			names = append(names, s.Name)
		}
		faults := evaluate.Arrange(c.stages)
		switch {
		case c.want == "" && len(faults) > 0:
			t.Errorf("%v: %v", names, faults[0])
		case c.want != "" && (len(faults) == 0 || !strings.Contains(faults[0].Error(), c.want)):
			t.Errorf("%v: faults %v, want %q", names, faults, c.want)
		case c.want != "" && (faults[0].Remedy == nil || faults[0].Step == 0):
			t.Errorf("%v: no remedy or place in %+v", names, faults[0])
		}
	}
}

// TestFaultsNameTheStepOfTheSentence sees that a protocol which the sentence
// does not name does not shift the places of those that it does.
func TestFaultsNameTheStepOfTheSentence(t *testing.T) {
	source, _ := toys.Lookup("points")
	parity, _ := toys.Lookup("parity")
	p := engine.Pipeline{Steps: []engine.Step{{Stage: source, Method: &unlabelled{points{N: 6}}}, {Stage: parity, Method: parity.Make()}}}
	_, err := evaluate.Run(context.Background(), p, evaluate.Environment{Catalogue: toys})
	var fault *engine.Error
	if !errors.As(err, &fault) || fault.Step != 2 || fault.Stage != "parity" {
		t.Errorf("fault %+v", fault)
	}
}

// unlabelled makes rows with nothing to learn about them.
type unlabelled struct{ points }

func (s *unlabelled) Load(ctx context.Context) (*engine.Table, error) {
	t, err := s.points.Load(ctx)
	t.Target = engine.Target{}
	return t, err
}

type slow struct{}

func (slow) Params(*engine.Params) {}

// Score takes a while, and fails on a pipeline without predictions.
func (slow) Score(_ context.Context, r *engine.Run) (engine.Score, error) {
	time.Sleep(2 * time.Millisecond)
	if r.Predicted == nil {
		return engine.Score{}, errors.New("nothing to score")
	}
	return engine.Score{}, nil
}

type sketch struct{}

func (sketch) Params(*engine.Params) {}

func (sketch) View(context.Context, *engine.Report) (*figure.Figure, error) {
	time.Sleep(2 * time.Millisecond)
	return &figure.Figure{}, nil
}

// TestWhatTheCatalogueAddsHasItsCosts adds a slow measure and a slow view where
// the sentence names neither, and nothing beside those that it names.
func TestWhatTheCatalogueAddsHasItsCosts(t *testing.T) {
	var f engine.Family
	engine.Declare(&f, engine.MeasureRole, engine.Stage{Name: "slow", Standard: true}, func() *slow { return new(slow) })
	engine.Declare(&f, engine.ViewRole, engine.Stage{Name: "sketch", Standard: true}, func() *sketch { return new(sketch) })
	c := engine.NewCatalogue(f.Stages())
	r, err := evaluate.Run(context.Background(), engine.Pipe(&points{N: 4}, &last{Share: 0.5}, &parity{}), evaluate.Environment{Catalogue: c})
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, s := range slices.Concat(r.Steps, r.Added) {
		sum += s.Seconds
	}
	if len(r.Added) != 2 || r.Added[0].Seconds < 0.002 || r.Added[1].Seconds < 0.002 || sum > r.Seconds {
		t.Errorf("steps %+v, added %+v, %v s in all", r.Steps, r.Added, r.Seconds)
	}
	r, err = evaluate.Run(context.Background(), engine.Pipe(&points{N: 4}, &last{Share: 0.5}, &parity{}, &hits{}), evaluate.Environment{Catalogue: c})
	if err != nil || len(r.Scores) != 1 || r.Scores[0].Name != "hits" || len(r.Added) != 1 || r.Added[0].Name != "sketch" {
		t.Errorf("scores %+v, added %+v, error %v", r.Scores, r.Added, err)
	}
}

// TestNamedMeasuresHaveCostsAndPlaces sees that a measure of the sentence is a
// step like any other.
func TestNamedMeasuresHaveCostsAndPlaces(t *testing.T) {
	r, err := evaluate.Run(context.Background(), engine.Pipe(&points{N: 4}, &last{Share: 0.5}, &parity{}, &slow{}), here)
	if err != nil || r.Steps[3].Seconds <= 0 {
		t.Errorf("cost %+v, error %v", r.Steps, err)
	}
	_, err = evaluate.Run(context.Background(), engine.Pipe(&points{N: 4}, &slow{}), here)
	var fault *engine.Error
	if !errors.As(err, &fault) || fault.Step != 2 || fault.Stage != "slow" {
		t.Errorf("fault %+v", err)
	}
}

// TestColumnsTellWhatChangedThem: a stage that changes numbers under their old name is named
// with them, so that no axis promises the numbers of the file; the table keeps its columns.
func TestColumnsTellWhatChangedThem(t *testing.T) {
	r, err := evaluate.Run(t.Context(), engine.Pipe(&points{N: 8}, &shiftBy{}, &parity{}, &hits{}), here)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Runs[0].Train.Columns[0].Prepared; got != "after shift" {
		t.Errorf("the column was made into %q", got)
	}
	if got := r.Table.Columns[0].Prepared; got != "" {
		t.Errorf("the column of the table was made into %q", got)
	}
}
