package dsl

import (
	"fmt"
	"strings"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/wording"
)

// The lanes of a drawn plan, from below: what the held rows go through, what
// learns from the training rows, and who reads their labels.
const (
	heldLane = iota
	trainingLane
	labelLane
)

// Half the width and height of a box.
const (
	boxWide = 0.42
	boxHigh = 0.2
)

// Figures returns the plan as a drawing.
func (p *Plan) Figures() []*figure.Figure {
	steps := p.drawnSteps()
	if len(steps) == 0 {
		return nil
	}
	g := &graph{labels: figure.Segments{Name: "reads labels", Strong: true}, names: figure.Names{Middle: true}}
	holds := p.holds()
	for i, s := range steps {
		g.step(i, s)
		if i > 0 {
			g.arrowTo(i)
		}
		if holds && learns(s) {
			g.heldPath(i)
		}
	}
	f := &figure.Figure{
		Name:    "plan",
		Title:   "What learns from which rows",
		Caption: p.caption(),
		Alt:     p.alt(steps),
		Y:       figure.Axis{Labels: []string{"held rows", "training rows", "labels"}},
		Diagram: true,
		Style:   figure.Style{Width: min(920, 150+110*float64(len(steps))), Height: 230},
	}
	for _, s := range steps {
		f.X.Labels = append(f.X.Labels, s.Role().String())
	}
	for _, layer := range []figure.Segments{g.arrows, g.held, g.labels, g.boxes} {
		if len(layer.X0) > 0 {
			f.Layers = append(f.Layers, layer)
		}
	}
	f.Layers = append(f.Layers, g.names)
	return []*figure.Figure{f}
}

// caption says how the drawing is to be read.
func (p *Plan) caption() string {
	const signs = "a stroke from above: the step reads their labels; ×3: it is tried with three settings."
	if p.transduced() {
		return "Boxes before the predictor learn from all rows, without the labels of held ones; it learns from the training rows only; " + signs
	}
	from := "the training rows only; "
	if p.unlabelled() > 0 {
		from = "the training rows, and up to the first that needs labels from rows without one too; "
	}
	return "Boxes learn from " + from + signs + " Held rows go through what was learned, below."
}

// drawnSteps are the steps in the order in which rows go through them: those that
// learn or divide, not what judges and shows.
func (p *Plan) drawnSteps() (steps []engine.Step) {
	for _, s := range p.steps() {
		if s.Role() < engine.MeasureRole {
			steps = append(steps, s)
		}
	}
	return steps
}

// holds reports whether some rows are held, as far as that is known.
func (p *Plan) holds() bool {
	if p.Work == nil || len(p.Work.Folds) == 0 {
		return p.Pipeline.Has(engine.ProtocolRole)
	}
	return len(p.Work.Folds[0].Held) > 0
}

// A graph is a drawing of steps on its way.
type graph struct {
	boxes, arrows, held, labels figure.Segments
	names                       figure.Names
	followed                    int // the last step on the lane of held rows, counted from one
}

// line adds a straight stroke.
func line(s *figure.Segments, x0, y0, x1, y1 float64) {
	s.X0, s.Y0, s.X1, s.Y1 = append(s.X0, x0), append(s.Y0, y0), append(s.X1, x1), append(s.Y1, y1)
}

// step draws the box of a step, with what it offers, and its reading of labels.
func (g *graph) step(i int, s engine.Step) {
	x := float64(i)
	left, right, low, high := x-boxWide, x+boxWide, trainingLane-boxHigh, trainingLane+boxHigh
	line(&g.boxes, left, low, right, low)
	line(&g.boxes, right, low, right, high)
	line(&g.boxes, right, high, left, high)
	line(&g.boxes, left, high, left, low)
	g.label(x, trainingLane+boxHigh/3, s.Name())
	if n := (engine.Pipeline{Steps: []engine.Step{s}}).Settings(); n > 1 {
		g.label(x, trainingLane-boxHigh/2, "×"+wording.Number(n))
	}
	if readsLabels(s) {
		line(&g.labels, x, labelLane, x, high)
	}
}

// label writes a text around a position.
func (g *graph) label(x, y float64, text string) {
	g.names.X, g.names.Y, g.names.Texts = append(g.names.X, x), append(g.names.Y, y), append(g.names.Texts, text)
}

// arrowTo draws the arrow from the step before.
func (g *graph) arrowTo(i int) {
	tip := float64(i) - boxWide
	line(&g.arrows, tip-1+2*boxWide, trainingLane, tip, trainingLane)
	arrowHead(&g.arrows, tip, trainingLane)
}

// heldPath draws the way of the held rows through what a step has learned.
func (g *graph) heldPath(i int) {
	x := float64(i)
	if g.followed > 0 {
		from := float64(g.followed - 1)
		line(&g.held, from, heldLane, x, heldLane)
	}
	line(&g.held, x, trainingLane-boxHigh, x, heldLane)
	g.followed = i + 1
}

// arrowHead draws the head of an arrow that points right.
func arrowHead(s *figure.Segments, x, y float64) {
	const long, wide = 0.05, 0.06
	line(s, x-long, y+wide, x, y)
	line(s, x-long, y-wide, x, y)
}

// alt tells the drawing in a sentence.
func (p *Plan) alt(steps []engine.Step) string {
	var words, readers []string
	for _, s := range steps {
		words = append(words, s.Name())
		if readsLabels(s) {
			readers = append(readers, s.Name())
		}
	}
	text := fmt.Sprintf("%s in order: %s. ", wording.Count(len(words), "step"), strings.Join(words, ", "))
	switch {
	case len(readers) == 0:
		text += "None reads labels."
	default:
		text += fmt.Sprintf("Labels of training rows are read by %s.", strings.Join(readers, ", "))
	}
	if p.known() && len(p.Work.Folds) > 0 {
		f := p.Work.Folds[0]
		folds, deals := p.countFolds()
		text += " " + wording.Count(folds, "fold")
		if deals > 0 {
			text += fmt.Sprintf(", again for each of %s that labels are dealt anew", wording.Count(deals, "time"))
		}
		text += fmt.Sprintf("; the first learns from %d rows and holds %d.", len(f.Train), len(f.Held))
	}
	if n := p.Pipeline.Settings(); n > 1 {
		text += fmt.Sprintf(" %s settings are tried.", wording.Number(n))
	}
	return text
}
