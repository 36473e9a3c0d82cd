package chart

import (
	"image/color"
	"math"
	"sync"

	"unfold/engine/figure"
)

// colours are those of groups and of shades in one figure, and what they lie on.
type colours struct {
	groups, ramp []color.NRGBA
	ground       color.NRGBA
}

// coloursOf returns the colours that the reader asks for, and the usual ones for what
// is left: a ramp without groups lends these its stops.
func coloursOf(asked *figure.Palette) colours {
	usual := usualPalette()
	c := colours{usual.Groups, usual.Ramp, white}
	if asked == nil {
		return c
	}
	if asked.Ramp != nil {
		c.ramp = asked.Ramp
	}
	switch {
	case asked.Groups != nil:
		c.groups = asked.Groups
	case asked.Ramp != nil:
		c.groups = stops(asked.Ramp)
	}
	return c
}

var usualPalette = sync.OnceValue(func() figure.Palette { return figure.Palettes()[0] })

// stops takes colours from a ramp for groups, so that neighbours differ most: its ends
// first, then what lies between.
func stops(ramp []color.NRGBA) []color.NRGBA {
	var list []color.NRGBA
	for _, at := range []float64{0, 1, 0.5, 0.25, 0.75} {
		list = append(list, rampAt(ramp, at))
	}
	return list
}

// The inks of everything that is not data.
var (
	white  = color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}
	ink    = color.NRGBA{0x22, 0x22, 0x22, 0xFF} // titles, labels
	soft   = color.NRGBA{0x59, 0x59, 0x59, 0xFF} // ticks
	grid   = color.NRGBA{0xE8, 0xE8, 0xE8, 0xFF}
	rule   = color.NRGBA{0x8C, 0x8C, 0x8C, 0xFF} // the axes themselves
	faint  = color.NRGBA{0xB4, 0xB4, 0xB4, 0xFF} // edges of graphs
	strong = color.NRGBA{0xD5, 0x5E, 0x00, 0xFF} // what must not be missed
)

// A Style is how the marks of a class look.
type Style struct {
	Fill  color.NRGBA
	Edge  color.NRGBA // at least 3:1 against white: the fill, darkened where it is too light
	Shape int         // index into the shapes
}

// Class returns the look of class i in the usual colours.
func Class(i int) Style { return coloursOf(nil).class(i) }

// class returns the look of class i. Beyond the colours that there are, these repeat
// with other shapes, so that eight times as many classes are told apart by the pair.
func (k colours) class(i int) Style {
	if i == greyLook {
		return Style{Fill: faint, Edge: edge(faint, k.ground)}
	}
	n := len(k.groups)
	c := k.groups[i%n]
	if contrast(k.ground, white) > 3 {
		c = edge(c, k.ground) // on dark ground marks are told apart by their fill
	}
	return Style{Fill: c, Edge: edge(c, k.ground), Shape: (i%n + i/n) % len(shapes)}
}

// edge moves c away from the ground until it stands out by 3:1, which WCAG 2.1 asks
// of graphical objects.
func edge(c, ground color.NRGBA) color.NRGBA {
	away := func(v uint8) uint8 { return uint8(float64(v) * 0.95) }
	if luminance(ground) < 0.2 {
		away = func(v uint8) uint8 { return 255 - uint8(float64(255-v)*0.95) }
	}
	for contrast(c, ground) < 3 {
		c.R, c.G, c.B = away(c.R), away(c.G), away(c.B)
	}
	return c
}

// luminance is the relative luminance of WCAG 2.1: linear light, 0.2126 R +
// 0.7152 G + 0.0722 B.
func luminance(c color.NRGBA) float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

func linear(v uint8) float64 {
	s := float64(v) / 255
	if s <= 0.04045 {
		return s / 12.92
	}
	return math.Pow((s+0.055)/1.055, 2.4)
}

// contrast is the ratio (L₁ + 0.05)/(L₂ + 0.05) of the lighter to the darker.
func contrast(a, b color.NRGBA) float64 {
	la, lb := luminance(a)+0.05, luminance(b)+0.05
	return max(la, lb) / min(la, lb)
}

// blues darken evenly, for grids of numbers.
var blues = []color.NRGBA{{0xFA, 0xFC, 0xFE, 0xFF}, {0x9E, 0xC5, 0xE2, 0xFF}, {0x3F, 0x83, 0xB8, 0xFF}, {0x08, 0x45, 0x82, 0xFF}}

// signed goes from what is below zero to what is above it by way of near white: brown and
// blue, which all eyes tell apart. Equal sizes are equally dark, so in grey the sign is
// told otherwise, by the number in a cell or by strokes.
var signed = []color.NRGBA{{0x6E, 0x3B, 0x04, 0xFF}, {0xB8, 0x74, 0x2B, 0xFF}, {0xE6, 0xBC, 0x87, 0xFF}, {0xFA, 0xFC, 0xFE, 0xFF}, {0x9E, 0xC5, 0xE2, 0xFF}, {0x3F, 0x83, 0xB8, 0xFF}, {0x08, 0x45, 0x82, 0xFF}}

// cellRamp is the colours of cells and how far along them a shade is.
func cellRamp(cells figure.Cells) (ramp []color.NRGBA, along func(shade float64) float64) {
	if cells.Signed {
		return signed, func(shade float64) float64 { return (shade + 1) / 2 }
	}
	return blues, func(shade float64) float64 { return shade }
}

// rampAt returns the colour at t in [0, 1] along the stops.
func rampAt(stops []color.NRGBA, t float64) color.NRGBA {
	if math.IsNaN(t) {
		return faint
	}
	t = min(max(t, 0), 1) * float64(len(stops)-1)
	i := min(int(t), len(stops)-2)
	a, b, f := stops[i], stops[i+1], t-float64(i)
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + f*(float64(b)-float64(a)))) }
	return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xFF}
}

// readable returns the ink, dark or white, that is easier to read on c.
func readable(c color.NRGBA) color.NRGBA {
	if contrast(ink, c) >= contrast(white, c) {
		return ink
	}
	return white
}
