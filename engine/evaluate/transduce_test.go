package evaluate_test

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/data/newrows"
	"unfold/engine/evaluate"
)

// hidden is last, with the held rows left in.
type hidden struct{ last }

func (h *hidden) Split(ctx context.Context, t *engine.Table) ([]engine.Fold, error) {
	folds, err := h.last.Split(ctx, t)
	folds[0].Transduced = true
	return folds, err
}

func (h *hidden) Inner() engine.Protocol { return &turns{K: 2} }

func (h *hidden) Choosing() engine.Choosing { return engine.Choosing{Rule: engine.BestRule} }

// witness is an embedder that keeps the rows where they are, and the sample.
type witness struct{ saw *[]engine.Sample }

func (witness) Params(*engine.Params) {}

func (w witness) Embed(_ context.Context, s engine.Sample) (*engine.Embedding, error) {
	*w.saw = append(*w.saw, s)
	return &engine.Embedding{Y: mat.DenseCopyOf(s.X)}, nil
}

// pupil is a predictor of parity that keeps the sample.
type pupil struct {
	parity
	saw *[]engine.Sample
}

func (p pupil) Learn(_ context.Context, s engine.Sample) (engine.Predictor, error) {
	*p.saw = append(*p.saw, s)
	return p.parity, nil
}

func init() {
	var f engine.Family
	engine.Declare(&f, engine.ProtocolRole, engine.Stage{Name: "hidden", Transduces: true}, func() *hidden { return new(hidden) })
}

// TestTransducedRowsAreThereWithoutLabels follows them through two embeddings,
// neither of which has a map.
func TestTransducedRowsAreThereWithoutLabels(t *testing.T) {
	var embedded, learned []engine.Sample
	p := engine.Pipe(&points{N: 8}, &hidden{last{Share: 0.25}}, &shiftBy{}, witness{&embedded}, witness{&embedded}, pupil{saw: &learned}, &hits{})
	r, err := evaluate.Run(t.Context(), p, here)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Transduced {
		t.Error("the report does not say so")
	}
	for _, s := range embedded {
		if s.Len() != 8 || !slices.Equal(s.Labels, []int{0, 1, 0, 1, 0, 1, engine.Hidden, engine.Hidden}) {
			t.Errorf("an embedder sees %d rows of classes %v", s.Len(), s.Labels)
		}
		if s.X.At(0, 0) != -3.5 {
			t.Errorf("the first row is at %v, not shifted by the mean of all rows", s.X.At(0, 0))
		}
	}
	if s := learned[0]; s.Len() != 6 || !slices.Equal(s.Labels, []int{0, 1, 0, 1, 0, 1}) || !slices.Equal(s.Rows, []int{0, 1, 2, 3, 4, 5}) {
		t.Errorf("a predictor sees %d rows of classes %v", s.Len(), s.Labels)
	}
	run := r.Runs[0]
	if !mat.Equal(run.Mapped, mat.NewDense(2, 1, []float64{2.5, 3.5})) || len(run.Predicted) != 2 {
		t.Errorf("held rows are at %v", mat.Formatted(run.Mapped))
	}
	if rows, places := run.Labelled(); rows.Len() != 6 || places.At(5, 0) != 1.5 {
		t.Errorf("%d labelled rows, the last at %v", rows.Len(), places.At(5, 0))
	}
	if !slices.Equal(run.Train.Target.Sizes(), []int{3, 3}) || !slices.Equal(run.Held.Labels, []int{0, 1}) {
		t.Errorf("sizes %v, held labels %v", run.Train.Target.Sizes(), run.Held.Labels)
	}
	if _, err := newrows.Place(t.Context(), run, mat.NewDense(1, 1, nil)); err == nil || !strings.Contains(err.Error(), "no map for new rows") {
		t.Errorf("a new row is placed: %v", err)
	}
}

// TestTransducedResponseIsHidden looks at a response, and at a map that the
// sentence names.
func TestTransducedResponseIsHidden(t *testing.T) {
	var embedded []engine.Sample
	r, err := evaluate.Run(t.Context(), engine.Pipe(&measured{points{N: 4}}, &hidden{last{Share: 0.5}}, witness{&embedded}, &same{}, &parity{}), here)
	if err != nil {
		t.Fatal(err)
	}
	y := embedded[0].Truth()
	if y[1] != 1 || !math.IsNaN(y[2]) || !math.IsNaN(y[3]) {
		t.Errorf("an embedder sees the response %v", y)
	}
	if !slices.Equal(r.Runs[0].Held.Truth(), []float64{2, 3}) || !slices.Equal(r.Table.Truth(), []float64{0, 1, 2, 3}) {
		t.Error("the truth is lost")
	}
	if r.Runs[0].Extension == nil || r.Runs[0].Mapped.At(1, 0) != 3 {
		t.Error("held rows did not go through the map")
	}
}

// measured makes points with a response.
type measured struct{ points }

func (m *measured) Load(ctx context.Context) (*engine.Table, error) {
	t, err := m.points.Load(ctx)
	t.Target = engine.Target{Label: "y", Response: mat.NewDense(t.Len(), 1, nil)}
	for i := range t.Len() {
		t.Response.Set(i, 0, float64(i))
	}
	return t, err
}

func TestArrangeTransduced(t *testing.T) {
	stage := func(role engine.Role, name string) *engine.Stage { return &engine.Stage{Name: name, Role: role} }
	load, isomap, knn, krr := stage(engine.SourceRole, "load"), stage(engine.EmbedderRole, "isomap"), stage(engine.PredictorRole, "knn"), stage(engine.ExtenderRole, "krr")
	hide := &engine.Stage{Name: "transduce", Role: engine.ProtocolRole, Transduces: true}
	cv := stage(engine.ProtocolRole, "cv")
	warp := &engine.Stage{Name: "warp", Role: engine.MetricRole, ReadsLabels: true}
	half := &engine.Stage{Name: "half", Role: engine.MetricRole, ReadsLabels: true, Unlabelled: true}
	lda := &engine.Stage{Name: "lda", Role: engine.EmbedderRole, ReadsLabels: true, Maps: true}
	pick := &engine.Stage{Name: "pick", Role: engine.PrepareRole, ReadsLabels: true}
	for _, c := range []struct {
		stages []*engine.Stage
		want   []string // part of each fault
	}{
		{[]*engine.Stage{load, hide, isomap, knn}, nil},
		{[]*engine.Stage{load, isomap, knn, hide}, nil},
		{[]*engine.Stage{load, isomap, isomap, krr, knn, hide}, nil},
		{[]*engine.Stage{load, half, isomap, knn, hide}, nil},
		{[]*engine.Stage{load, half, isomap, hide}, nil},
		{[]*engine.Stage{load, isomap, knn, nil}, nil}, // which may be transduce
		{[]*engine.Stage{isomap, knn}, nil},            // which may meet transduce
		{[]*engine.Stage{warp, isomap, knn}, []string{"warp reads labels, which held rows do not have"}},
		{[]*engine.Stage{load, isomap, knn}, []string{"isomap places training rows only"}},
		{[]*engine.Stage{cv, isomap, knn}, []string{"isomap places training rows only"}},
		{[]*engine.Stage{load, isomap, knn, cv, nil}, []string{"isomap places training rows only"}},
		{[]*engine.Stage{load, warp, isomap, krr, knn, hide}, []string{"warp reads labels, and transduce hides those of some rows it would learn from; use holdout or cv instead of transduce, or drop warp"}},
		{[]*engine.Stage{load, hide, lda, knn}, []string{"lda reads labels"}},
		{[]*engine.Stage{load, hide, pick, knn}, []string{"pick reads labels"}},
		{[]*engine.Stage{load, pick, warp, isomap, hide}, []string{"pick reads labels", "warp reads labels"}},
	} {
		faults := evaluate.Arrange(c.stages)
		if len(faults) != len(c.want) {
			t.Errorf("faults %v, want %q", faults, c.want)
			continue
		}
		for i, want := range c.want {
			if !strings.Contains(faults[i].Error(), want) {
				t.Errorf("fault %v, want %q", faults[i], want)
			}
		}
	}
}

// TestChoiceByTransduction: while candidates are chosen between, all rows are
// present, and the labels known are those of the inner training rows alone.
func TestChoiceByTransduction(t *testing.T) {
	var embedded []engine.Sample
	p, err := engine.Pipe(&points{N: 12}, &hidden{last{Share: 0.25}}, witness{&embedded}, &vote{K: 1}, &share{}).Vary("vote", "k", 1, 3)
	if err != nil {
		t.Fatal(err)
	}
	r, err := evaluate.Run(t.Context(), p, here)
	if err != nil {
		t.Fatal(err)
	}
	labels := make([][]int, len(embedded))
	for i, s := range embedded {
		labels[i] = s.Labels
		if s.Len() != 12 {
			t.Errorf("an embedder sees %d rows", s.Len())
		}
	}
	want := [][]int{
		{0, 1, 0, 1, no, no, no, no, no, no, no, no},
		{0, 1, 0, 1, 0, no, no, no, no, no, no, no},
		{0, 1, 0, 1, 0, 1, 0, 1, 0, no, no, no},
	}
	slices.SortFunc(labels, func(a, b []int) int { return slices.Index(a, no) - slices.Index(b, no) })
	if !reflect.DeepEqual(labels, want) {
		t.Errorf("embedders see the labels %v, want %v", labels, want)
	}
	if c := r.Tuning.Chosen; len(c) != 1 || len(c[0].Scores) != 2 || len(c[0].Scores[0]) != 2 || math.IsNaN(c[0].Scores[0][1]) {
		t.Errorf("choices %+v", c)
	}
}
