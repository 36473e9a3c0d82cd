package predictor

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// TestKernelRidgeAgrees: both solve one well-conditioned system in float64, so
// what differs is rounding.
func TestKernelRidgeAgrees(t *testing.T) {
	data, err := os.ReadFile("testdata/kernelridge.json")
	if err != nil {
		t.Fatal(err)
	}
	var reference struct {
		X, Probe     [][]float64
		Y, Predicted []float64
	}
	if err := json.Unmarshal(data, &reference); err != nil {
		t.Fatal(err)
	}
	s := engine.Sample{X: mat.NewDense(60, 5, slices.Concat(reference.X...)), Target: engine.Target{Response: mat.NewDense(len(reference.Y), 1, reference.Y)}}
	p, err := (&KernelRidge{Lambda: 0.1, Sigma: 0.8}).Learn(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]float64, 7)
	if err := p.Predict(t.Context(), got, mat.NewDense(7, 5, slices.Concat(reference.Probe...))); err != nil {
		t.Fatal(err)
	}
	for i, want := range reference.Predicted {
		if math.Abs(got[i]-want) > 1e-9 {
			t.Errorf("row %d: %v, want %v", i, got[i], want)
		}
	}
}

// TestKernelRidgeLimits: a heavy penalty leaves the mean, none the responses.
func TestKernelRidgeLimits(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{0, 1, 2, 3})
	s := engine.Sample{X: x, Target: engine.Target{Response: mat.NewDense(4, 1, []float64{1, 3, -2, 2})}}
	for lambda, want := range map[float64][]float64{1e12: {1, 1, 1, 1}, 1e-12: {1, 3, -2, 2}} {
		p, err := (&KernelRidge{Lambda: lambda, Sigma: 0.5}).Learn(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]float64, 4)
		if err := p.Predict(t.Context(), got, x); err != nil {
			t.Fatal(err)
		}
		for i := range got {
			if math.Abs(got[i]-want[i]) > 1e-9 {
				t.Errorf("lambda = %g, row %d: %v, want %v", lambda, i, got[i], want[i])
			}
		}
	}
}
