package chart

import (
	"image/color"
	"math"
	"slices"
	"strconv"
	"unfold/engine/figure"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// gridOf returns the size of the figure's grid of cells, if it has one.
func gridOf(fig *figure.Figure) (rows, columns int, ok bool) {
	for _, layer := range fig.Layers {
		if cells, is := layer.(figure.Cells); is && len(cells.Values) > 0 {
			return len(cells.Values), len(cells.Values[0]), true
		}
	}
	return 0, 0, false
}

// How large cells without numbers are at most: more room would show nothing more.
const silentWidth, silentHeight vg.Length = 44, 24

// isSilent reports whether the cells of a figure are without numbers.
func isSilent(fig *figure.Figure) bool {
	return slices.ContainsFunc(fig.Layers, func(l figure.Layer) bool { cells, ok := l.(figure.Cells); return ok && cells.Silent })
}

// boxCells draws a box in the cell of each point of a grid, where a mark would
// hide the number.
func (f *frame) boxCells(c draw.Canvas, p figure.Points) {
	for i := range p.X {
		if f.has(p.X[i], p.Y[i]) {
			low, high := f.at(p.X[i]-0.5, p.Y[i]+0.5), f.at(p.X[i]+0.5, p.Y[i]-0.5)
			box(c, vg.Rectangle{Min: low, Max: high}, 3)
		}
	}
}

// box strokes a box inside the rectangle, dark on white, to be seen on light
// and dark cells alike.
func box(c draw.Canvas, r vg.Rectangle, inset vg.Length) {
	by := vg.Point{X: inset, Y: inset}
	path := vg.Rectangle{Min: r.Min.Add(by), Max: r.Max.Sub(by)}.Path()
	c.SetLineDash(nil, 0)
	for _, s := range []draw.LineStyle{{Color: white, Width: 4}, {Color: ink, Width: 2}} {
		c.SetColor(s.Color)
		c.SetLineWidth(s.Width)
		c.Stroke(path)
	}
}

// borderedCell is the size from which cells have borders, which would hide smaller ones.
const borderedCell = 8

// drawCells draws the grid with its numbers, as long as they can be read.
func (f *frame) drawCells(c draw.Canvas, cells figure.Cells) {
	style := placed(sans(labelSize, ink), draw.XCenter, draw.YCenter)
	shade, labels := shadesOf(cells), f.cellLabels(cells, style)
	ramp, along := cellRamp(cells)
	c.SetLineDash(nil, 0)
	for i, row := range cells.Values {
		for j := range row {
			low, high := f.at(float64(j)-0.5, float64(i)+0.5), f.at(float64(j)+0.5, float64(i)-0.5)
			fill := rampAt(ramp, along(shade[i][j]))
			path := vg.Rectangle{Min: low, Max: high}.Path()
			c.SetColor(fill)
			c.Fill(path)
			if cells.Signed && labels == nil && shade[i][j] < 0 {
				hatch(c, vg.Rectangle{Min: low, Max: high}, f.theme.over(readable(fill)))
			}
			if high.X-low.X >= borderedCell && high.Y-low.Y >= borderedCell {
				c.SetColor(white)
				c.SetLineWidth(1)
				c.Stroke(path)
			}
			if labels != nil {
				style.Color = f.theme.over(readable(fill))
				c.FillText(style, low.Add(high.Sub(low).Scale(0.5)), labels[i][j])
			}
		}
	}
}

// hatch draws thin strokes aslant over a cell without a number: that it is below zero shows
// in grey too.
func hatch(c draw.Canvas, r vg.Rectangle, ink color.NRGBA) {
	const step vg.Length = 5
	ink.A = 0xA0
	size, strokes := r.Size(), vg.Path{}
	for at := step / 2; at < size.X+size.Y; at += step {
		strokes.Move(vg.Point{X: r.Min.X + max(0, at-size.Y), Y: r.Min.Y + min(at, size.Y)})
		strokes.Line(vg.Point{X: r.Min.X + min(at, size.X), Y: r.Min.Y + max(0, at-size.X)})
	}
	c.SetColor(ink)
	c.SetLineWidth(0.7)
	c.Stroke(strokes)
}

// cellLabels writes the numbers of all cells, with fewer digits where cells are
// narrow; nil where one of them would not fit still, since a few numbers of many
// would look chosen.
func (f *frame) cellLabels(cells figure.Cells, style text.Style) [][]string {
	size := f.at(1, 0).Sub(f.at(0, 1))
	if cells.Silent {
		return nil
	}
	if size.Y <= style.Font.Size*1.2 {
		return nil
	}
	for _, digits := range []int{4, 2} {
		labels := make([][]string, len(cells.Values))
		fit := true
		for i, row := range cells.Values {
			for _, v := range row {
				label := number(v, digits)
				fit = fit && style.Width(label) < size.X-2
				labels[i] = append(labels[i], label)
			}
		}
		if fit {
			return labels
		}
	}
	return nil
}

// number writes the number of a cell, whole numbers with all their digits; a
// missing one is left blank.
func number(v float64, digits int) string {
	if math.IsNaN(v) {
		return ""
	}
	if math.Abs(v) >= 10 {
		digits = 4
	}
	return minus(strconv.FormatFloat(v, 'g', digits, 64))
}

// shadesOf returns the darkness of cells, by their share of the largest where
// none is given.
func shadesOf(cells figure.Cells) [][]float64 {
	if cells.Shade != nil {
		return cells.Shade
	}
	var largest float64
	for _, row := range cells.Values {
		for _, v := range row {
			if shown(v, false) {
				largest = max(largest, math.Abs(v))
			}
		}
	}
	shade := make([][]float64, len(cells.Values))
	for i, row := range cells.Values {
		for _, v := range row {
			shade[i] = append(shade[i], math.Abs(v)/max(largest, least))
		}
	}
	return shade
}
