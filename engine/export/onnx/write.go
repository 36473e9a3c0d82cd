// Package onnx writes a fitted pipeline for the runtimes of the Open Neural Network
// Exchange. All numbers are of double precision.
//
// It imports engine/export, whose operations it says by ONNX operators (operations.go,
// trees.go), and writes protocol buffers itself (protobuf.go), of which it needs one
// percent. Start at [Write].
package onnx

import (
	"encoding/json"
	"io"
	"math"

	"unfold/engine/export"
)

// What the file promises to runtimes: operators as of onnx 1.13, of January 2023.
const (
	irVersion    = 8
	operatorsSet = 18
)

// The names of what goes in and comes out.
const (
	input       = "rows"
	coordinates = "coordinates"
	label       = "label"
	class       = "class"
	responses   = "responses"
)

// Write writes the model. It takes rows, n×d of double precision: the columns of the
// header in their order, levels by their numbers, −1 for an unseen one, NaN for a missing
// cell. It gives coordinates (n×dim) where a map has placed rows, and, where something
// predicts, label (the names of the classes) and class (their numbers), or responses
// (n×m).
//
// A row that the engine would refuse, since a cell is missing or infinite, gets
// coordinates and responses that are NaN, class −1 and an empty label. The sentence, the
// columns with their levels, the classes and the scores are metadata of the model.
func Write(w io.Writer, m *export.Model) error {
	g := &graph{tables: map[*export.Table]string{}}
	for i := range m.Operations.List() {
		g.values = append(g.values, g.say(&m.Operations.List()[i]))
	}
	var body message
	outputs := g.outputs(m)
	for _, n := range g.nodes {
		body.part(1, n)
	}
	body.text(2, "unfold")
	for _, t := range g.tensors {
		body.part(5, t)
	}
	body.text(10, m.Sentence)
	body.part(11, valueInfo(input, doubles, len(m.Header.Columns)))
	for _, o := range outputs {
		body.part(12, o)
	}
	all, err := modelOf(m, body)
	if err != nil {
		return err
	}
	_, err = w.Write(all)
	return err
}

// modelOf is the message around a graph.
func modelOf(m *export.Model, body message) (message, error) {
	var all, operators message
	all.integer(1, irVersion)
	all.text(2, "unfold")
	all.text(3, m.Version)
	all.text(6, m.Sentence)
	all.part(7, body)
	operators.text(1, "")
	operators.integer(2, operatorsSet)
	all.part(8, operators)
	entries, err := metadata(m)
	for _, entry := range entries {
		all.part(14, entry)
	}
	return all, err
}

// metadata says what the model is, in texts and in JSON.
func metadata(m *export.Model) (all []message, err error) {
	type column struct {
		Name   string   `json:"name"`
		Levels []string `json:"levels,omitempty"`
	}
	var columns []column
	for _, c := range m.Header.Columns {
		columns = append(columns, column{c.Name, c.Levels})
	}
	add := func(key string, value any) {
		text, plain := value.(string)
		if !plain {
			written, failed := json.Marshal(value)
			text, err = string(written), failed
		}
		var entry message
		entry.text(1, key)
		entry.text(2, text)
		all = append(all, entry)
	}
	add("sentence", m.Sentence)
	add("columns", columns)
	for _, list := range []struct {
		key   string
		names []string
	}{{"classes", m.Classes}, {"responses", m.Responses}, {"scores", m.Scores}} {
		if list.names != nil {
			add(list.key, list.names)
		}
	}
	return all, err
}

// outputs names what comes out, and declares it.
func (g *graph) outputs(m *export.Model) (all []message) {
	accepted := g.accepted[0]
	for _, further := range g.accepted[1:] {
		accepted = g.node("Min", []string{accepted, further})
	}
	accepted = g.cast(accepted, bools)
	if m.Placed || m.Prediction == nil {
		g.name(coordinates, g.where(accepted, g.values[m.Place.Index()], g.number(math.NaN())))
		all = append(all, valueInfo(coordinates, doubles, m.Place.Width()))
	}
	if m.Prediction == nil {
		return all
	}
	said := g.values[m.Prediction.Index()]
	if m.Classes == nil {
		g.name(responses, g.where(accepted, said, g.number(math.NaN())))
		return append(all, valueInfo(responses, doubles, m.Prediction.Width()))
	}
	number := g.node("Reshape", []string{g.cast(g.where(accepted, said, g.number(-1)), int64s), g.list(-1)})
	names := g.fresh("classes")
	g.tensors = append(g.tensors, stringTensor(names, append(m.Classes[:len(m.Classes):len(m.Classes)], "")))
	none := g.node("Less", []string{number, g.list(0)})
	at := g.where(none, g.list(len(m.Classes)), number)
	g.name(label, g.node("Gather", []string{names, at}, attribute{"axis", 0}))
	g.name(class, number)
	return append(all, valueInfo(label, strings), valueInfo(class, int64s))
}
