package chart

import (
	"image/color"
	"math"
)

// classColours are the hues of Okabe and Ito's set (Okabe, Ito 2008, "Color
// Universal Design"), which stay apart for the three kinds of colour
// blindness, in an order and with lightnesses of our own: any two of the
// first four differ by 16 in L*, any two of all by 7, so that they also stay
// apart in grey.
var classColours = []color.NRGBA{
	{0x00, 0x5B, 0x94, 0xFF}, // blue
	{0xE6, 0x9F, 0x00, 0xFF}, // orange
	{0x00, 0x91, 0x6A, 0xFF}, // green
	{0x11, 0x11, 0x11, 0xFF}, // ink
	{0x7F, 0xCB, 0xF5, 0xFF}, // sky
	{0xB0, 0x4A, 0x00, 0xFF}, // rust
	{0xCC, 0x79, 0xA7, 0xFF}, // pink
	{0xF0, 0xE4, 0x42, 0xFF}, // yellow
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

// Class returns the look of class i. Beyond eight classes the colours repeat
// with other shapes; 64 classes are told apart by the pair.
func Class(i int) Style {
	n := len(classColours)
	c := classColours[i%n]
	return Style{Fill: c, Edge: edge(c), Shape: (i + i/n) % len(shapes)}
}

// edge darkens c until it stands out from white by 3:1, which WCAG 2.1 asks
// of graphical objects.
func edge(c color.NRGBA) color.NRGBA {
	for contrast(c, white) < 3 {
		c.R, c.G, c.B = darker(c.R), darker(c.G), darker(c.B)
	}
	return c
}

func darker(v uint8) uint8 { return uint8(float64(v) * 0.95) }

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

// viridis are nine stops of the perceptually uniform ramp of that name (Smith,
// van der Walt 2015), without its palest end, which is lost on white.
var viridis = []color.NRGBA{
	{0x44, 0x01, 0x54, 0xFF}, {0x47, 0x2D, 0x7B, 0xFF}, {0x3B, 0x52, 0x8B, 0xFF},
	{0x2C, 0x72, 0x8E, 0xFF}, {0x21, 0x91, 0x8C, 0xFF}, {0x28, 0xAE, 0x80, 0xFF},
	{0x5E, 0xC9, 0x62, 0xFF}, {0xAD, 0xDC, 0x30, 0xFF}, {0xDC, 0xE3, 0x19, 0xFF},
}

// blues darken evenly, for grids of numbers.
var blues = []color.NRGBA{{0xFA, 0xFC, 0xFE, 0xFF}, {0x9E, 0xC5, 0xE2, 0xFF}, {0x3F, 0x83, 0xB8, 0xFF}, {0x08, 0x45, 0x82, 0xFF}}

// ramp returns the colour at t in [0, 1] along the stops.
func ramp(stops []color.NRGBA, t float64) color.NRGBA {
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
