package view

import (
	"context"
	"errors"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/figure"
	"unfold/engine/internal/random"
)

// square returns a report on n rows of a square, embedded in two dimensions if they
// are placed.
func square(n int, placed bool) *engine.Report {
	r := random.New(1, "square")
	x := mat.NewDense(n, 2, nil)
	for i := range n {
		x.SetRow(i, []float64{r.Uniform(), r.Uniform()})
	}
	run := &engine.Run{Train: engine.Sample{X: x}}
	if placed {
		run.Embedding = &engine.Embedding{Y: x, Scree: engine.NewScree(func(context.Context) ([]float64, []float64, error) {
			return []float64{2, 1}, []float64{0.4, 0.001, 0}, nil
		})}
	}
	return &engine.Report{Runs: []*engine.Run{run}}
}

// TestIntrinsicNeedsNoEmbedding: by itself it draws one curve with its band for each
// estimator.
func TestIntrinsicNeedsNoEmbedding(t *testing.T) {
	f := enginetest.Draw(t, &Intrinsic{Fold: 1}, square(200, false))
	if len(f.Parts) > 0 || len(f.Layers) != 6 || !f.X.Log {
		t.Fatalf("%d parts, %d layers", len(f.Parts), len(f.Layers))
	}
	if !strings.HasPrefix(f.Caption, "The curves lie level and together at about 2.0, from ") || !strings.HasPrefix(f.Alt, f.Caption[:60]) {
		t.Errorf("caption %q, alt %q", f.Caption, f.Alt)
	}
	for i, name := range []string{"twonn", "mle", "corrdim"} {
		band, line := enginetest.Layer[figure.Band](t, f, 2*i), enginetest.Layer[figure.Line](t, f, 2*i+1)
		if line.Name != name || len(band.Low) != len(line.Y) || !strings.Contains(f.Alt, name+" from ") {
			t.Errorf("curve %q, band %+v, alt %q", line.Name, band, f.Alt)
		}
	}
}

// TestIntrinsicBesideResidual: with an embedding that judges its dimensions, those
// are marked and the residual variance stands beside.
func TestIntrinsicBesideResidual(t *testing.T) {
	f := enginetest.Draw(t, &Intrinsic{Fold: 1}, square(200, true))
	if len(f.Parts) != 2 || f.Parts[1].Name != "elbow" || !strings.Contains(f.Alt, "The embedding keeps 2. Residual variance") {
		t.Fatalf("%d parts, alt %q", len(f.Parts), f.Alt)
	}
	kept := enginetest.Layer[figure.Line](t, f.Parts[0], 6)
	if !kept.Dashed || kept.Y[0] != 2 || kept.Y[1] != 2 {
		t.Errorf("kept are %+v", kept)
	}
}

// TestIntrinsicRefusals: a fold that was let go, and too few rows.
func TestIntrinsicRefusals(t *testing.T) {
	gone := square(30, true)
	gone.Runs[0].Thinned = true
	for want, r := range map[string]*engine.Report{"was let go": gone, "5 rows tell no dimension": square(5, false)} {
		_, err := (&Intrinsic{Fold: 1}).View(t.Context(), r)
		var fault *engine.Error
		if !errors.As(err, &fault) || !strings.Contains(fault.Cause, want) || len(fault.Remedy) == 0 {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
