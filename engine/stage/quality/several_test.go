package quality

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// severalReference is testdata/several.json, which testdata/several.py writes.
type severalReference struct {
	Truth, Guess    [][]float64
	Each            map[string][]float64
	Mean            map[string]float64
	Trustworthiness float64
}

func readSeveral(t *testing.T) severalReference {
	t.Helper()
	text, err := os.ReadFile("testdata/several.json")
	if err != nil {
		t.Fatal(err)
	}
	var ref severalReference
	if err := json.Unmarshal(text, &ref); err != nil {
		t.Fatal(err)
	}
	return ref
}

// several is a run that predicted several responses.
func several(truth *mat.Dense, guess [][]float64, names ...string) *engine.Run {
	return &engine.Run{
		Train:     engine.Sample{X: truth, Target: engine.Target{Response: truth, Responses: names}},
		Predicted: slices.Concat(guess...),
	}
}

func TestMeasuresOfSeveralAgreeWithScikit(t *testing.T) {
	ref := readSeveral(t)
	n := len(ref.Truth)
	truth := mat.NewDense(n, 3, slices.Concat(ref.Truth...))
	names := []string{"a", "b", "c"}
	run := several(truth, ref.Guess, names...)
	for name, m := range map[string]engine.Measure{"rmse": &RMSE{}, "mae": &MAE{}, "r2": &R2{}} {
		s, err := m.Score(t.Context(), run)
		if err != nil {
			t.Fatal(err)
		}
		wantClose(t, name, s.Value, ref.Mean[name])
		if len(s.Parts) != 3 {
			t.Fatalf("%s has %d parts for three responses", name, len(s.Parts))
		}
		for c, part := range s.Parts {
			wantClose(t, name+" of "+names[c], part.Value, ref.Each[name][c])
			if part.Response != names[c] {
				t.Errorf("part %d is of %s, not %s", c, part.Response, names[c])
			}
		}
	}
	places := mat.DenseCopyOf(mat.NewDense(n, 3, run.Predicted).Slice(0, n, 0, 2))
	got, err := (&YContinuity{K: 6}).mean(t.Context(), places, truth)
	if err != nil {
		t.Fatal(err)
	}
	wantClose(t, "ycontinuity", got, ref.Trustworthiness)
}

// A response that is the same in all rows judged has no r2, and the others' mean
// does without it.
func TestR2LeavesOutAConstantResponse(t *testing.T) {
	truth := mat.NewDense(3, 2, []float64{1, 5, 2, 5, 3, 5})
	s, err := (&R2{}).Score(t.Context(), several(truth, [][]float64{{1, 5}, {2, 4}, {3, 5}}, "a", "b"))
	if err != nil || s.Value != 1 || !math.IsNaN(s.Parts[1].Value) {
		t.Errorf("r2 is %+v, %v; want 1 by the first alone", s, err)
	}
}
