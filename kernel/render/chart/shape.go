package chart

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"unfold/kernel/render/outline"
)

// shapes are those that marks have.
var shapes = outline.Shapes

// radius is that of a mark among n: smaller where many would hide each other.
func radius(n int) vg.Length {
	r := 3.6 - math.Log10(math.Max(float64(n), 60)/60)
	return vg.Length(math.Max(r, 1.1))
}

// mark draws a mark of the style: filled, or a ring.
func mark(c draw.Canvas, s Style, p vg.Point, r vg.Length, ring bool) {
	path := shapes[s.Shape].Path(p, r)
	c.SetLineDash(nil, 0)
	if ring {
		c.SetColor(s.Edge)
		c.SetLineWidth(min(1.2, r/2))
		c.Stroke(path)
		return
	}
	c.SetColor(s.Fill)
	c.Fill(path)
	if s.Edge != s.Fill {
		c.SetColor(s.Edge)
		c.SetLineWidth(min(0.6, r/4))
		c.Stroke(path)
	}
}
