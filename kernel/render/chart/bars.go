package chart

import (
	"image/color"
	"math"
	"unfold/engine/figure"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A barStyle is the look of bars: a fill that lets others show through, and an
// edge that parts a bar from its neighbours.
type barStyle struct {
	fill, edge color.NRGBA
}

// bars is the look of the bars after n lines and other bars.
func (k colours) bars(n int) barStyle {
	c := k.class(n)
	s := barStyle{fill: c.Fill, edge: c.Edge}
	s.fill.A = 0x90
	return s
}

// drawBars draws each bar from zero, or from the end of a logarithmic axis.
func (f *frame) drawBars(c draw.Canvas, b figure.Bars, n int) {
	style, floor := f.colours.bars(n), 0.0
	if f.fig.Y.Log {
		floor = f.y.lo
	}
	for i, y := range b.Y {
		if !f.hasPlace(b.Low[i], y) || !f.hasPlace(b.High[i], y) || y == 0 {
			continue
		}
		low, high := f.at(b.Low[i], min(floor, y)), f.at(b.High[i], max(floor, y))
		if bar, ok := f.inBox(vg.Rectangle{Min: low, Max: high}); ok {
			style.draw(c, bar)
		}
	}
}

func (s barStyle) draw(c draw.Canvas, r vg.Rectangle) {
	c.SetLineDash(nil, 0)
	c.SetColor(s.fill)
	c.Fill(r.Path())
	c.SetColor(s.edge)
	c.SetLineWidth(0.8)
	c.Stroke(r.Path())
}

// sample draws a bar as a legend shows it.
func (s barStyle) sample(c draw.Canvas, at vg.Point) {
	half := vg.Point{X: sampleWidth * 0.25, Y: leading * 0.3}
	s.draw(c, vg.Rectangle{Min: at.Sub(half), Max: at.Add(half)})
}

// onFloor lets bars stand on the lower end of the axis where nothing is drawn
// below zero.
func (s scale) onFloor(fig *figure.Figure, values [][]float64) scale {
	if !hasBars(fig) || s.axis.Log {
		return s
	}
	for _, vs := range values {
		for _, v := range vs {
			if v < 0 && shown(v, false) {
				return s
			}
		}
	}
	s.lo = math.Max(s.lo, 0)
	return s
}

func hasBars(fig *figure.Figure) bool {
	for _, layer := range fig.Layers {
		if _, ok := layer.(figure.Bars); ok {
			return true
		}
	}
	return false
}
