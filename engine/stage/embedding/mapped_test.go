package embedding

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/fit/cost"
	"unfold/engine/stage/form"
)

// TestStressReturnsThePoints that distances come from, whatever the weights, where they
// have so many dimensions.
func TestStressReturnsThePoints(t *testing.T) {
	x := cloud(3, 60, 2)
	for _, stress := range []string{"raw", "sammon", "elastic", "local"} {
		for name, f := range map[string]engine.Form{"points": &form.Free{}, "linear": &form.Linear{}} {
			e := embed(t, &MDS{Dim: 2, Stress: stress, K: 20, Mapped: Mapped{f}}, engine.Sample{X: x})
			if off := enginetest.Procrustes(e.Y, x); !(off < 1e-6) {
				t.Errorf("%s of %s: places are %.2g off", stress, name, off)
			}
		}
	}
}

// TestStressIsLessThanThatOfClassicalScaling, each by its own weights.
func TestStressIsLessThanThatOfClassicalScaling(t *testing.T) {
	s := engine.Sample{X: cloud(4, 80, 5)}
	classical := embed(t, &MDS{Dim: 2}, s)
	value := func(y *mat.Dense, by cost.Weighting) float64 {
		c, err := cost.NewMDS(t.Context(), classical.Target, by)
		if err != nil {
			t.Fatal(err)
		}
		v, err := cost.Value(t.Context(), c, y)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	raw, sammon := embed(t, &MDS{Dim: 2, Stress: "raw"}, s), embed(t, &MDS{Dim: 2, Stress: "sammon"}, s)
	if a, b, c := value(raw.Y, cost.Raw), value(sammon.Y, cost.Raw), value(classical.Y, cost.Raw); !(a < b && b < c) {
		t.Errorf("the raw stress is %v by itself, %v by sammon and %v classically", a, b, c)
	}
	if a, b, c := value(sammon.Y, cost.Sammon), value(raw.Y, cost.Sammon), value(classical.Y, cost.Sammon); !(a < b && b < c) {
		t.Errorf("sammon's stress is %v by itself, %v by raw and %v classically", a, b, c)
	}
}

// TestIsomapOfAMap keeps paths along the sheet of rows that lie flat, in more columns
// than it has dimensions.
func TestIsomapOfAMap(t *testing.T) {
	p := enginetest.Grid(12, 9)
	e := embed(t, &Isomap{K: 8, Dim: 2, Mapped: Mapped{&form.Linear{}}}, p.Sample())
	if off := enginetest.Procrustes(e.Y, p.Flat); !(off < 0.05) || e.Map == nil || e.Graph == nil {
		t.Errorf("places are %.2g off, there is a map: %v", off, e.Map != nil)
	}
	ctx, notes := engine.WithNotes(t.Context(), "isomap")
	if _, err := (&Isomap{K: 8, Dim: 2, Landmarks: 20, Mapped: Mapped{&form.Linear{}}}).Embed(ctx, p.Sample()); err == nil || !strings.Contains(err.Error(), "from landmarks") {
		t.Errorf("by landmarks: %v, notes %v", err, notes())
	}
}

// TestStressIsTold, as a share of the distances.
func TestStressIsTold(t *testing.T) {
	ctx, notes := engine.WithNotes(t.Context(), "mds")
	s := engine.Sample{X: cloud(4, 50, 5)}
	e, err := (&MDS{Dim: 2, Mapped: Mapped{&form.Linear{}}}).Embed(ctx, s)
	if err != nil {
		t.Fatal(err)
	}
	if said := notes(); len(said) != 1 || !strings.HasPrefix(said[0].Text, "stress 0.") || math.IsNaN(mat.Sum(e.Y)) {
		t.Errorf("notes are %v", said)
	}
}
