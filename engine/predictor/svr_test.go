package predictor

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/smo"
)

func svr() *SVR { m := new(SVR); engine.SetDefaults(m); return m }

// formula returns rows and a noisy response by the rule of testdata/svr.py.
func formula(n, d, shift int) engine.Sample {
	part := func(v float64) float64 { return v - math.Floor(v) }
	decimals := func(v float64) float64 { return math.RoundToEven(v*1e6) / 1e6 }
	x, y := mat.NewDense(n, d, nil), mat.NewDense(n, 1, nil)
	for i := range n {
		at := float64(i + shift + 1)
		for j := range d {
			x.Set(i, j, decimals(2*part(at*math.Sqrt(float64(2+3*j)))+float64(j)))
		}
		y.Set(i, 0, decimals(40+5*math.Sin(3*x.At(i, 0))+4*x.At(i, d-1)*x.At(i, 0)+6*(part(at*math.Sqrt(7))-0.5)))
	}
	return engine.Sample{X: x, Target: engine.Target{Label: "y", Response: y}}
}

// TestSVRAgreesWithLibsvm compares with testdata/svr.json, which svr.py writes
// and whose tolerances it explains.
func TestSVRAgreesWithLibsvm(t *testing.T) {
	text, err := os.ReadFile("testdata/svr.json")
	if err != nil {
		t.Fatal(err)
	}
	var problems []struct {
		Rows, Columns, Support       int
		Kernel                       string
		C, Epsilon, Gamma, Objective float64
		Predicted                    []float64
	}
	if err := json.Unmarshal(text, &problems); err != nil {
		t.Fatal(err)
	}
	for _, want := range problems {
		t.Run(fmt.Sprintf("n=%d,%s,C=%g,epsilon=%g", want.Rows, want.Kernel, want.C, want.Epsilon), func(t *testing.T) {
			m := &SVR{C: want.C, Epsilon: want.Epsilon, Gamma: want.Gamma, Kernel: want.Kernel, Tol: 1e-7, Cache: 10}
			s := formula(want.Rows, want.Columns, 0)
			if got := regressedObjective(t, m, s); math.Abs(got-want.Objective) > 1e-8*math.Abs(want.Objective) {
				t.Errorf("objective is %v, want %v", got, want.Objective)
			}
			wantClose(t, "predictions", predict(t, m, s, formula(20, want.Columns, 5000).X), want.Predicted, 1e-5)
		})
	}
}

// regressedObjective computes ½βᵀKβ − yᵀβ + ε Σ|β_i| with kernel values in
// float64.
func regressedObjective(t *testing.T, m *SVR, s engine.Sample) float64 {
	t.Helper()
	n, d := s.X.Dims()
	scale := math.Sqrt(meanVariance(s.X))
	_, responses, err := standardised(s.Target)
	if err != nil {
		t.Fatal(err)
	}
	points := newSimilarity(m.Kernel, m.Gamma, m.Cache, d).points(s.X, scale)
	of, err := smo.Regress(t.Context(), points, responses, m.Epsilon, smo.Settings{C: m.C, Tol: m.Tol, Budget: 1 << 24})
	if err != nil {
		t.Fatal(err)
	}
	means, _ := centre(s.X)
	weights := make([]float64, n)
	for i, r := range of[0].Rows {
		weights[r] = of[0].Weights[i]
	}
	var sum float64
	for i, w := range weights {
		if w == 0 {
			continue
		}
		var value float64
		for j, v := range weights {
			var square, product float64
			for c, mean := range means {
				a, b := (s.X.At(i, c)-mean)/scale, (s.X.At(j, c)-mean)/scale
				square, product = square+(a-b)*(a-b), product+a*b
			}
			if m.Kernel == "linear" {
				value += v * product
			} else {
				value += v * math.Exp(-m.Gamma*square)
			}
		}
		sum += w*value/2 - responses[0][i]*w + m.Epsilon*math.Abs(w)
	}
	return sum
}
