package model

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/data/format"
	"unfold/engine/data/newrows"
	"unfold/engine/remedy"
)

// Asked is what a table of answers has beside what is predicted.
type Asked struct {
	First         int      // the number of the first row
	Place         bool     // where each row is placed
	Distance      bool     // how far it lies from training rows
	Probabilities bool     // how probable each class is
	Keep          []string // columns of the rows themselves, such as what names them
}

// TellsProbabilities reports whether the predictor computes how probable classes are.
func (m *Model) TellsProbabilities() bool {
	_, ok := m.run.Predictor.(newrows.Probable)
	return ok && len(m.Card.Classes) > 0
}

// Check refuses what the model cannot tell, before any row has been read. A model without
// an embedder leaves rows where they are, which is no place.
func (m *Model) Check(asked Asked) error {
	if asked.Place && m.Width() > 0 && !m.places() {
		return &engine.Error{Cause: "the pipeline has no embedder, so it places no rows", Remedy: remedy.Put("isomap", "pca").As("an embedder")}
	}
	if asked.Probabilities && !m.TellsProbabilities() {
		_, err := newrows.Probabilities(context.Background(), m.run, nil)
		return err
	}
	return nil
}

// Answers are what the model says of rows, as a table: a column for the number of each
// row, counted from zero, those that are kept of the table that the rows come from, what
// is predicted, and what else was asked for. Rows x are those of Place.
func (m *Model) Answers(ctx context.Context, x *mat.Dense, of *engine.Table, asked Asked) (*format.Table, error) {
	if err := m.Check(asked); err != nil {
		return nil, err
	}
	kept, err := format.Pick(of, asked.Keep)
	if err != nil {
		return nil, err
	}
	places, said, err := m.PlaceAndPredict(ctx, x)
	if err != nil {
		return nil, err
	}
	t := new(format.Table)
	n, _ := x.Dims()
	t.Columns = append([]format.Column{numbered("row", n, func(i int) float64 { return float64(asked.First + i) })}, kept...)
	t.Columns[0].Whole = true
	t.Columns = append(t.Columns, m.predicted(n, said)...)
	if asked.Probabilities {
		p, err := newrows.Probabilities(ctx, m.run, places)
		if err != nil {
			return nil, err
		}
		for c, class := range m.Card.Classes {
			t.Columns = append(t.Columns, numbered(fmt.Sprintf("P(%s)", class), n, func(i int) float64 { return p.At(i, c) }))
		}
	}
	if asked.Place {
		for d := range m.Dimensions() {
			t.Columns = append(t.Columns, numbered(fmt.Sprintf("place%d", d+1), n, func(i int) float64 { return places.At(i, d) }))
		}
	}
	if asked.Distance {
		far, err := m.Distances(ctx, x)
		if err != nil {
			return nil, err
		}
		t.Columns = append(t.Columns, format.Column{Name: "distance", Numbers: far})
	}
	t.TellApart()
	return t, nil
}

// predicted are the columns of what was predicted: the name of the class, or responses.
func (m *Model) predicted(n int, said []float64) (columns []format.Column) {
	width := m.Width()
	if width == 0 {
		return nil
	}
	for c, name := range m.AnswerNames() {
		if len(m.Card.Classes) == 0 {
			columns = append(columns, numbered(name, n, func(i int) float64 { return said[i*width+c] }))
			continue
		}
		column := format.Column{Name: name, Texts: make([]string, n)}
		for i := range n {
			column.Texts[i] = m.Class(said[i])
		}
		columns = append(columns, column)
	}
	return columns
}

// numbered is a column of n numbers.
func numbered(name string, n int, of func(i int) float64) format.Column {
	c := format.Column{Name: name, Numbers: make([]float64, n)}
	for i := range n {
		c.Numbers[i] = of(i)
	}
	return c
}
