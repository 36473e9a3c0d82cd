package export

import (
	"cmp"

	"unfold/engine"
	"unfold/engine/data/newrows"
	"unfold/engine/remedy"
)

// An Exporter is a fitted map or predictor that can say what it computes: of a map the
// image of a row; of a predictor the number of its class, or its responses. It fails
// with an *engine.Error where that is more than the operations can say.
type Exporter interface {
	Export(x Value) (Value, error)
}

// Learned is what leaves the program.
type Learned struct {
	Header    engine.Header
	Way       []engine.Leg // from the columns to what predictors are given, the map last
	Predictor engine.Predictor
	Predicts  string // the stage of the predictor
	Mixed     bool   // it takes levels and missing cells

	Classes   []string // the names of the classes by their numbers; nil of responses
	Responses []string // the names of the responses; nil of classes

	Name     string   // of the target, or of the data
	Sentence string   // the pipeline
	Scores   []string // how well it did, and how that was measured
	Version  string   // of the program
}

// A Model is what was learned, as operations on rows.
type Model struct {
	Learned
	Operations *Operations
	Place      Value  // the row as predictors are given it
	Placed     bool   // a map has placed it; else it is the columns, as they were prepared
	Prediction *Value // the number of the class, or the responses; nil without a predictor
}

// New says what was learned by operations. It fails, naming the stage, where a part of
// it cannot be said.
func New(l Learned) (*Model, error) {
	if l.Predictor == nil && len(l.Way) == 0 {
		return nil, &engine.Error{Cause: "nothing was learned that could be exported", Remedy: remedy.Put("svm", "knn").As("a predictor").Last()}
	}
	operations, x := Start(len(l.Header.Columns))
	m := &Model{Learned: l, Operations: operations}
	names := engine.NamesOf(l.Header.Columns)
	for _, leg := range l.Way {
		part, fitted := cmp.Or(leg.Stage, "map"), leg.Map
		operations.Begin(part)
		switch of := leg.Map.(type) {
		case *engine.Transform:
			fitted = of.Map
		case *engine.Extension:
			fitted = of.Map
		}
		transform, prepares := leg.Map.(*engine.Transform)
		if !prepares {
			x = x.Finite(names)
		}
		var err error
		if x, err = say(part, fitted, x); err != nil {
			return nil, err
		}
		_, keeps := fitted.(newrows.Kept)
		m.Placed = m.Placed || !prepares && !keeps
		if names = nil; prepares {
			names = engine.NamesOf(transform.Columns)
		}
	}
	return m, m.predict(x, names)
}

// predict says what is predicted of rows as predictors are given them.
func (m *Model) predict(x Value, names []string) error {
	part := cmp.Or(m.Predicts, "predictor")
	m.Operations.Begin(part)
	if m.Mixed {
		m.Place = x.Present(names)
	} else {
		m.Place = x.Finite(names)
	}
	if m.Predictor == nil {
		return nil
	}
	said, err := say(part, m.Predictor, m.Place)
	m.Prediction = &said
	return err
}

// say has the fitted value of a stage say what it computes.
func say(stage string, fitted any, x Value) (Value, error) {
	y, err := Say(fitted, x)
	return y, engine.Blame(err, stage, 0)
}

// Say has a fitted value say what it computes of x, such as one that is part of another.
func Say(fitted any, x Value) (Value, error) {
	switch fitted := fitted.(type) {
	case Exporter:
		return fitted.Export(x)
	case newrows.Kept:
		return x.Columns(fitted...), nil
	case newrows.NoMap:
		return x, newrows.ErrNoMap
	}
	return Value{}, &engine.Error{Cause: "what was learned cannot be said by operations on rows", Remedy: remedy.Use("krr").As("a map").Or(remedy.Say("save it as a file, which this program reads"))}
}
