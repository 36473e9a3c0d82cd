package evaluate_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/evaluate"
)

// sited is partly, with ten times the row's number aside.
type sited struct{ partly }

func (s *sited) Load(ctx context.Context) (*engine.Table, error) {
	t, err := s.partly.Load(ctx)
	t.Aside = engine.Aside{X: scaled(t.X, 10), Columns: []engine.Column{{Name: "site"}}}
	return t, err
}

// guide is a map that keeps the sample it learned from.
type guide struct{ saw *[]engine.Sample }

func (guide) Params(*engine.Params) {}

func (g guide) Extend(_ context.Context, s engine.Sample, _ *engine.Embedding) (*engine.Extension, error) {
	*g.saw = append(*g.saw, s)
	return &engine.Extension{Map: offset(0)}, nil
}

// TestEmbeddersAloneSeeColumnsAside, those of labelled training rows; runs keep
// them for held rows too, by which measures judge.
func TestEmbeddersAloneSeeColumnsAside(t *testing.T) {
	for _, c := range []struct {
		name     string
		protocol engine.Protocol
		without  []int
		want     []float64 // aside of the rows that an embedder sees
	}{
		{"held", &last{Share: 0.25}, nil, []float64{0, 10, 20, 30, 40, 50}},
		{"unlabelled", &last{Share: 0.25}, []int{0, 3}, []float64{10, 20, 40, 50, math.NaN(), math.NaN()}},
		{"transduced", &hidden{last{Share: 0.25}}, nil, []float64{0, 10, 20, 30, 40, 50, math.NaN(), math.NaN()}},
	} {
		var embedded, others []engine.Sample
		p := engine.Pipe(&sited{partly{points{N: 8}, c.without}}, c.protocol, &shiftBy{saw: &others}, gauge{&others}, witness{&embedded}, guide{&others}, witness{&embedded}, guide{&others}, pupil{saw: &others}, &hits{})
		r, err := evaluate.Run(t.Context(), p, here)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range embedded[:2] { // of the fold that holds rows
			if got := mat.Col(nil, 0, s.Aside.X); !slices.EqualFunc(got, c.want, sameBits) {
				t.Errorf("%s: an embedder sees %v aside, want %v", c.name, got, c.want)
			}
		}
		for _, s := range others {
			if s.Aside.X != nil || s.Aside.Columns != nil {
				t.Errorf("%s: a stage that places no rows sees columns aside", c.name)
			}
		}
		run := r.Runs[0]
		if at, err := run.Held.Aside.Numbers("columns", "site"); err != nil || at.At(0, 0) != 60 || at.At(1, 0) != 70 {
			t.Errorf("%s: held rows have %v aside, %v", c.name, at, err)
		}
		if x := run.Train.Aside.X; !slices.EqualFunc(mat.Col(nil, 0, x), c.want, sameBits) {
			t.Errorf("%s: training rows have %v aside", c.name, mat.Formatted(x))
		}
	}
}

func sameBits(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }
