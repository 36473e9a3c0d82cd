package predictor

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/data/newrows"
)

// TestBayesProbabilities: two classes of equal spread at 0 and 2, of which the first has
// twice the rows. Halfway the densities are equal and the shares decide, 2 : 1; elsewhere
// their ratio is exp(−2(x−1)/σ²) times that.
func TestBayesProbabilities(t *testing.T) {
	s := engine.Sample{X: mat.NewDense(6, 1, []float64{-1, 1, -1, 1, 1, 3})}
	s.Labels, s.Classes = []int{2, 2, 2, 2, 0, 0}, []string{"b", "none", "a"}
	run := &engine.Run{Train: s, Predictor: learnedFrom(t, &Bayes{}, s)}
	p, err := newrows.Probabilities(t.Context(), run, mat.NewDense(2, 1, []float64{1, 1.5}))
	if err != nil {
		t.Fatal(err)
	}
	e := math.Exp(-1)
	want := mat.NewDense(2, 3, []float64{1. / 3, 0, 2. / 3, 1 / (1 + 2*e), 0, 2 * e / (1 + 2*e)})
	if !mat.EqualApprox(p, want, 1e-14) {
		t.Errorf("got %v, want %v", mat.Formatted(p), mat.Formatted(want))
	}
}

// TestProbabilitiesPredict: of all predictors that compute them they add up to one, and the
// largest is of the class that is predicted.
func TestProbabilitiesPredict(t *testing.T) {
	x := mat.NewDense(60, 3, nil)
	x.Apply(func(i, j int, _ float64) float64 { return math.Sin(float64(7*i+3*j)) + float64(i%3*j) }, x)
	s := engine.Sample{X: x}
	s.Classes = []string{"a", "b", "c"}
	for i := range 60 {
		s.Labels = append(s.Labels, i%3)
	}
	for _, m := range []engine.Learner{&Logistic{C: 1}, &Bayes{}} {
		run := &engine.Run{Train: s, Predictor: learnedFrom(t, m, s)}
		p, err := newrows.Probabilities(t.Context(), run, x)
		if err != nil {
			t.Fatal(err)
		}
		said := make([]float64, 60)
		if err := run.Predictor.Predict(t.Context(), said, x); err != nil {
			t.Fatal(err)
		}
		for i, v := range said {
			row := p.RawRowView(i)
			if sum := row[0] + row[1] + row[2]; math.Abs(sum-1) > 1e-14 || row[int(v)] != max(row[0], row[1], row[2]) {
				t.Errorf("%T, row %d: class %v of %v", m, i, v, row)
			}
		}
	}
	if _, err := newrows.Probabilities(t.Context(), &engine.Run{Train: s, Predictor: learnedFrom(t, &KNN{K: 3}, s)}, x); err == nil {
		t.Error("votes of neighbours are told as probabilities")
	}
}

func learnedFrom(t *testing.T, m engine.Learner, s engine.Sample) engine.Predictor {
	t.Helper()
	p, err := m.Learn(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
