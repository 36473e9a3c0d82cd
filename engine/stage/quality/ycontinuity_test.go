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

// TestYContinuityGolden compares with numbers worked out apart from this code.
func TestYContinuityGolden(t *testing.T) {
	x, y := mat.NewDense(12, 3, nil), make([]float64, 12)
	for i := range 12 {
		for j := range 3 {
			a, b := float64(i), float64(j)
			x.Set(i, j, math.Sin(1+1.7*a+0.9*b+0.31*a*b))
		}
		y[i] = math.Cos(0.8 * float64(i))
	}
	w := mat.NewDense(3, 2, nil)
	w.Apply(func(j, k int, _ float64) float64 { return math.Cos(0.5 + 1.1*float64(j) + 2.3*float64(k)) }, w)
	var z mat.Dense
	z.Mul(x, w)
	for k, want := range map[int]float64{1: 0.558333333333, 2: 0.563725490196, 3: 0.615079365079, 5: 0.45} {
		got, err := (&YContinuity{K: k}).mean(t.Context(), &z, mat.NewDense(len(y), 1, y))
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got-want) > 1e-11 {
			t.Errorf("k = %d: %.12g, want %.12g", k, got, want)
		}
	}
}

// TestYContinuityAgrees: scikit-learn's trustworthiness with responses in the
// place of the data counts the same whole numbers, so only rounding differs.
func TestYContinuityAgrees(t *testing.T) {
	data, err := os.ReadFile("testdata/ycontinuity.json")
	if err != nil {
		t.Fatal(err)
	}
	var reference struct {
		Z           [][]float64
		Y, At, Mean []float64
		K           []int
	}
	if err := json.Unmarshal(data, &reference); err != nil {
		t.Fatal(err)
	}
	z := mat.NewDense(60, 2, slices.Concat(reference.Z...))
	if got := neighbourCounts(60); !slices.Equal(got, reference.K) {
		t.Errorf("ranges %v, want %v", got, reference.K)
	}
	for i, k := range reference.K {
		got, err := (&YContinuity{K: k}).mean(t.Context(), z, mat.NewDense(len(reference.Y), 1, reference.Y))
		if err != nil || math.Abs(got-reference.At[i]) > 1e-12 {
			t.Errorf("k = %d: %v, %v, want %v", k, got, err, reference.At[i])
		}
	}
	got, err := (&YContinuity{}).mean(t.Context(), z, mat.NewDense(len(reference.Y), 1, reference.Y))
	if err != nil || math.Abs(got-reference.Mean[0]) > 1e-12 {
		t.Errorf("over all ranges: %v, %v, want %v", got, err, reference.Mean[0])
	}
}

// TestYContinuityJudgesHeldRows, where there are any.
func TestYContinuityJudgesHeldRows(t *testing.T) {
	line := mat.NewDense(20, 1, nil)
	y, turned := make([]float64, 20), make([]float64, 20)
	for i := range 20 {
		line.Set(i, 0, float64(i))
		y[i], turned[i] = float64(i), float64(i*7%20)
	}
	run := &engine.Run{Embedding: &engine.Embedding{Y: line}}
	run.Train = engine.Sample{X: line, Target: engine.Target{Response: mat.NewDense(len(turned), 1, turned)}}
	score := func() float64 {
		s, err := (&YContinuity{}).Score(t.Context(), run)
		if err != nil {
			t.Fatal(err)
		}
		return s.Value
	}
	if got := score(); got > 0.8 {
		t.Errorf("training rows in another order have %v", got)
	}
	run.Held = engine.Sample{X: line, Target: engine.Target{Response: mat.NewDense(len(y), 1, y)}}
	if got := score(); !math.IsNaN(got) {
		t.Errorf("held rows without a map have %v", got)
	}
	run.Mapped = line
	if got := score(); got != 1 {
		t.Errorf("held rows in order have %v", got)
	}
}
