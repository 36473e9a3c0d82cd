package predictor

import (
	"errors"
	"math"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/fit/prototype"
)

// quantisers are the learners of prototypes with their defaults.
func quantisers() map[string]engine.Learner {
	all := map[string]engine.Learner{"glvq": new(GLVQ), "grlvq": new(GRLVQ), "gmlvq": new(GMLVQ), "lgmlvq": new(LGMLVQ), "liram": new(LiRaM)}
	for _, m := range all {
		engine.SetDefaults(m)
	}
	return all
}

// TestStagesDifferInTheirMatrices: each learns those of its form.
func TestStagesDifferInTheirMatrices(t *testing.T) {
	s := overlapping(90, 12)
	for name, want := range map[string]prototype.Settings{
		"glvq": {Form: prototype.Identity}, "grlvq": {Form: prototype.Diagonal}, "gmlvq": {Form: prototype.Full},
		"lgmlvq": {Form: prototype.Full, Local: true}, "liram": {Form: prototype.Full, Local: true, Most: 10, Penalty: 1e-3},
	} {
		p, err := quantisers()[name].Learn(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		want.PerClass, want.Steepness, want.Iterations, want.Starts, want.Seed = 1, 2, 200, 1, 1
		if got := p.(*prototype.Model).Settings; got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
	one := quantisers()["liram"].(*LiRaM)
	one.Matrices, one.Rank = "one", 2
	if got := one.search(); got.Local || got.Rank != 2 {
		t.Errorf("%+v", got)
	}
}

// TestQuantisersRefuse what they cannot learn from, and say what to do.
func TestQuantisersRefuse(t *testing.T) {
	one, infinite, empty := overlapping(30, 3), overlapping(30, 3), overlapping(30, 3)
	clear(one.Labels)
	infinite.X.Set(4, 1, math.Inf(1))
	empty.X.Apply(func(int, int, float64) float64 { return math.NaN() }, empty.X)
	for want, s := range map[string]engine.Sample{
		"need at least two classes, found 1; hold fewer rows":                    one,
		"row 4, column 2 is +Inf: values must be finite":                         infinite,
		"no column has a value in the training rows":                             empty,
		"the data have a response, not classes; use ridge or svr, which predict": formula(20, 2, 0),
		"there are no training rows; hold fewer rows":                            {},
	} {
		for name, m := range quantisers() {
			_, err := m.Learn(t.Context(), s)
			var e *engine.Error
			if !errors.As(err, &e) || e.Remedy == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error is %v, want %s", name, err, want)
			}
		}
	}
	deep := &LiRaM{Quantisation: Quantisation{Prototypes: 1, Steepness: 2, Iterations: 5, Starts: 1}, Rank: 4, Matrices: "each"}
	if _, err := deep.Learn(t.Context(), overlapping(30, 3)); err == nil || !strings.Contains(err.Error(), "lower rank to 3 or less") {
		t.Error(err)
	}
}

// TestAShortSearchIsNoted, one that has come to its end is not; and what has no value is left
// out, with a note.
func TestAShortSearchIsNoted(t *testing.T) {
	s := overlapping(200, 4)
	for i := range s.Len() {
		s.X.Set(i, 2, math.NaN())
	}
	for iterations, want := range map[int]string{11: "left out, without a value in the training rows: column 3; after 11 steps the cost still falls", 200: "left out, without a value in the training rows: column 3"} {
		m := quantisers()["gmlvq"].(*GMLVQ)
		m.Iterations = iterations
		ctx, notes := engine.WithNotes(t.Context(), "gmlvq")
		if _, err := m.Learn(ctx, s); err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, n := range notes() {
			texts = append(texts, n.Text)
		}
		if got := strings.Join(texts, "; "); !strings.HasPrefix(got, want) || len(got) > len(want) && iterations == 200 {
			t.Errorf("%d iterations: %q, want %q", iterations, got, want)
		}
	}
}

// TestActivations: the cost takes of distances what it is told.
func TestActivations(t *testing.T) {
	m := quantisers()["glvq"].(*GLVQ)
	if m.search().Linear {
		t.Error("the sigmoid is the identity")
	}
	m.Activation = "identity"
	if !m.search().Linear {
		t.Error("the identity is a sigmoid")
	}
}
