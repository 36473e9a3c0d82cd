package chart

import (
	"image/color"
	"strings"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes of type.
const (
	titleSize  vg.Length = 13
	labelSize  vg.Length = 11.5
	tickSize   vg.Length = 10.5
	legendSize vg.Length = 11
	monoSize   vg.Length = 11
)

// handler lays text out plainly: what data says is never taken for markup.
var handler = text.Plain{Fonts: font.NewCache(liberation.Collection())}

// sans returns the face of figures, mono that of aligned text.
func sans(size vg.Length, c color.Color) text.Style {
	return text.Style{Color: c, Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}, Handler: handler}
}

func mono(size vg.Length, c color.Color) text.Style {
	s := sans(size, c)
	s.Font.Variant = "Mono"
	return s
}

func bold(s text.Style) text.Style {
	s.Font.Weight = stdfont.WeightBold
	return s
}

// placed returns the style that puts its text to the given sides of a point.
func placed(s text.Style, x draw.XAlignment, y draw.YAlignment) text.Style {
	s.XAlign, s.YAlign = x, y
	return s
}

// cut shortens txt to the width with an ellipsis.
func cut(s text.Style, txt string, width vg.Length) string {
	if s.Width(txt) <= width {
		return txt
	}
	runes := []rune(txt)
	for n := len(runes) - 1; n > 0; n-- {
		if short := strings.TrimRight(string(runes[:n]), " ") + "…"; s.Width(short) <= width {
			return short
		}
	}
	return "…"
}

// wrap breaks txt at blanks into lines no wider than width, at most limit of
// them, the last one cut.
func wrap(s text.Style, txt string, width vg.Length, limit int) []string {
	var lines []string
	for _, word := range strings.Fields(txt) {
		last := len(lines) - 1
		switch {
		case last < 0:
			lines = append(lines, word)
		case s.Width(lines[last]+" "+word) <= width || len(lines) == limit:
			lines[last] += " " + word
		default:
			lines = append(lines, word)
		}
	}
	for i := range lines {
		lines[i] = cut(s, lines[i], width)
	}
	return lines
}
