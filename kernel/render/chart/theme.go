package chart

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A theme is what a figure is made for: how large everything in it is drawn, and on
// what ground.
type theme struct {
	scale vg.Length
	dark  bool
}

// usualTheme is that of a notebook's page.
var usualTheme = theme{scale: 1}

// themeOf returns the theme of a name, the usual one for none.
func themeOf(name string) theme {
	switch name {
	case "paper":
		return theme{scale: 0.85}
	case "slide":
		return theme{scale: 1.4}
	case "dark":
		return theme{scale: 1, dark: true}
	}
	return usualTheme
}

// night is the ground of a dark figure.
var night = color.NRGBA{0x1A, 0x1A, 0x1A, 0xFF}

// ground is what everything lies on.
func (t theme) ground() color.NRGBA {
	if t.dark {
		return night
	}
	return white
}

// over returns a colour that is drawn as the given one is on a light ground, for what
// lies on a colour of its own and not on the ground.
func (t theme) over(c color.NRGBA) color.NRGBA {
	switch {
	case !t.dark:
		return c
	case c == white:
		return ink
	}
	return white
}

// canvas is the canvas on which the inks of the theme take the place of the usual ones.
func (t theme) canvas(c draw.Canvas) draw.Canvas {
	if t.dark {
		c.Canvas = nightCanvas{c.Canvas}
	}
	return c
}

// liveInks are those that a page's script draws with, nil for the usual ones.
func (t theme) liveInks() []string {
	if !t.dark {
		return nil
	}
	var list []string
	for _, c := range []color.NRGBA{white, grid, soft, rule, ink} {
		list = append(list, hex(atNight(c)))
	}
	return list
}

// A nightCanvas draws in inks for a dark ground: greys change their places, colours
// stay as they are.
type nightCanvas struct{ vg.Canvas }

// SetColor implements vg.Canvas.
func (c nightCanvas) SetColor(ink color.Color) {
	c.Canvas.SetColor(atNight(color.NRGBAModel.Convert(ink).(color.NRGBA)))
}

// atNight takes white to the dark ground and black to white, and what lies between
// them evenly along.
func atNight(c color.NRGBA) color.NRGBA {
	const tint = 6 // what is nearer to grey than this is an ink
	if max(c.R, c.G, c.B)-min(c.R, c.G, c.B) > tint {
		return c
	}
	turn := func(v, ground uint8) uint8 { return uint8(255 - float64(v)/255*float64(255-int(ground)) + 0.5) }
	return color.NRGBA{turn(c.R, night.R), turn(c.G, night.G), turn(c.B, night.B), c.A}
}
