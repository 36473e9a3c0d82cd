package quality

import (
	"errors"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/tree"
)

// bagged is a forest of which nothing is known but how it does out of its bags.
type bagged struct {
	tree.Bagged
	found tree.OutOfBag
}

func (b bagged) OutOfBag() tree.OutOfBag { return b.found }

func TestOutOfBag(t *testing.T) {
	run := &engine.Run{Train: engine.Sample{X: mat.NewDense(4, 1, nil)}, Predictor: bagged{found: tree.OutOfBag{Error: 0.25, Rows: 4}}}
	score, err := new(OutOfBag).Score(t.Context(), run)
	if err != nil || score.Value != 0.25 || score.Better != engine.Lower {
		t.Errorf("%+v, %v", score, err)
	}
	run.Train.Response = mat.NewDense(4, 1, nil)
	if score, err := new(OutOfBag).Score(t.Context(), run); err != nil || score.Value != 0.5 {
		t.Errorf("of a response, in its units: %+v, %v", score, err)
	}
	run.Predictor = bagged{}
	_, err = new(OutOfBag).Score(t.Context(), run)
	var e *engine.Error
	if !errors.As(err, &e) || e.Remedy == nil {
		t.Errorf("without a row: error is %v, want one with a remedy", err)
	}
}
