package chart

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"unfold/engine"
)

// A Sheet is one picture of several figures, two a row, with lines of aligned
// text above them if there are any.
type Sheet struct {
	Figures []*engine.Figure
	Text    []string
	Looks   *Looks // of the classes; nil gives them by their order

	paired bool // sized for company though alone
}

// Paired returns the sheet with a single figure of the size it has among
// several.
func (s Sheet) Paired() Sheet {
	s.paired = true
	return s
}

// The size of a figure: alone, and in company. Two in a row are as wide as
// the output of a notebook cell.
const (
	aloneWidth, aloneHeight = 600, 440
	pairWidth, pairHeight   = 450, 350
	textMargin              = 12
)

// FigureSize returns the size of each figure in CSS pixels.
func (s Sheet) FigureSize() (width, height int) {
	if len(s.Figures) == 1 && !s.paired {
		return aloneWidth, aloneHeight
	}
	return pairWidth, pairHeight
}

// Size returns the size of the sheet in CSS pixels.
func (s Sheet) Size() (width, height int) {
	w, h := s.FigureSize()
	n := len(s.Figures)
	width, height = w*min(n, 2), h*((n+1)/2)
	if len(s.Text) > 0 {
		style := mono(monoSize, ink)
		for _, line := range s.Text {
			width = max(width, int(style.Width(line))+2*textMargin)
		}
		height += int(s.textHeight())
	}
	return width, height
}

func (s Sheet) textHeight() vg.Length {
	if len(s.Text) == 0 {
		return 0
	}
	return 2*textMargin + vg.Length(len(s.Text))*monoSize*1.35
}

// draw draws the sheet on a canvas of its size.
func (s Sheet) draw(c vg.CanvasSizer) {
	dc := draw.New(c)
	dc.SetColor(white)
	dc.Fill(dc.Rectangle.Path())
	top := dc.Max.Y - s.textHeight()
	style := placed(mono(monoSize, ink), draw.XLeft, draw.YTop)
	for i, line := range s.Text {
		dc.FillText(style, vg.Point{X: textMargin, Y: dc.Max.Y - textMargin - vg.Length(i)*monoSize*1.35}, line)
	}
	w, h := s.FigureSize()
	for i, fig := range s.Figures {
		corner := vg.Point{X: vg.Length(i % 2 * w), Y: top - vg.Length((i/2+1)*h)}
		layOut(fig, s.Looks, vg.Rectangle{Min: corner, Max: corner.Add(vg.Point{X: vg.Length(w), Y: vg.Length(h)})}).draw(dc)
	}
}
