package chart

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"unfold/engine/figure"
)

// line is the look of the n-th full line; dashed lines are for
// comparison and stay grey.
func (k colours) line(l figure.Line, n int) draw.LineStyle {
	if l.Dashed {
		return draw.LineStyle{Color: soft, Width: 1.2, Dashes: []vg.Length{5, 4}}
	}
	return draw.LineStyle{Color: k.class(n).Edge, Width: 1.7}
}

func (f *frame) drawLine(c draw.Canvas, l figure.Line, n int) {
	var run []vg.Point // broken where a value is missing
	flush := func() {
		if len(run) > 1 {
			c.StrokeLines(f.colours.line(l, n), run)
		}
		run = nil
	}
	for i := 1; i < len(l.X); i++ {
		from, to, ok := f.stroke(l.X[i-1], l.Y[i-1], l.X[i], l.Y[i])
		if !ok || len(run) > 0 && run[len(run)-1] != from {
			flush()
		}
		if ok && run == nil {
			run = append(run, from)
		}
		if ok {
			run = append(run, to)
		}
	}
	flush()
	for i := range l.X {
		if l.Marked && f.has(l.X[i], l.Y[i]) {
			mark(c, f.colours.class(n), f.at(l.X[i], l.Y[i]), 3, false)
		}
	}
}

// fewStrokes is how many strokes are each worth looking at; more of them are
// the edges of a graph, which only together say something.
const fewStrokes = 60

func segmentStyle(s figure.Segments) draw.LineStyle {
	switch {
	case s.Strong:
		return draw.LineStyle{Color: strong, Width: 2.2}
	case s.Border:
		return draw.LineStyle{Color: soft, Width: 1}
	case s.Shade != nil:
		return draw.LineStyle{Color: soft, Width: 1.3}
	case s.Class != nil:
		return draw.LineStyle{Color: faint, Width: 0.8}
	case len(s.X0) <= fewStrokes:
		return draw.LineStyle{Color: rule, Width: 1}
	}
	return draw.LineStyle{Color: faint, Width: 0.6}
}

// drawSegments strokes the segments in batches: one path a segment would make
// a large file of a large graph.
func (f *frame) drawSegments(c draw.Canvas, s figure.Segments) {
	switch {
	case s.Shade != nil:
		f.drawShaded(c, s)
		return
	case s.Class != nil:
		f.drawClasses(c, s)
		return
	}
	const batch = 500
	c.SetLineStyle(segmentStyle(s))
	var path vg.Path
	for i := range s.X0 {
		if from, to, ok := f.stroke(s.X0[i], s.Y0[i], s.X1[i], s.Y1[i]); ok {
			path.Move(from)
			path.Line(to)
		}
		if len(path) >= 2*batch || i == len(s.X0)-1 {
			c.Stroke(path)
			path = path[:0]
		}
	}
}

// drawShaded strokes each segment in the colour of its number.
func (f *frame) drawShaded(c draw.Canvas, s figure.Segments) {
	shades, style := f.shadesOf(s.Shade), segmentStyle(s)
	for i := range s.X0 {
		if from, to, ok := f.stroke(s.X0[i], s.Y0[i], s.X1[i], s.Y1[i]); ok {
			style.Color = shades.colour(s.Shade[i])
			c.StrokeLines(style, []vg.Point{from, to})
		}
	}
}

// drawClasses strokes segments in the colours of their classes: some of each class at a time,
// so that no class lies on all others.
func (f *frame) drawClasses(c draw.Canvas, s figure.Segments) {
	const batches = 8
	style := segmentStyle(s)
	order := spreadOrder(len(s.X0))
	for batch := range slices.Chunk(order, max(1, (len(order)+batches-1)/batches)) {
		paths := make([]vg.Path, len(f.looks)+1) // the last of those without a class
		for _, i := range batch {
			if from, to, ok := f.stroke(s.X0[i], s.Y0[i], s.X1[i], s.Y1[i]); ok {
				at := f.classOf(s, i)
				paths[at].Move(from)
				paths[at].Line(to)
			}
		}
		for class, path := range paths {
			style.Color = f.classColour(class)
			c.SetLineStyle(style)
			c.Stroke(path)
		}
	}
}

// classOf is the class of a stroke; the number of classes for one without.
func (f *frame) classOf(s figure.Segments, i int) int {
	if class := s.Class[i]; class >= 0 && class < len(f.looks) {
		return class
	}
	return len(f.looks)
}

// classColour is the colour of a class's strokes.
func (f *frame) classColour(class int) color.NRGBA {
	if class < len(f.looks) {
		return f.colours.class(f.looks[class]).Edge
	}
	return faint
}
