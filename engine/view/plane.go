package view

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/remedy"
)

// A plane is what rows of an embedding are drawn on: two of its dimensions.
// An embedding of one dimension is drawn as a strip, its rows set apart by
// class, by response, or else by their order.
type plane struct {
	x, y     int // columns of the embedding, counted from zero
	strip    bool
	response int // the one that shades rows
}

// planeOf chooses the plane from the dimensions x and y, counted from one.
func planeOf(e *engine.Embedding, x, y int) (plane, error) {
	dim := e.Dim()
	p := plane{x: x - 1, y: y - 1, strip: dim == 1}
	for _, given := range []struct {
		name string
		at   int
	}{{"x", x}, {"y", y}} {
		if given.at > dim && !p.strip {
			return p, &engine.Error{Param: given.name, Cause: fmt.Sprintf("%s = %d is beyond the %d dimensions of the embedding", given.name, given.at, dim), Remedy: remedy.Raise("dim").Of(engine.EmbedderRole).Or(remedy.Reduce(given.name))}
		}
	}
	if p.strip {
		p.x = 0
	}
	return p, nil
}

// frame sets the axes of a figure, and its groups.
func (p plane) frame(f *figure.Figure, s engine.Sample) {
	f.X = figure.Axis{Label: fmt.Sprintf("dimension %d", p.x+1)}
	f.Y = figure.Axis{Label: fmt.Sprintf("dimension %d", p.y+1)}
	if s.HasClasses() {
		f.Classes = s.Classes
	}
	if !p.strip {
		f.Equal = true
		return
	}
	switch {
	case s.HasClasses():
		f.Y = figure.Axis{Label: "class", Whole: true, Labels: s.Classes}
	case s.HasResponse():
		f.Y = figure.Axis{Label: s.ResponseName(p.response)}
	default:
		f.Y = figure.Axis{Label: "row", Whole: true}
	}
}

// points draws the rows of a sample at their places in the embedding.
func (p plane) points(name string, places *mat.Dense, s engine.Sample) figure.Points {
	at := figure.Points{Name: name, X: mat.Col(nil, p.x, places), Rows: s.Rows}
	if s.HasClasses() {
		at.Class = s.Labels
	} else {
		at.Shade = responseOf(s, p.response)
	}
	switch {
	case !p.strip:
		at.Y = mat.Col(nil, p.y, places)
	case s.HasClasses():
		at.Y = s.Truth()
	case s.HasResponse():
		at.Y = responseOf(s, p.response)
	default:
		for i := range at.X {
			at.Y = append(at.Y, float64(i))
		}
	}
	return at
}

// rows draws the training rows where they were placed and, if there are any,
// the held ones as rings; text counts them. Of a transduced fold, training rows
// are those whose labels were known.
func (p plane) rows(run *engine.Run) (layers []figure.Layer, training, held figure.Points, text string) {
	known, places := run.Labelled()
	training = p.points("training", places, known)
	layers, text = append(layers, training), plural(len(training.X), "training row")
	if run.Mapped != nil {
		held = p.points("held", run.Mapped, run.Held)
		held.Ring = true
		layers, text = append(layers, held), text+fmt.Sprintf(" and %d held", len(held.X))
	}
	return layers, training, held, text
}

// embeddedRows returns the rows that were placed, with all their labels: those
// of held rows, which were there without, are only drawn.
func embeddedRows(run *engine.Run) engine.Sample {
	s := run.Train
	if !run.Fold.Transduced {
		return s
	}
	known, _ := run.Labelled()
	s.Target = known.Target.Join(run.Held.Target)
	return s
}

// legend says what the figure shows besides dimensions: what a strip is spread
// by, and what a shade stands for.
func (p plane) legend(s engine.Sample) (sentences string) {
	switch {
	case !p.strip:
	case s.HasClasses():
		sentences = " There is one dimension; up and down, rows are set apart by class."
	case s.HasResponse():
		sentences = " There is one dimension; up and down, rows are set apart by response."
	default:
		sentences = " There is one dimension; up and down, rows stand in their order."
	}
	if !s.HasClasses() && s.HasResponse() {
		sentences += " The shade is the response"
		if s.Label != "" {
			sentences += ", " + s.ResponseName(p.response)
		}
		sentences += "."
	}
	return sentences
}

// dimensionNames names the dimensions that are shown.
func (p plane) dimensionNames() string {
	if p.strip {
		return "one dimension"
	}
	return fmt.Sprintf("dimensions %d and %d", p.x+1, p.y+1)
}

// span writes the range of values.
func span(values ...[]float64) string {
	low, high := math.Inf(1), math.Inf(-1)
	for _, list := range values {
		for _, v := range list {
			low, high = min(low, v), max(high, v)
		}
	}
	return fmt.Sprintf("%.3g to %.3g", low, high)
}
