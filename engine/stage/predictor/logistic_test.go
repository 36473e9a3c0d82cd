package predictor

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/moments"
)

// scaledLike divides the columns of both samples by the deviations that those of the
// first have.
func scaledLike(train, held *engine.Sample) {
	n, d := train.X.Dims()
	means := moments.ColumnMeans(train.X)
	for j := range d {
		column := mat.Col(nil, j, train.X)
		deviation := moments.SD(column) * math.Sqrt(float64(n-1)/float64(n))
		if deviation == 0 {
			deviation = 1
		}
		for _, x := range []*mat.Dense{train.X, held.X} {
			for i := range x.RawMatrix().Rows {
				x.Set(i, j, (x.At(i, j)-means[j])/deviation)
			}
		}
	}
}

// TestLogisticAgreesWithScikit: coefficients, probabilities and predictions.
func TestLogisticAgreesWithScikit(t *testing.T) {
	if testing.Short() {
		t.Skip("long: fits the files in UNFOLD_DATA")
	}
	eachReference(t, func(t *testing.T, ref classifierReference, train, held engine.Sample) {
		scaledLike(&train, &held)
		unit, err := scaleOf(train.X)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range ref.Logistic {
			m := &Logistic{C: want.C}
			p, err := m.Learn(t.Context(), train)
			if err != nil {
				t.Fatal(err)
			}
			learned := p.(*logits)
			weights, intercepts := learned.Coefficients()
			weights.Scale(unit, weights)
			for f, coefficients := range want.Coefficients {
				wantClose(t, fmt.Sprintf("C=%g: coefficients", want.C), weights.RawRowView(f), coefficients, 1e-6)
			}
			wantClose(t, fmt.Sprintf("C=%g: intercepts", want.C), intercepts, want.Intercepts, 1e-6)
			for i, probability := range want.Probabilities {
				var scores []float64
				for c := range learned.classes {
					scores = append(scores, learned.Score(c, held.X.RawRowView(i)))
				}
				wantClose(t, fmt.Sprintf("C=%g: probabilities", want.C), probabilities(scores), probability, 1e-6)
			}
			if right := rightOf(t, m, train, held); right != want.Right {
				t.Errorf("C=%g: %d held rows are right, want %d", want.C, right, want.Right)
			}
		}
	})
}

// threeClouds are rows of three classes that overlap.
func threeClouds(n, d int) engine.Sample {
	s := overlapping(n, d)
	s.Classes = []string{"a", "b", "c"}
	for i := range s.Labels {
		s.Labels[i] = i % 3
		s.X.Set(i, 0, s.X.At(i, 0)+float64(i%3))
	}
	return s
}

// TestLogisticByHand: of rows at −1 and 1, whose columns have the scale 1, the weight
// solves w = 2C/(1 + eʷ).
func TestLogisticByHand(t *testing.T) {
	s := engine.Sample{X: mat.NewDense(2, 1, []float64{-1, 1}), Target: engine.Target{Labels: []int{0, 1}, Classes: []string{"a", "b"}}}
	for _, c := range []float64{1e-6, 1, 100, 1e12} {
		p, err := (&Logistic{C: c}).Learn(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		w := p.(*logits).Weights.At(0, 0)
		if want := 2 * c / (1 + math.Exp(w)); !(math.Abs(w/want-1) < 1e-6) || math.Abs(p.(*logits).Intercepts[0]) > 1e-9 {
			t.Errorf("C=%g: w = %v, want %v, intercept %v", c, w, want, p.(*logits).Intercepts)
		}
	}
	wantClose(t, "classes", predict(t, &Logistic{C: 1}, s, mat.NewDense(3, 1, []float64{-9, 0, 9})), []float64{0, 0, 1}, 0)
}

// TestClassesThatAPlaneParts: for all but the largest C the search arrives; a note
// says so where it does not.
func TestClassesThatAPlaneParts(t *testing.T) {
	s := overlapping(300, 3)
	for i, l := range s.Labels {
		s.X.Set(i, 0, s.X.At(i, 0)+float64(20*l))
	}
	for _, c := range []float64{1, 1e6, 1e12} {
		ctx, notes := engine.WithNotes(t.Context(), "logistic")
		if _, err := (&Logistic{C: c}).Learn(ctx, s); err != nil || len(notes()) > 0 {
			t.Errorf("C=%g: remarks are %v (%v)", c, notes(), err)
		}
	}
	ctx, notes := engine.WithNotes(t.Context(), "logistic")
	p, err := (&Logistic{C: 1e300}).Learn(ctx, s)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range p.(*logits).Weights.RawRowView(0) {
		if math.IsNaN(w) || math.IsInf(w, 0) {
			t.Errorf("a weight is %v", w)
		}
	}
	if said := notes(); len(said) > 1 || len(said) == 1 && !strings.Contains(said[0].Text, "of what it was") {
		t.Errorf("remarks are %v", said)
	}
}

// TestColumnsThatTellNothing: coefficients are zero, and the larger class wins.
func TestColumnsThatTellNothing(t *testing.T) {
	s := engine.Sample{X: mat.NewDense(6, 1, []float64{-1, 1, -1, 1, -1, 1}), Target: engine.Target{Labels: []int{0, 0, 1, 1, 1, 1}, Classes: []string{"a", "b"}}}
	wantClose(t, "classes", predict(t, &Logistic{C: 1}, s, s.X), []float64{1, 1, 1, 1, 1, 1}, 0)
	s.Labels = []int{0, 0, 1, 1, 2, 2}
	wantClose(t, "equal classes", predict(t, &Logistic{C: 1}, s, s.X), []float64{0, 0, 0, 0, 0, 0}, 0)
}

// TestManyCoefficients goes by limited-memory BFGS.
func TestManyCoefficients(t *testing.T) {
	s := overlapping(120, 310)
	ctx, notes := engine.WithNotes(t.Context(), "logistic")
	p, err := (&Logistic{C: 1}).Learn(ctx, s)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]float64, 120)
	if err := p.Predict(t.Context(), got, s.X); err != nil {
		t.Fatal(err)
	}
	for i, l := range s.Labels {
		if int(got[i]) != l {
			t.Fatalf("row %d of more columns than rows is told wrong", i)
		}
	}
	if said := notes(); len(said) > 0 {
		t.Errorf("remarks are %v", said)
	}
}

// TestLogisticHasTheSameBits: at any GOMAXPROCS.
func TestLogisticHasTheSameBits(t *testing.T) {
	s := threeClouds(5000, 6)
	var first *logits
	for _, procs := range []int{1, 3, 8} {
		before := runtime.GOMAXPROCS(procs)
		p, err := (&Logistic{C: 1}).Learn(t.Context(), s)
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = p.(*logits)
		}
		if !mat.Equal(first.Weights, p.(*logits).Weights) {
			t.Errorf("other bits on %d processors", procs)
		}
	}
}
