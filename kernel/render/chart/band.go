package chart

import (
	"image/color"
	"unfold/engine/figure"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A bandStyle is the look of a band: that of the line it belongs to, so thin
// that lines and the grid show through, with an edge that tells two bands apart
// where they overlap and in grey.
type bandStyle struct {
	fill color.NRGBA
	edge draw.LineStyle
}

// band is the look of a band before the n-th full line.
func (k colours) band(n int) bandStyle {
	c := k.class(n).Edge
	fill, edge := c, c
	fill.A, edge.A = 0x2C, 0x80
	return bandStyle{fill: fill, edge: draw.LineStyle{Color: edge, Width: 0.7}}
}

// drawBand fills the area between the two curves, broken where one of them is
// missing.
func (f *frame) drawBand(c draw.Canvas, b figure.Band, n int) {
	style := f.colours.band(n)
	var low, high []vg.Point
	flush := func() {
		if len(low) > 1 {
			style.draw(c, low, high)
		}
		low, high = nil, nil
	}
	for i, x := range b.X {
		if !f.hasPlace(x, b.Low[i]) || !f.hasPlace(x, b.High[i]) || beyond(x, f.fig.X) {
			flush()
			continue
		}
		low, high = append(low, f.upTo(x, b.Low[i])), append(high, f.upTo(x, b.High[i]))
	}
	flush()
}

// upTo is the place of a position, or where the axis ends if it lies beyond.
func (f *frame) upTo(x, y float64) vg.Point {
	at := f.at(x, y)
	if f.isCut() {
		at.Y = min(max(at.Y, f.box.Min.Y), f.box.Max.Y)
	}
	return at
}

// draw fills what lies between two curves of the same length.
func (s bandStyle) draw(c draw.Canvas, low, high []vg.Point) {
	var area vg.Path
	area.Move(low[0])
	for _, p := range low[1:] {
		area.Line(p)
	}
	for i := len(high) - 1; i >= 0; i-- {
		area.Line(high[i])
	}
	area.Close()
	c.SetColor(s.fill)
	c.Fill(area)
	c.StrokeLines(s.edge, low, high)
}

// sample draws the band as a legend shows it.
func (s bandStyle) sample(c draw.Canvas, at vg.Point) {
	const half = sampleWidth * 0.4
	low, high := at.Y-leading*0.28, at.Y+leading*0.28
	s.draw(c, []vg.Point{{X: at.X - half, Y: low}, {X: at.X + half, Y: low}}, []vg.Point{{X: at.X - half, Y: high}, {X: at.X + half, Y: high}})
}
