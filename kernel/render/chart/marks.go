package chart

import (
	"image/color"
	"math"
	"unfold/engine/figure"

	"gonum.org/v1/plot/vg/draw"
)

// drawPoints draws the marks in an order that mixes the classes: rows often
// come sorted by class, and the last class would hide the others.
func (f *frame) drawPoints(c draw.Canvas, p figure.Points) {
	if _, _, ok := gridOf(f.fig); ok {
		f.boxCells(c, p)
		return
	}
	n := len(p.X)
	r := radius(pointCount(f.fig))
	shades := newShades(p.Shade)
	shades.steps = f.steps
	stride := mixing(n)
	for k, i := 0, 0; k < n; k, i = k+1, (i+stride)%n {
		if !f.has(p.X[i], p.Y[i]) {
			continue
		}
		mark(c, f.styleOf(p, shades, i), f.at(p.X[i], p.Y[i]), r, p.Ring)
	}
}

// styleOf returns the look of point i.
func (f *frame) styleOf(p figure.Points, shades shades, i int) Style {
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
func pointCount(fig *figure.Figure) int {
	n := 0
	for _, layer := range fig.Layers {
		if p, ok := layer.(figure.Points); ok {
			n += len(p.X)
		}
	}
	return n
}

// shades is the span of the numbers that lightness shows, in so many steps; zero
// for as many as there are colours.
type shades struct{ lo, hi, steps float64 }

func newShades(values []float64) shades {
	s := shades{lo: math.Inf(1), hi: math.Inf(-1)}
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
	t := (v/2 - s.lo/2) / (s.hi/2 - s.lo/2)
	if s.steps > 0 {
		t = math.Round(t*s.steps) / s.steps
	}
	return ramp(viridis, t)
}
