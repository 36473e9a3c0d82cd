package model

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/data/newrows"
	"unfold/engine/remedy"
)

// A Model is what a pipeline has learned from all rows with a label. It is never changed
// after it was made, but for what Measured adds, and may be asked by several goroutines.
type Model struct {
	Card Card
	of   contents
	run  *engine.Run // as newrows takes what was learned
}

// newModel makes the run that new rows are taken to.
func newModel(card Card, of contents) *Model {
	run := &engine.Run{Header: card.header(), Predictor: of.predictor, Mixed: card.Mixed, Way: of.way}
	run.Train.Target = card.target()
	return &Model{card, of, run}
}

// Run returns what new rows are matched to, placed and predicted by: see
// [newrows.Match] and evaluate.Read. It has no training rows.
func (m *Model) Run() *engine.Run { return m.run }

// Place returns where rows go, with the columns that were learned from in their order.
// Levels are numbers, as [newrows.Match] gives them.
func (m *Model) Place(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	return newrows.Place(ctx, m.run, x)
}

// Predict tells a class number for each row, or its responses, row after row. Rows are
// those of Place.
func (m *Model) Predict(ctx context.Context, x *mat.Dense) ([]float64, error) {
	said, err := newrows.Predict(ctx, m.run, x)
	if err != nil {
		return nil, err
	}
	return said, m.check(said)
}

// PlaceAndPredict does both at the price of Predict; predictions are nil without a
// predictor.
func (m *Model) PlaceAndPredict(ctx context.Context, x *mat.Dense) (places *mat.Dense, said []float64, err error) {
	if places, err = m.Place(ctx, x); err != nil || m.run.Predictor == nil {
		return places, nil, err
	}
	n, _ := places.Dims()
	said = make([]float64, n*m.Width())
	if err := m.run.Predictor.Predict(ctx, said, places); err != nil {
		return nil, nil, err
	}
	return places, said, m.check(said)
}

// check refuses predictions that are no classes, which no file that Open lets pass gives
// unless somebody has made it so.
func (m *Model) check(said []float64) error {
	classes := len(m.Card.Classes)
	for _, v := range said {
		if classes > 0 && !(v >= 0 && v < float64(classes)) {
			return &engine.Error{Cause: fmt.Sprintf("the model says class %v of %d", v, classes), Remedy: remedy.Say("learn it again: the file is not what a program has saved")}
		}
	}
	return nil
}

// Width is how many numbers are predicted of a row: a class, or its responses; zero
// without a predictor.
func (m *Model) Width() int {
	if m.run.Predictor == nil {
		return 0
	}
	return m.run.Train.Width()
}

// Class names a class by its number.
func (m *Model) Class(v float64) string { return m.Card.Classes[int(v)] }
