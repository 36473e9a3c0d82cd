// Package canvas holds what canvases of every format keep of a drawing on its way: the map
// from its units to those of the document, and what is drawn with.
//
// It imports nothing of this module. Start at [State].
package canvas

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// A State is what a canvas draws with. Its methods are those of a vg.Canvas that draw
// nothing; a canvas embeds it.
type State struct {
	Pen
	saved []Pen
}

// A Pen is what Push saves.
type Pen struct {
	Transform Affine
	Colour    color.NRGBA
	Width     vg.Length
	Dashes    []vg.Length
	Offset    vg.Length
}

// SetLineWidth implements vg.Canvas.
func (s *State) SetLineWidth(w vg.Length) { s.Width = w }

// SetLineDash implements vg.Canvas.
func (s *State) SetLineDash(dashes []vg.Length, offset vg.Length) {
	s.Dashes, s.Offset = dashes, offset
}

// SetColor implements vg.Canvas.
func (s *State) SetColor(ink color.Color) {
	if ink == nil {
		ink = color.Black
	}
	s.Colour = color.NRGBAModel.Convert(ink).(color.NRGBA)
}

// Rotate implements vg.Canvas.
func (s *State) Rotate(angle float64) {
	sin, cos := math.Sincos(angle)
	s.Transform = s.Transform.After(Affine{cos, sin, -sin, cos, 0, 0})
}

// Translate implements vg.Canvas.
func (s *State) Translate(by vg.Point) {
	s.Transform = s.Transform.After(Affine{1, 0, 0, 1, float64(by.X), float64(by.Y)})
}

// Scale implements vg.Canvas.
func (s *State) Scale(x, y float64) { s.Transform = s.Transform.After(Affine{x, 0, 0, y, 0, 0}) }

// Push implements vg.Canvas.
func (s *State) Push() { s.saved = append(s.saved, s.Pen) }

// Pop implements vg.Canvas.
func (s *State) Pop() {
	last := len(s.saved) - 1
	s.Pen, s.saved = s.saved[last], s.saved[:last]
}

// An Affine maps (x, y) to (m₀x + m₂y + m₄, m₁x + m₃y + m₅).
type Affine [6]float64

// After returns the map that applies n and then m.
func (m Affine) After(n Affine) Affine {
	return Affine{
		m[0]*n[0] + m[2]*n[1], m[1]*n[0] + m[3]*n[1],
		m[0]*n[2] + m[2]*n[3], m[1]*n[2] + m[3]*n[3],
		m[0]*n[4] + m[2]*n[5] + m[4], m[1]*n[4] + m[3]*n[5] + m[5],
	}
}

// Of returns where a point goes.
func (m Affine) Of(p vg.Point) (x, y float64) {
	px, py := float64(p.X), float64(p.Y)
	return m[0]*px + m[2]*py + m[4], m[1]*px + m[3]*py + m[5]
}

// Scale is by how much the map enlarges lengths.
func (m Affine) Scale() float64 { return math.Sqrt(math.Abs(m[0]*m[3] - m[1]*m[2])) }
