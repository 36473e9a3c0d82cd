package chart

import (
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"unfold/engine"
)

// drawPoints draws the marks in an order that mixes the classes: rows often
// come sorted by class, and the last class would hide the others.
func (f *frame) drawPoints(c draw.Canvas, p engine.Points) {
	if _, _, ok := gridOf(f.fig); ok {
		f.boxCells(c, p)
		return
	}
	n := len(p.X)
	r := radius(pointCount(f.fig))
	shades := newShades(p.Shade)
	stride := mixing(n)
	for k, i := 0, 0; k < n; k, i = k+1, (i+stride)%n {
		if !f.has(p.X[i], p.Y[i]) {
			continue
		}
		mark(c, f.styleOf(p, shades, i), f.at(p.X[i], p.Y[i]), r, p.Ring)
	}
}

// styleOf returns the look of point i.
func (f *frame) styleOf(p engine.Points, shades shades, i int) Style {
	switch {
	case p.Shade != nil:
		c := shades.colour(p.Shade[i])
		return Style{Fill: c, Edge: c}
	case p.Class != nil && p.Class[i] < len(f.looks):
		return Class(f.looks[p.Class[i]])
	case p.Class != nil:
		return Class(p.Class[i])
	}
	return pointStyle(f.fig)
}

// mixing returns a stride near n over the golden ratio and without a common
// divisor with n, so that its multiples visit every index.
func mixing(n int) int {
	divisor := func(a, b int) int {
		for b != 0 {
			a, b = b, a%b
		}
		return a
	}
	s := max(1, int(float64(n)/math.Phi))
	for divisor(s, n) > 1 {
		s++
	}
	return s
}

// pointCount is the number of all points of a figure, which share one size.
func pointCount(fig *engine.Figure) int {
	n := 0
	for _, layer := range fig.Layers {
		if p, ok := layer.(engine.Points); ok {
			n += len(p.X)
		}
	}
	return n
}

// shades is the span of the numbers that lightness shows.
type shades struct{ lo, hi float64 }

func newShades(values []float64) shades {
	s := shades{math.Inf(1), math.Inf(-1)}
	for _, v := range values {
		if shown(v, false) {
			s.lo, s.hi = min(s.lo, v), max(s.hi, v)
		}
	}
	return s
}

func (s shades) colour(v float64) color.NRGBA {
	if s.lo >= s.hi {
		return ramp(viridis, 0.5)
	}
	return ramp(viridis, (v/2-s.lo/2)/(s.hi/2-s.lo/2))
}

// lineStyle is the look of the n-th full line; dashed lines are for
// comparison and stay grey.
func lineStyle(l engine.Line, n int) draw.LineStyle {
	if l.Dashed {
		return draw.LineStyle{Color: soft, Width: 1.2, Dashes: []vg.Length{5, 4}}
	}
	return draw.LineStyle{Color: Class(n).Edge, Width: 1.7}
}

func (f *frame) drawLine(c draw.Canvas, l engine.Line, n int) {
	var run []vg.Point // broken where a value is missing
	flush := func() {
		if len(run) > 1 {
			c.StrokeLines(lineStyle(l, n), run)
		}
		run = nil
	}
	for i := range l.X {
		if f.has(l.X[i], l.Y[i]) {
			run = append(run, f.at(l.X[i], l.Y[i]))
			continue
		}
		flush()
	}
	flush()
	for i := range l.X {
		if l.Marked && f.has(l.X[i], l.Y[i]) {
			mark(c, Class(n), f.at(l.X[i], l.Y[i]), 3, false)
		}
	}
}

// fewStrokes is how many strokes are each worth looking at; more of them are
// the edges of a graph, which only together say something.
const fewStrokes = 60

func segmentStyle(s engine.Segments) draw.LineStyle {
	switch {
	case s.Strong:
		return draw.LineStyle{Color: strong, Width: 2.2}
	case s.Shade != nil:
		return draw.LineStyle{Color: soft, Width: 1.3}
	case len(s.X0) <= fewStrokes:
		return draw.LineStyle{Color: rule, Width: 1}
	}
	return draw.LineStyle{Color: faint, Width: 0.6}
}

// drawSegments strokes the segments in batches: one path a segment would make
// a large file of a large graph.
func (f *frame) drawSegments(c draw.Canvas, s engine.Segments) {
	if s.Shade != nil {
		f.drawShaded(c, s)
		return
	}
	const batch = 500
	c.SetLineStyle(segmentStyle(s))
	var path vg.Path
	for i := range s.X0 {
		if f.has(s.X0[i], s.Y0[i]) && f.has(s.X1[i], s.Y1[i]) {
			path.Move(f.at(s.X0[i], s.Y0[i]))
			path.Line(f.at(s.X1[i], s.Y1[i]))
		}
		if len(path) >= 2*batch || i == len(s.X0)-1 {
			c.Stroke(path)
			path = path[:0]
		}
	}
}

// drawShaded strokes each segment in the colour of its number.
func (f *frame) drawShaded(c draw.Canvas, s engine.Segments) {
	shades, style := newShades(s.Shade), segmentStyle(s)
	for i := range s.X0 {
		if f.has(s.X0[i], s.Y0[i]) && f.has(s.X1[i], s.Y1[i]) {
			style.Color = shades.colour(s.Shade[i])
			c.StrokeLines(style, []vg.Point{f.at(s.X0[i], s.Y0[i]), f.at(s.X1[i], s.Y1[i])})
		}
	}
}

// boxCells draws a box in the cell of each point of a grid, where a mark would
// hide the number.
func (f *frame) boxCells(c draw.Canvas, p engine.Points) {
	for i := range p.X {
		if f.has(p.X[i], p.Y[i]) {
			low, high := f.at(p.X[i]-0.5, p.Y[i]+0.5), f.at(p.X[i]+0.5, p.Y[i]-0.5)
			box(c, vg.Rectangle{Min: low, Max: high}, 3)
		}
	}
}

// box strokes a box inside the rectangle, dark on white, to be seen on light
// and dark cells alike.
func box(c draw.Canvas, r vg.Rectangle, inset vg.Length) {
	by := vg.Point{X: inset, Y: inset}
	path := vg.Rectangle{Min: r.Min.Add(by), Max: r.Max.Sub(by)}.Path()
	c.SetLineDash(nil, 0)
	for _, s := range []draw.LineStyle{{Color: white, Width: 4}, {Color: ink, Width: 2}} {
		c.SetColor(s.Color)
		c.SetLineWidth(s.Width)
		c.Stroke(path)
	}
}

// drawCells draws the grid with its numbers, as long as they can be read.
func (f *frame) drawCells(c draw.Canvas, cells engine.Cells) {
	style := placed(sans(labelSize, ink), draw.XCenter, draw.YCenter)
	shade := shadesOf(cells)
	c.SetLineDash(nil, 0)
	for i, row := range cells.Values {
		for j, v := range row {
			low, high := f.at(float64(j)-0.5, float64(i)+0.5), f.at(float64(j)+0.5, float64(i)-0.5)
			fill := ramp(blues, shade[i][j])
			path := vg.Rectangle{Min: low, Max: high}.Path()
			c.SetColor(fill)
			c.Fill(path)
			c.SetColor(white)
			c.SetLineWidth(1)
			c.Stroke(path)
			label := number(v)
			if size := high.Sub(low); size.Y > style.Font.Size*1.2 && style.Width(label) < size.X-2 {
				style.Color = readable(fill)
				c.FillText(style, low.Add(size.Scale(0.5)), label)
			}
		}
	}
}

// number writes the number of a cell; a missing one is left blank.
func number(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return minus(strconv.FormatFloat(v, 'g', 4, 64))
}

// shadesOf returns the darkness of cells, by their share of the largest where
// none is given.
func shadesOf(cells engine.Cells) [][]float64 {
	if cells.Shade != nil {
		return cells.Shade
	}
	var largest float64
	for _, row := range cells.Values {
		for _, v := range row {
			if shown(v, false) {
				largest = max(largest, math.Abs(v))
			}
		}
	}
	shade := make([][]float64, len(cells.Values))
	for i, row := range cells.Values {
		for _, v := range row {
			shade[i] = append(shade[i], math.Abs(v)/max(largest, least))
		}
	}
	return shade
}
