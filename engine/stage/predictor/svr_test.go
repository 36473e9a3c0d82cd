package predictor

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/smo"
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
	_, responses, err := standardise(s.Target)
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

// TestSVRKeepsTheConditions checks what only the optimum meets, on the rows
// learned from: in deviations of the response, an error is below ε where a row
// does not support the function, ε where it does with less than C, and above
// where it does with C; a response above the function pulls it up. Each holds to
// what kernel entries of 24 bits, as it was learned with, make of predictions.
func TestSVRKeepsTheConditions(t *testing.T) {
	const slack = 1e-5
	m, s := svr(), formula(300, 3, 0)
	m.Tol = 1e-6
	p, err := m.Learn(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	r, got := p.(*regression), predict(t, m, s, s.X)
	weights := make([]float64, 300)
	for i, row := range r.of[0].Rows {
		weights[row] = r.of[0].Weights[i]
	}
	var sum float64
	for i, w := range weights {
		sum += w
		miss := (s.Response.At(i, 0) - got[i]) / r.units[0].deviation
		if w != 0 {
			miss = math.Copysign(1, w) * miss // how far it pulls
		}
		switch size := math.Abs(w); {
		case size == 0 && math.Abs(miss) > m.Epsilon+slack:
			t.Errorf("row %d is off by %v and supports nothing", i, miss)
		case size > 0 && miss < m.Epsilon-slack, size > 0 && size < m.C && miss > m.Epsilon+slack:
			t.Errorf("row %d with weight %v is off by %v", i, w, miss)
		}
	}
	if math.Abs(sum) > 1e-9 {
		t.Errorf("weights sum to %v", sum)
	}
}

// TestSVRFollowsTheUnits moves and stretches the response and the columns, and
// gives each row twice at half the cost, which changes no optimum.
func TestSVRFollowsTheUnits(t *testing.T) {
	for _, kernel := range []string{"rbf", "linear"} {
		m, s := svr(), formula(80, 2, 0)
		m.Kernel, m.Tol = kernel, 1e-9
		queries := formula(20, 2, 5000).X
		want := predict(t, m, s, queries)

		moved := formula(80, 2, 0)
		moved.Response.Apply(func(_, _ int, v float64) float64 { return 1024*v - 4096 }, moved.Response)
		stretched := make([]float64, len(want))
		for i, v := range want {
			stretched[i] = 1024*v - 4096
		}
		wantClose(t, kernel+" after a move of the response", predict(t, m, moved, queries), stretched, 1e-6)

		scaled, far := formula(80, 2, 0), mat.DenseCopyOf(queries)
		for _, x := range []*mat.Dense{scaled.X, far} {
			x.Apply(func(_, _ int, v float64) float64 { return 512*v + 2048 }, x)
		}
		wantClose(t, kernel+" after a move of the columns", predict(t, m, scaled, far), want, 1e-6)

		twice := engine.Sample{X: new(mat.Dense)}
		twice.X.Stack(s.X, s.X)
		twice.Target = s.Target.Join(s.Target)
		half := *m
		half.C /= 2
		wantClose(t, kernel+" of rows given twice", predict(t, &half, twice, queries), want, 1e-5)
	}
}

func TestSVROfAResponseThatDoesNotVary(t *testing.T) {
	s := formula(30, 2, 0)
	s.Response.Apply(func(_, _ int, _ float64) float64 { return 0.1 }, s.Response)
	wantClose(t, "predictions", predict(t, svr(), s, s.X), mat.Col(nil, 0, s.Response), 1e-15)
}

// TestSVROfSeveralResponses learns two at once and each alone.
func TestSVROfSeveralResponses(t *testing.T) {
	for _, kernel := range []string{"rbf", "linear"} {
		m, s := svr(), formula(120, 3, 0)
		m.Kernel = kernel
		other := formula(120, 3, 9)
		both := s
		both.Target = engine.Target{Response: new(mat.Dense), Responses: []string{"a", "b"}}
		both.Response.Augment(s.Response, other.Response)
		queries := formula(70, 3, 5000).X
		p, err := m.Learn(t.Context(), both)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]float64, 140)
		if err := p.Predict(t.Context(), got, queries); err != nil {
			t.Fatal(err)
		}
		alone := both
		for c, target := range []engine.Target{s.Target, other.Target} {
			alone.Target = target
			for i, want := range predict(t, m, alone, queries) {
				if got[2*i+c] != want {
					t.Fatalf("%s, response %d of row %d: %v, alone %v", kernel, c, i, got[2*i+c], want)
				}
			}
		}
	}
}

// TestSVRByHand: responses 0, 1 and 2 at −1, 0 and 1 are −s, 0 and s in
// deviations, s = √1.5, at −s, 0, s in the scale of rows. The linear function
// within ε of all that is flattest has slope 1 − ε/s.
func TestSVRByHand(t *testing.T) {
	s := engine.Sample{X: mat.NewDense(3, 1, []float64{-1, 0, 1}), Target: engine.Target{Response: mat.NewDense(3, 1, []float64{0, 1, 2})}}
	m := &SVR{C: 10, Epsilon: math.Sqrt(1.5) / 4, Kernel: "linear", Tol: 1e-9, Cache: 1}
	wantClose(t, "predictions", predict(t, m, s, mat.NewDense(4, 1, []float64{-1, 0, 1, 3})), []float64{0.25, 1, 1.75, 3.25}, 1e-6)
}
