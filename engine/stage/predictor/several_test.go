package predictor

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// severalReference is testdata/several.json, which testdata/several.py writes.
type severalReference struct {
	X, Y, Probe             [][]float64
	Ridge, KNN, KernelRidge [][]float64
}

func readSeveral(t *testing.T) severalReference {
	t.Helper()
	text, err := os.ReadFile("testdata/several.json")
	if err != nil {
		t.Fatal(err)
	}
	var ref severalReference
	if err := json.Unmarshal(text, &ref); err != nil {
		t.Fatal(err)
	}
	return ref
}

func (r severalReference) sample() engine.Sample {
	return engine.Sample{X: dense(r.X), Target: engine.Target{Label: "a, b", Response: dense(r.Y), Responses: []string{"a", "b"}}}
}

// TestSeveralResponsesAgree holds predictions of two responses against
// scikit-learn's. All solve well-conditioned systems in float64, so what differs
// is rounding.
func TestSeveralResponsesAgree(t *testing.T) {
	ref := readSeveral(t)
	for _, c := range []struct {
		name string
		m    engine.Learner
		want [][]float64
	}{
		{"ridge", &Ridge{Lambda: 0.7}, ref.Ridge},
		{"knn", &KNN{K: 5}, ref.KNN},
		{"kernelridge", &KernelRidge{Lambda: 0.1, Sigma: 0.8}, ref.KernelRidge},
	} {
		wantClose(t, c.name, predict(t, c.m, ref.sample(), dense(ref.Probe)), slices.Concat(c.want...), 1e-9)
	}
}

// Responses do not know of each other: each is predicted as it is alone.
func TestSeveralResponsesAreEachAlone(t *testing.T) {
	ref := readSeveral(t)
	both := ref.sample()
	for _, m := range []engine.Learner{&Ridge{Lambda: 0.7}, &KNN{K: 5}, &KernelRidge{Lambda: 0.1, Sigma: 0.8}} {
		together := predict(t, m, both, dense(ref.Probe))
		for c := range 2 {
			alone := both
			alone.Target = engine.Target{Response: mat.NewDense(len(ref.Y), 1, mat.Col(nil, c, both.Response))}
			var column []float64
			for i := range ref.Probe {
				column = append(column, together[2*i+c])
			}
			wantClose(t, "response alone", predict(t, m, alone, dense(ref.Probe)), column, 1e-12)
		}
	}
}

// An svm tells classes apart, however many responses there are.
func TestSVMRefusesResponses(t *testing.T) {
	_, err := (&SVM{C: 1, Kernel: "rbf", Tol: 1e-3, Cache: 10}).Learn(t.Context(), readSeveral(t).sample())
	if e, ok := err.(*engine.Error); !ok || e.Remedy == nil {
		t.Errorf("the error is %v, want one with a remedy", err)
	}
}
