package chart

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"unfold/engine/figure"
)

// drawPoints draws the marks in an order that mixes the classes: rows often
// come sorted by class, and the last class would hide the others. Of a batch of
// marks those that look alike are drawn together, which files write as one.
func (f *frame) drawPoints(c draw.Canvas, p figure.Points) {
	if _, _, ok := gridOf(f.fig); ok {
		f.boxCells(c, p)
		return
	}
	batches, fewest := 8, 200
	shades := f.shadesOf(p.Shade)
	shades.steps = f.steps
	order := spreadOrder(len(p.X))
	if f.space {
		slices.Sort(order) // far ones first
		batches, fewest = len(order), 1
	}
	for batch := range slices.Chunk(order, max(fewest, len(order)/batches)) {
		f.drawBatch(c, p, shades, batch)
	}
}

// drawBatch draws the marks of some points, look by look.
func (f *frame) drawBatch(c draw.Canvas, p figure.Points, shades shades, batch []int) {
	var looks []Style
	places := map[Style][]vg.Point{}
	for _, i := range batch {
		if !f.has(p.X[i], p.Y[i]) {
			continue
		}
		look := f.styleOf(p, shades, i)
		if places[look] == nil {
			looks = append(looks, look)
		}
		places[look] = append(places[look], f.at(p.X[i], p.Y[i]))
	}
	r := f.radius()
	for _, look := range looks {
		for _, at := range places[look] {
			mark(c, look, at, r, p.Ring)
		}
	}
}

// styleOf returns the look of point i.
func (f *frame) styleOf(p figure.Points, shades shades, i int) Style {
	var s Style
	switch {
	case p.Shade != nil:
		c := shades.colour(p.Shade[i])
		s = Style{Fill: c, Edge: c}
	case p.Class != nil && p.Class[i] < len(f.looks):
		s = f.colours.class(f.looks[p.Class[i]])
	case p.Class != nil:
		s = f.colours.class(p.Class[i])
	default:
		s = f.colours.point(f.fig)
	}
	if p.Shape != nil {
		s.Shape = p.Shape[i] % len(shapes)
	}
	return s.faded(f.fig.Style.Opacity)
}

// faded returns the look with so much of its colours, all of them where that is zero.
func (s Style) faded(opacity float64) Style {
	if opacity > 0 && opacity < 1 {
		s.Fill.A, s.Edge.A = uint8(opacity*255), uint8(opacity*255)
	}
	return s
}

// radius is that of the marks of the figure.
func (f *frame) radius() vg.Length {
	r := radius(pointCount(f.fig))
	if f.fig.Style.MarkSize > 0 {
		r *= vg.Length(f.fig.Style.MarkSize)
	}
	return r
}

// spreadOrder returns the numbers below n in an order that leaves no two neighbours
// near each other: the multiples of a stride near n over the golden ratio, which
// visit every number as it has no common divisor with n.
func spreadOrder(n int) []int {
	divisor := func(a, b int) int {
		for b != 0 {
			a, b = b, a%b
		}
		return a
	}
	stride := max(1, int(float64(n)/math.Phi))
	for divisor(stride, n) > 1 {
		stride++
	}
	order := make([]int, n)
	for k := range order {
		order[k] = k * stride % n
	}
	return order
}

// pointCount is the number of all points of a figure, which share one size.
func pointCount(fig *figure.Figure) int {
	n := 0
	for _, layer := range fig.Layers {
		if p, ok := layer.(figure.Points); ok {
			n += len(p.X)
		}
	}
	return n
}

// shades is the span of the numbers that lightness shows, in so many steps, and the
// colours that show them.
type shades struct {
	lo, hi, steps float64
	ramp          []color.NRGBA
}

// shadesOf returns the shades of numbers in the colours of the figure.
func (f *frame) shadesOf(values []float64) shades {
	s := newShades(values).within(f.fig)
	s.ramp = f.colours.ramp
	return s
}

func newShades(values []float64) shades {
	s := shades{lo: math.Inf(1), hi: math.Inf(-1), steps: manySteps}
	for _, v := range values {
		if shown(v, false) {
			s.lo, s.hi = min(s.lo, v), max(s.hi, v)
		}
	}
	return s
}

// within returns the shades with the ends that the figure gives them, if it does.
func (s shades) within(fig *figure.Figure) shades {
	if fig.ShadeLow < fig.ShadeHigh {
		s.lo, s.hi = fig.ShadeLow, fig.ShadeHigh
	}
	return s
}

func (s shades) colour(v float64) color.NRGBA {
	if s.lo >= s.hi {
		return rampAt(s.ramp, 0.5)
	}
	t := (v/2 - s.lo/2) / (s.hi/2 - s.lo/2)
	return rampAt(s.ramp, math.Round(t*s.steps)/s.steps)
}
