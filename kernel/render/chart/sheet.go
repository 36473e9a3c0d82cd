package chart

import (
	"math"
	"unfold/engine/figure"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Sheet is one picture of several figures, two a row, with lines of aligned
// text above them if there are any.
type Sheet struct {
	Figures []*figure.Figure
	Text    []string
	Looks   *Looks // of the classes; nil gives them by their order

	width, height int // of figures of which nobody asks for another size; zero for the usual one
}

// Sized returns the sheet with figures of the given size, where their readers ask for no
// other.
func (s Sheet) Sized(width, height int) Sheet {
	s.width, s.height = width, height
	return s
}

// The size of a figure: alone, and in company. Two in a row are as wide as
// the output of a notebook cell.
const (
	aloneWidth, aloneHeight = 600, 440
	pairWidth, pairHeight   = 450, 350
	textMargin              = 12
)

// SizeOf returns the size of one of the figures in CSS pixels: as its reader asks, of
// one side by the shape that it has otherwise. Small multiples are as large as their
// parts make them, trees as their texts; all others are as FigureSize says.
func (s Sheet) SizeOf(fig *figure.Figure) (width, height int) {
	width, height = s.usualSize(fig)
	shape := float64(width) / float64(height)
	switch asked := fig.Style; {
	case asked.Width > 0 && asked.Height > 0:
		width, height = int(asked.Width), int(asked.Height)
	case asked.Width > 0:
		width, height = int(asked.Width), int(math.Round(asked.Width/shape))
	case asked.Height > 0:
		width, height = int(math.Round(asked.Height*shape)), int(asked.Height)
	}
	return width, height
}

// usualSize is the size of a figure that nobody asks for another.
func (s Sheet) usualSize(fig *figure.Figure) (width, height int) {
	if len(fig.Parts) > 0 {
		w, h := multiplesSize(fig)
		return int(math.Ceil(float64(w))), int(math.Ceil(float64(h)))
	}
	if nodes, ok := nodesOf(fig); ok {
		w, h := treeSize(fig, nodes)
		return int(math.Ceil(float64(w))), int(math.Ceil(float64(h)))
	}
	width, height = s.FigureSize()
	width = max(width, min(widestBars, aroundBars+barRoom*namedBars(fig)))
	return width, fitHeight(fig, width, height)
}

// What a figure takes that has names under its bars: for each, and besides; and how wide it
// becomes at most.
const barRoom, aroundBars, widestBars = 17, 190, 2 * pairWidth

// namedBars is how many bars of a figure have names, all of which are to be read.
func namedBars(fig *figure.Figure) int {
	if !hasBars(fig) || fig.Diagram {
		return 0
	}
	return len(fig.X.Labels)
}

// What a figure takes whose rows have names: for each, and besides.
const rowHeight, aroundNames = 60, 110

// leastShape is the height of the flattest figure, as a share of its width.
const leastShape = 0.45

// fitHeight is the height of a figure whose frame would be half empty otherwise: of a few
// rows with names, and of data on equal axes that are flatter than the frame.
func fitHeight(fig *figure.Figure, width, height int) int {
	if rows, _, ok := gridOf(fig); ok && isSilent(fig) {
		return fitSilent(fig, width, height, rows)
	}
	if rows := len(fig.Y.Labels); rows > 0 && fig.X.Labels == nil {
		return min(height, max(int(leastShape*float64(width)), aroundNames+rowHeight*rows))
	}
	if !fig.Equal || fig.X.Log || fig.Y.Log || isSpatial(fig) {
		return height
	}
	by := themeOf(fig.Style.Theme).scale
	area := vg.Point{X: vg.Length(width) / by, Y: vg.Length(height) / by}
	f := layOut(fig, nil, vg.Rectangle{Max: area})
	xs, ys := positions(f.fig)
	x, y := newScale(fig.X, xs...).within(fig.X), newScale(fig.Y, ys...).within(fig.Y)
	across, up := math.Abs(x.hi-x.lo), math.Abs(y.hi-y.lo)
	if !(across > 0) {
		return height
	}
	box := f.corner.Sub(f.box.Min)
	spare := box.Y - box.X*vg.Length(up/across)
	least := max(leastShape*float64(width), float64(by*(area.Y-box.Y+f.legend.height())))
	return int(math.Round(min(float64(height), max(least, float64(height)-float64(spare*by)))))
}

// fitSilent is the height of a figure of so many rows of cells without numbers.
func fitSilent(fig *figure.Figure, width, height, rows int) int {
	by := themeOf(fig.Style.Theme).scale
	f := layOut(fig, nil, vg.Rectangle{Max: vg.Point{X: vg.Length(width) / by, Y: vg.Length(height) / by}})
	spare := f.corner.Y - f.box.Min.Y - silentHeight*vg.Length(rows)
	return height - int(max(0, spare)*by)
}

// FigureSize returns the size of a figure that is one plot, in CSS pixels.
func (s Sheet) FigureSize() (width, height int) {
	switch {
	case s.width > 0:
		return s.width, s.height
	case len(s.Figures) == 1:
		return aloneWidth, aloneHeight
	}
	return pairWidth, pairHeight
}

// Size returns the size of the sheet in CSS pixels.
func (s Sheet) Size() (width, height int) {
	width, height = s.place(func(*figure.Figure, int, int, int, int) {})
	if len(s.Text) > 0 {
		style := mono(monoSize, ink)
		for _, line := range s.Text {
			width = max(width, int(style.Width(line))+2*textMargin)
		}
		height += int(s.textHeight())
	}
	return width, height
}

// place tells where each figure goes, from the upper left corner, and returns
// what all take: two stand in a row, small multiples by themselves.
func (s Sheet) place(at func(fig *figure.Figure, x, y, width, height int)) (width, height int) {
	x, below := 0, 0 // below is where the next row begins
	for _, fig := range s.Figures {
		w, h := s.SizeOf(fig)
		if x == 0 || x+w > 2*pairWidth || StandsAlone(fig) {
			x, height = 0, below
		}
		at(fig, x, height, w, h)
		x += w
		width, below = max(width, x), max(below, height+h)
		if StandsAlone(fig) {
			x = 0
		}
	}
	return width, below
}

// StandsAlone reports whether a figure has a row for itself: trees and small
// multiples, which are as wide as their parts make them.
func StandsAlone(fig *figure.Figure) bool {
	_, isTree := nodesOf(fig)
	return isTree || len(fig.Parts) > 0
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
	s.place(func(fig *figure.Figure, x, y, w, h int) {
		t := themeOf(fig.Style.Theme)
		dc := t.canvas(dc)
		corner := vg.Point{X: vg.Length(x), Y: top - vg.Length(y+h)}
		area := vg.Rectangle{Min: corner, Max: corner.Add(vg.Point{X: vg.Length(w), Y: vg.Length(h)})}
		if t != usualTheme {
			dc.SetColor(white)
			dc.Fill(area.Path())
			dc.Push()
			defer dc.Pop()
			dc.Translate(area.Min)
			dc.Scale(float64(t.scale), float64(t.scale))
			area = vg.Rectangle{Max: area.Size().Scale(1 / t.scale)}
		}
		if len(fig.Parts) > 0 {
			drawMultiples(dc, fig, s.Looks, area)
			return
		}
		layOut(fig, s.Looks, area).draw(dc)
	})
}
