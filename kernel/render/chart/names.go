package chart

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"unfold/engine/figure"
)

// nameStyle sets the names of marks.
var nameStyle = sans(tickSize, ink)

// ground is what names stand on: what lies under it can still be guessed.
var ground = color.NRGBA{0xFF, 0xFF, 0xFF, 0xD0}

// mostOfBox is the share of the width that a name may take; with one on either
// side there is still room for what they name.
const mostOfBox = 0.4

// namesOf returns the layers of names of a figure.
func namesOf(fig *figure.Figure) []figure.Names {
	var all []figure.Names
	for _, layer := range fig.Layers {
		if names, ok := layer.(figure.Names); ok {
			all = append(all, names)
		}
	}
	return all
}

// fitted returns a name in the room that a box of the width gives it.
func fitted(text string, width vg.Length) string { return cut(nameStyle, text, width*mostOfBox) }

// A span is what a name takes of the width, from where it stands.
type span struct {
	at, share float64
	left      bool
}

// roomFor widens a scale until every name ends inside the width. What a name
// takes of the scale grows with the scale; as no name takes more than
// mostOfBox, the rounds come to rest. Ticks stay where there are marks.
func (s scale) roomFor(all []figure.Names, width vg.Length) scale {
	var spans []span
	for _, names := range all {
		for i, text := range names.Texts {
			if !names.Free && !names.Middle && shown(names.X[i], s.axis.Log) {
				taken := nameStyle.Width(fitted(text, width)) + 2*gap
				spans = append(spans, span{s.unroll(names.X[i]), float64(taken / width), names.Right})
			}
		}
	}
	if spans == nil {
		return s
	}
	s.ticked = &[2]float64{s.lo, s.hi}
	lo, hi := s.unroll(s.lo), s.unroll(s.hi)
	for range 60 {
		span := hi - lo
		for _, r := range spans {
			if r.left {
				lo = min(lo, r.at-r.share*span)
			} else {
				hi = max(hi, r.at+r.share*span)
			}
		}
	}
	s.lo, s.hi = s.roll(lo), s.roll(hi)
	return s
}

// drawNames writes the names beside their positions, on a ground that keeps
// lines from running through them.
func (f *frame) drawNames(c draw.Canvas, names figure.Names) {
	if names.Free {
		f.drawFree(c, names)
		return
	}
	const pad = 2
	style := placed(nameStyle, draw.XLeft, draw.YCenter)
	var written []vg.Rectangle
	for i, text := range names.Texts {
		if !f.has(names.X[i], names.Y[i]) {
			continue
		}
		text = fitted(text, f.box.Size().X)
		at, wide := f.at(names.X[i], names.Y[i]), nameStyle.Width(text)
		switch at.X += gap; {
		case names.Right:
			at.X -= 2*gap + wide
		case names.Middle:
			at.X -= gap + wide/2
		}
		half := vg.Point{X: pad, Y: tickSize * 0.6}
		place := vg.Rectangle{Min: at.Sub(half), Max: at.Add(half).Add(vg.Point{X: wide})}
		if names.Middle {
			up := aside(place, written)
			at, place = at.Add(up), vg.Rectangle{Min: place.Min.Add(up), Max: place.Max.Add(up)}
			written = append(written, place)
		}
		c.SetColor(ground)
		c.Fill(place.Path())
		c.FillText(style, at, text)
	}
}

// aside is how far a name is to move up or down, for it to lie on none of those that are
// written already; not at all where all places near it are taken.
func aside(place vg.Rectangle, written []vg.Rectangle) vg.Point {
	const tries = 9
	for k := range tries {
		up := vg.Point{Y: vg.Length((k+1)/2) * place.Size().Y}
		if k%2 == 1 {
			up.Y = -up.Y
		}
		low, high := place.Min.Add(up), place.Max.Add(up)
		if !slices.ContainsFunc(written, func(w vg.Rectangle) bool {
			return low.X < w.Max.X && w.Min.X < high.X && low.Y < w.Max.Y && w.Min.Y < high.Y
		}) {
			return up
		}
	}
	return vg.Point{}
}
