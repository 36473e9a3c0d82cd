// Package models is what cells know of pipelines that have learned: a [Model] is asked,
// explained and saved by methods which end the cell where something fails. It imports the
// engine and its models; the language hands over how rows of a cell are read. Start at
// [Model].
package models

import (
	"context"
	"strings"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/model"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// A Model is a pipeline that has learned from all rows of its data. Rows that it is asked
// about are the name of a file, a pipeline of data such as load("new.csv"), a table, or
// numbers; columns are matched by their names, in any order, and levels by their texts.
type Model struct {
	of   *model.Model
	host Host
}

// A Host is the session that a model is asked in.
type Host interface {
	// Ask reads rows in the columns of a model and does something with them, and with
	// the table they come from, nil of numbers alone. It does not return where that
	// fails.
	Ask(m *model.Model, rows any, do func(ctx context.Context, x *mat.Dense, of *engine.Table) error)
	// Fail ends the cell with an error, if there is one.
	Fail(err error)
	// Catalogue tells what stages do.
	Catalogue() *engine.Catalogue
}

// New returns a model for the cells of a session.
func New(of *model.Model, host Host) *Model { return &Model{of, host} }

// Engine returns the model as Go programs have it.
func (m *Model) Engine() *model.Model { return m.of }

// Table is the card of the model: what it is, what rows must have, how well it did and how
// that was measured, and what it holds. It is how a cell shows the model.
func (m *Model) Table() *figure.Sheet { return m.of.Table() }

// Explain tells the steps of the pipeline: what each does, its formula and citation.
func (m *Model) Explain() *figure.Sheet { return m.of.Explain(m.host.Catalogue()) }

// Predict names the class of each row.
func (m *Model) Predict(rows any) []string {
	if len(m.of.Card.Classes) == 0 && len(m.of.Card.Responses) > 0 {
		m.host.Fail(&engine.Error{Cause: "the model predicts a response, not classes", Remedy: remedy.Say("call Respond for numbers")})
	}
	var names []string
	m.host.Ask(m.of, rows, func(ctx context.Context, x *mat.Dense, _ *engine.Table) error {
		said, err := m.of.Predict(ctx, x)
		for _, v := range said {
			names = append(names, m.of.Class(v))
		}
		return err
	})
	return names
}

// Answers tells what is predicted of each row as a table: the number of the row, counted
// from 0, the columns of the rows that are kept, such as "id", the class or the responses,
// and how probable each class is, where the predictor computes that.
func (m *Model) Answers(rows any, keep ...string) (answers *figure.Sheet) {
	m.host.Ask(m.of, rows, func(ctx context.Context, x *mat.Dense, of *engine.Table) error {
		t, err := m.of.Answers(ctx, x, of, model.Asked{Probabilities: m.of.TellsProbabilities(), Keep: keep})
		if err == nil {
			answers = t.Sheet(wording.Count(t.Len(), "row"))
		}
		return err
	})
	return answers
}

// Respond predicts the response of each row, or row after row its responses.
func (m *Model) Respond(rows any) (said []float64) {
	m.host.Ask(m.of, rows, func(ctx context.Context, x *mat.Dense, _ *engine.Table) (err error) {
		said, err = m.of.Predict(ctx, x)
		return err
	})
	return said
}

// Place takes rows to where the pipeline places them.
func (m *Model) Place(rows any) (places *mat.Dense) {
	m.host.Ask(m.of, rows, func(ctx context.Context, x *mat.Dense, _ *engine.Table) (err error) {
		places, err = m.of.Place(ctx, x)
		return err
	})
	return places
}

// Distances tells how far each row lies from the training rows, as a multiple of what is
// usual among these, for models that were learned with distance=true.
func (m *Model) Distances(rows any) (far []float64) {
	m.host.Ask(m.of, rows, func(ctx context.Context, x *mat.Dense, _ *engine.Table) (err error) {
		far, err = m.of.Distances(ctx, x)
		return err
	})
	return far
}

// Save writes the model to a file, as its name ends: .unfold for open and for unfold
// predict, .onnx for ONNX runtimes, .go for a package of Go that needs the standard library
// alone.
func (m *Model) Save(path string) { m.host.Fail(m.of.SaveAs(path)) }

// Go returns the model as the text of a Go file of a package, which needs the standard
// library alone.
func (m *Model) Go(name string) string {
	var text strings.Builder
	m.host.Fail(m.of.WriteGo(&text, name))
	return text.String()
}
