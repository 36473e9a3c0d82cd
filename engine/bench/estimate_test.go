package main

import (
	"context"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/stage/embedding"
	"unfold/engine/stage/extension"
	"unfold/engine/stage/generator"
	"unfold/engine/stage/metric"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/prepare"
	"unfold/engine/stage/stochastic"
)

// TestEstimatesAreAboutRight holds what methods estimate against what they
// take, at two sizes and two numbers of columns. It measures time, so it runs
// on request only: UNFOLD_ESTIMATES=1.
func TestEstimatesAreAboutRight(t *testing.T) {
	if os.Getenv("UNFOLD_ESTIMATES") == "" {
		t.Skip("set UNFOLD_ESTIMATES=1 to measure")
	}
	const factor, least = 5, 5e-3 // seconds below which nobody waits
	stages := slices.Concat(prepare.Stages(), metric.Stages(), embedding.Stages(), stochastic.Stages(), extension.Stages(), predictor.Stages())
	for _, n := range []int{1000, 4000} {
		for _, d := range []int{3, 21} {
			s := waveRows(t, n, d)
			for _, stage := range stages {
				m, ok := stage.Make().(engine.Estimator)
				if !ok {
					if stage.Role > engine.PrepareRole {
						t.Errorf("%s does not estimate", stage.Name)
					}
					continue
				}
				want, _ := m.Estimate(n, d)
				got, err := took(t.Context(), m, s)
				if err != nil {
					t.Logf("%s of %d×%d: %v", stage.Name, n, d, err)
					continue
				}
				t.Logf("%-12s %5d×%-3d takes %8.1f ms, estimated %8.1f", stage.Name, n, d, 1e3*got, 1e3*want)
				if max(got, want) > least && (want > factor*max(got, least) || got > factor*max(want, least)) {
					t.Errorf("%s of %d×%d takes %.3g s, estimated %.3g s", stage.Name, n, d, got, want)
				}
			}
		}
	}
}

// waveRows returns n rows of d columns of the waveform data.
func waveRows(t *testing.T, n, d int) engine.Sample {
	for _, stage := range generator.Stages() {
		if stage.Name != "waveform" {
			continue
		}
		m := stage.Make().(engine.Source)
		for _, p := range engine.ParamsOf(m) {
			if p.Name == "n" {
				if err := p.Set(n); err != nil {
					t.Fatal(err)
				}
			}
		}
		table, err := m.Load(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		all := make([]int, n)
		for i := range all {
			all[i] = i
		}
		s := table.Take(all)
		s.X = mat.DenseCopyOf(s.X.Slice(0, n, 0, d))
		s.Columns = s.Columns[:d]
		return s
	}
	t.Fatal("there is no waveform")
	return engine.Sample{}
}

// took learns and returns the processor's seconds.
func took(ctx context.Context, m engine.Method, s engine.Sample) (float64, error) {
	n, _ := s.X.Dims()
	e := &engine.Embedding{Y: mat.DenseCopyOf(s.X.Slice(0, n, 0, 2)), Spectrum: []float64{2, 1}, Target: engine.Euclidean(s.X)}
	least := math.Inf(1)
	for range 3 {
		before := processorTime().Seconds()
		if err := learn(ctx, m, s, e); err != nil {
			return 0, err
		}
		least = min(least, processorTime().Seconds()-before)
	}
	return least, nil
}

func learn(ctx context.Context, m engine.Method, s engine.Sample, e *engine.Embedding) error {
	var err error
	switch m := m.(type) {
	case engine.Preparer:
		_, err = m.Prepare(ctx, s)
	case engine.Metric:
		_, err = m.Distances(ctx, s)
	case engine.Embedder:
		_, err = m.Embed(ctx, s)
	case engine.Extender:
		var x *engine.Extension
		if x, err = m.Extend(ctx, s, e); err == nil {
			err = x.Apply(ctx, mat.NewDense(s.Len(), x.Dim(), nil), s.X)
		}
	case engine.Learner:
		_, err = m.Learn(ctx, s)
	}
	return err
}
