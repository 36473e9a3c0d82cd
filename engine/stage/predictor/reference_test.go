package predictor

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// reference is testdata/reference.json, which testdata/reference.py writes and
// whose tolerances it explains.
type reference struct {
	X        [][]float64
	Labels   []int
	Response []float64
	Queries  [][]float64
	SVM      []struct {
		Kernel   string
		C, Gamma float64
		Pairs    []struct {
			Objective float64
			Decision  []float64
		}
		Predicted []float64
	}
	KNN struct {
		K                 int
		Classes, Response []float64
	}
	Ridge struct {
		Lambda                  float64
		Classes, Response, Wide []float64
	}
}

func readReference(t *testing.T) reference {
	t.Helper()
	text, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var ref reference
	if err := json.Unmarshal(text, &ref); err != nil {
		t.Fatal(err)
	}
	return ref
}

func (r reference) classes() engine.Sample {
	return engine.Sample{X: dense(r.X), Target: engine.Target{Labels: r.Labels, Classes: []string{"a", "b", "c"}}}
}

func (r reference) responses() engine.Sample {
	return engine.Sample{X: dense(r.X), Target: engine.Target{Response: mat.NewDense(len(r.Response), 1, r.Response)}}
}

func dense(rows [][]float64) *mat.Dense {
	x := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		x.SetRow(i, row)
	}
	return x
}

// predict learns from s and predicts the rows of x.
func predict(t *testing.T, m engine.Learner, s engine.Sample, x *mat.Dense) []float64 {
	t.Helper()
	p, err := m.Learn(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	n, _ := x.Dims()
	dst := make([]float64, n*s.Width())
	if err := p.Predict(t.Context(), dst, x); err != nil {
		t.Fatal(err)
	}
	return dst
}

func wantClose(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", what, len(got), len(want))
	}
	for i := range got {
		if math.Abs(got[i]-want[i]) > tolerance*max(1, math.Abs(want[i])) {
			t.Errorf("%s: value %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}
