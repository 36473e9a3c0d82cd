package view

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// A plane is what rows of an embedding are drawn on: two of its dimensions.
// An embedding of one dimension is drawn as a strip, its rows set apart by
// class, by response, or else by their order.
type plane struct {
	x, y, z  int // columns of the embedding, counted from zero; z is −1 in a plane
	strip    bool
	response int // the one that shades rows
}

// planeOf chooses the plane from the dimensions x and y, counted from one.
func planeOf(e *engine.Embedding, x, y int) (plane, error) {
	dim := e.Dim()
	p := plane{x: x - 1, y: y - 1, z: -1, strip: dim == 1}
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
		f.Classes, f.Grouped = s.Classes, s.Label
	}
	if p.z >= 0 {
		f.Z = figure.Axis{Label: fmt.Sprintf("dimension %d", p.z+1)}
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
	} else if s.HasResponse() {
		at.Shade, at.Shaded = responseOf(s, p.response), s.ResponseName(p.response)
	}
	if p.z >= 0 {
		at.Z = mat.Col(nil, p.z, places)
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

// rows draws the training rows where they were placed and, if there are any, the
// held ones as rings and, behind both, those without a label; text counts them.
// Training rows are those whose labels were known.
func (p plane) rows(run *engine.Run) (layers []figure.Layer, training, held figure.Points, text string) {
	known, places := run.Labelled()
	training = p.points("training", places, known)
	unlabelled := p.unlabelled(run)
	if len(unlabelled.X) > 0 {
		layers = append(layers, unlabelled)
	}
	layers = append(layers, training)
	counts := []string{wording.Plural(len(training.X), "training row")}
	if run.Mapped != nil {
		held = p.points("held", run.Mapped, run.Held)
		held.Ring = true
		layers, counts = append(layers, held), append(counts, fmt.Sprintf("%d held", len(held.X)))
	}
	if len(unlabelled.X) > 0 {
		counts = append(counts, fmt.Sprintf("%d without a label", len(unlabelled.X)))
	}
	last := len(counts) - 1
	return layers, training, held, strings.Join(slices.DeleteFunc([]string{strings.Join(counts[:last], ", "), counts[last]}, func(s string) bool { return s == "" }), " and ")
}

// unlabelled draws the rows without a label where they were placed among the
// training rows, or else where the map sends them. They have no class and no
// shade; on a strip they stand below the others.
func (p plane) unlabelled(run *engine.Run) figure.Points {
	count := len(run.Fold.Unlabelled)
	s, places := run.Behind()
	if s.Len() == 0 {
		s, places = run.Unlabelled.Sample, run.Unlabelled.Mapped
	}
	if count == 0 || places == nil {
		return figure.Points{}
	}
	places = places.Slice(0, count, 0, places.RawMatrix().Cols).(*mat.Dense)
	at := figure.Points{Name: "unlabelled", X: mat.Col(nil, p.x, places), Rows: s.Rows[:count]}
	if p.z >= 0 {
		at.Z = mat.Col(nil, p.z, places)
	}
	if !p.strip {
		at.Y = mat.Col(nil, p.y, places)
		return at
	}
	known, _ := run.Labelled()
	below := -1.0
	if !known.HasClasses() {
		y := responseOf(known, p.response)
		low, high := slices.Min(y), slices.Max(y)
		below = low - float64(0.1*(high-low))
	}
	at.Y = slices.Repeat([]float64{below}, count)
	return at
}

// embedded draws the rows that were placed, with all their labels: those of held
// rows, which were there without, are only drawn. Of those without a label it
// draws none; at are the places of all.
func (p plane) embedded(run *engine.Run) (drawn, at figure.Points) {
	known, places := run.Labelled()
	drawn = p.points("training", places, known)
	unlabelled, held := figure.Points{}, figure.Points{}
	if behind, _ := run.Behind(); behind.Len() > 0 {
		unlabelled = p.unlabelled(run)
		if run.Fold.Transduced {
			_, among := run.Behind()
			n, dim := among.Dims()
			held = p.points("held", among.Slice(len(run.Fold.Unlabelled), n, 0, dim).(*mat.Dense), run.Held)
		}
	}
	at.X, at.Y = slices.Concat(drawn.X, unlabelled.X, held.X), slices.Concat(drawn.Y, unlabelled.Y, held.Y)
	drawn.X, drawn.Y = slices.Concat(drawn.X, held.X), slices.Concat(drawn.Y, held.Y)
	drawn.Class, drawn.Shade, drawn.Rows = slices.Concat(drawn.Class, held.Class), slices.Concat(drawn.Shade, held.Shade), slices.Concat(drawn.Rows, held.Rows)
	return drawn, at
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
	if p.z >= 0 {
		return fmt.Sprintf("dimensions %d, %d and %d", p.x+1, p.y+1, p.z+1)
	}
	return fmt.Sprintf("dimensions %d and %d", p.x+1, p.y+1)
}
