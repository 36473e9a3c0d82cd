package model

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/data/newrows"
	"unfold/engine/remedy"
)

func init() { codec.Register[*contents]("model", 1) }

// contents are the learned values: the way of rows, and what predicts where it leads.
type contents struct {
	way       []engine.Leg
	predictor engine.Predictor // nil without
	near      *nearness        // nil unless rows were kept
}

// contentsOf takes apart what a run has learned.
func contentsOf(run *engine.Run, stages []string) (contents, error) {
	c := contents{predictor: run.Predictor}
	for _, l := range run.Way {
		if _, is := l.Map.(newrows.NoMap); is {
			return c, newrows.ErrNoMap
		}
		if x, is := l.Map.(*engine.Extension); is {
			l.Map = x.Map
		}
		c.way = append(c.way, l)
	}
	if run.Embedding != nil {
		if run.Extension == nil {
			return c, newrows.ErrNoMap
		}
		c.way = append(c.way, engine.Leg{Map: run.Extension.Map})
	}
	c.nameLegs(stages)
	return c, nil
}

// nameLegs names the legs of embeddings by the stages that map to them, in their order.
func (c *contents) nameLegs(stages []string) {
	for i := range c.way {
		leg := &c.way[i]
		if _, kept := leg.Map.(newrows.Kept); leg.Stage == "" && !kept && len(stages) > 0 {
			leg.Stage, stages = stages[0], stages[1:]
		}
	}
}

// Fields tells the way, leg by leg, and the predictor.
func (c *contents) Fields(f *codec.Fields) {
	shape := f.Shape
	wide := []int{shape.Columns} // before each leg, and at the end
	codec.List(f, "way", &c.way, func(f *codec.Fields, l *engine.Leg) {
		shape = legFields(f, l, shape)
		wide = append(wide, shape.Columns)
	})
	predicts := c.predictor != nil
	if f.Bool("predicts", &predicts); predicts && f.Good() {
		codec.ValueFor(f, "predictor", &c.predictor, shape)
	}
	distances := c.near != nil
	if f.Bool("distances", &distances); !distances || !f.Good() {
		return
	}
	if c.near == nil {
		c.near = new(nearness)
	}
	f.Group("near", func(f *codec.Fields) { c.near.fields(f, wide) })
}

// legFields tells a leg for rows of a shape, and returns that of their images.
func legFields(f *codec.Fields, l *engine.Leg, shape codec.Shape) codec.Shape {
	f.Text("stage", &l.Stage)
	t, prepares := l.Map.(*engine.Transform)
	f.Bool("prepares", &prepares)
	if !prepares {
		codec.ValueFor(f, "map", &l.Map, shape)
		return imageShape(f, l.Map, nil, shape)
	}
	if t == nil {
		t = new(engine.Transform)
	}
	codec.ValueFor(f, "map", &t.Map, shape)
	codec.List(f, "columns", &t.Columns, columnFields)
	if f.Good() {
		f.Check(t.Columns == nil || len(t.Columns) == t.Dim(), "%d columns have %d names", t.Dim(), len(t.Columns))
		l.Map = t
	}
	return imageShape(f, l.Map, t.Columns, shape)
}

// imageShape is the shape of the images of a map.
func imageShape(f *codec.Fields, m engine.Map, columns []engine.Column, shape codec.Shape) codec.Shape {
	if f.Good() {
		shape.Columns, shape.Levels = m.Dim(), levelsOf(columns)
		f.Check(shape.Columns > 0, "images have no columns")
	}
	return shape
}

// columnFields tells a column. That it has levels is told apart from how many.
func columnFields(f *codec.Fields, c *engine.Column) {
	levels := c.Levels != nil
	f.Text("name", &c.Name)
	f.Text("written", &c.Written)
	f.Bool("categorical", &levels)
	f.Texts("levels", &c.Levels)
	if levels && c.Levels == nil {
		c.Levels = []string{}
	}
}

// levelsOf counts the levels of columns; nil where none has any.
func levelsOf(columns []engine.Column) (levels []int) {
	for i, c := range columns {
		if c.Levels != nil && levels == nil {
			levels = make([]int, len(columns))
		}
		if levels != nil {
			levels[i] = len(c.Levels)
		}
	}
	return levels
}

// written returns the bytes of the contents, and what of training rows they hold.
func (m *Model) written() (*codec.Writer, []Holding, error) {
	w := new(codec.Writer)
	if err := w.Write("model", &m.of, m.Card.shape()); err != nil {
		return nil, nil, notSaved(err)
	}
	return w, m.holdings(w.Held), nil
}

// holdings names the stages that hold training rows, each once.
func (m *Model) holdings(held []codec.Held) []Holding {
	var all []Holding
	for _, h := range held {
		stage := m.stageAt(h.Where)
		if at := slices.IndexFunc(all, func(o Holding) bool { return o.Stage == stage }); at >= 0 {
			all[at].Rows = max(all[at].Rows, h.Rows)
			continue
		}
		all = append(all, Holding{stage, h.Rows})
	}
	return all
}

// stageAt names the stage whose value a field is of.
func (m *Model) stageAt(where string) string {
	for i, l := range m.of.way {
		if strings.HasPrefix(where, fmt.Sprintf("model.way[%d].", i)) {
			return l.Stage
		}
	}
	if strings.HasPrefix(where, "model.near") {
		return "distance"
	}
	return m.Card.Predictor
}

// notSaved is the error of a value that has no place in a file.
func notSaved(err error) error {
	var fault *codec.Fault
	if !errors.As(err, &fault) {
		return err
	}
	return &engine.Error{Cause: "the model cannot be saved: " + fault.Error(), Remedy: remedy.Say("learn with stages of the program; types of a cell or of a program of one's own say what they consist of by a method Fields, and are registered with engine/codec"), Err: err}
}
