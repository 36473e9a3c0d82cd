package quality

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// reference is testdata/reference.json, which testdata/reference.py writes and
// whose tolerance it explains.
type reference struct {
	X, Y  [][]float64
	Ranks []struct {
		K                           int
		Trustworthiness, Continuity float64
	}
	QNX                    []float64
	RNX, Stress, Gap       float64
	Truth                  []int
	Predicted              []float64
	Accuracy, Balanced, F1 float64
	Kappa                  float64
	Response, Guess        []float64
	RMSE, R2, MAE          float64
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

func dense(rows [][]float64) *mat.Dense {
	x := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		x.SetRow(i, row)
	}
	return x
}

// run is the rows of the reference, placed at Y, and mapped to the first two
// columns of X.
func (r reference) run() *engine.Run {
	x := dense(r.X)
	return &engine.Run{
		Train:     engine.Sample{X: x},
		Embedding: &engine.Embedding{Y: dense(r.Y), Target: engine.Euclidean(x)},
		Extension: sendingTo(mat.DenseCopyOf(x.Slice(0, len(r.X), 0, 2))),
	}
}

// sendingTo is the map of as many rows to those of y.
func sendingTo(y *mat.Dense) *engine.Extension { return &engine.Extension{Map: sending{y}} }

type sending struct{ y *mat.Dense }

func (s sending) Dim() int { return s.y.RawMatrix().Cols }

func (s sending) Apply(_ context.Context, dst, _ *mat.Dense) error {
	dst.Copy(s.y)
	return nil
}

func classified(truth []int, predicted []float64, classes int) *engine.Run {
	return &engine.Run{
		Train:     engine.Sample{X: mat.NewDense(len(truth), 1, nil), Target: engine.Target{Labels: truth, Classes: make([]string, classes)}},
		Predicted: predicted,
	}
}

func regressed(truth, predicted []float64) *engine.Run {
	return &engine.Run{
		Train:     engine.Sample{X: mat.NewDense(len(truth), 1, nil), Target: engine.Target{Response: mat.NewDense(len(truth), 1, truth)}},
		Predicted: predicted,
	}
}

func value(t *testing.T, m engine.Measure, r *engine.Run) float64 {
	t.Helper()
	s, err := m.Score(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return s.Value
}

func wantClose(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-12) && !(math.IsNaN(got) && math.IsNaN(want)) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func TestMeasuresAgreeWithScikit(t *testing.T) {
	ref := readReference(t)
	placed := ref.run()
	for _, want := range ref.Ranks {
		wantClose(t, fmt.Sprintf("trustworthiness(%d)", want.K), value(t, &Trustworthiness{K: want.K}, placed), want.Trustworthiness)
		wantClose(t, fmt.Sprintf("continuity(%d)", want.K), value(t, &Continuity{K: want.K}, placed), want.Continuity)
	}
	for at, k := range []int{1, 10, 59} {
		wantClose(t, fmt.Sprintf("qnx(%d)", k), value(t, &QNX{K: k}, placed), ref.QNX[at])
	}
	wantClose(t, "rnx", value(t, &RNX{}, placed), ref.RNX)
	wantClose(t, "stress", value(t, &Stress{}, placed), ref.Stress)
	wantClose(t, "gap", value(t, &Gap{}, placed), ref.Gap)
	classes := classified(ref.Truth, ref.Predicted, 6)
	wantClose(t, "accuracy", value(t, &Accuracy{}, classes), ref.Accuracy)
	wantClose(t, "balanced", value(t, &Balanced{}, classes), ref.Balanced)
	wantClose(t, "f1", value(t, &F1{}, classes), ref.F1)
	wantClose(t, "kappa", value(t, &Kappa{}, classes), ref.Kappa)
	response := regressed(ref.Response, ref.Guess)
	wantClose(t, "rmse", value(t, &RMSE{}, response), ref.RMSE)
	wantClose(t, "r2", value(t, &R2{}, response), ref.R2)
	wantClose(t, "mae", value(t, &MAE{}, response), ref.MAE)
}
