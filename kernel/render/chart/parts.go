package chart

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"unfold/engine/figure"
)

// The size of a figure among small multiples, the share of its usual size that
// everything in it is drawn at, and the line that names parts.
const (
	partWidth, partHeight vg.Length = 150, 138
	partScale                       = 0.88
	partTitle             vg.Length = titleSize * 1.3
)

var partStyle = bold(sans(legendSize, ink))

// sizeOf is the size that a figure takes as a part: that of the grid of its own
// parts under their title, if it has any.
func sizeOf(fig *figure.Figure) (width, height vg.Length) {
	across, rows := gridOfParts(fig)
	if len(fig.Parts) == 0 {
		return partWidth, partHeight
	}
	for _, part := range fig.Parts {
		w, h := sizeOf(part)
		width, height = max(width, w), max(height, h)
	}
	return width * vg.Length(across), height*vg.Length(rows) + partTitle
}

// gridOfParts returns how many parts stand in a row, and how many rows there are.
func gridOfParts(fig *figure.Figure) (across, rows int) {
	n := max(len(fig.Parts), 1)
	across = fig.Across
	if across <= 0 {
		across = n
	}
	return across, (n + across - 1) / across
}

// multiplesSize is the size of small multiples with the key under them.
func multiplesSize(fig *figure.Figure) (width, height vg.Length) {
	width, height = sizeOf(fig)
	return width + 2*margin, height + keyOf(fig, nil, width).height + 4*margin
}

// drawMultiples draws small multiples with their title above and their key below.
func drawMultiples(c draw.Canvas, fig *figure.Figure, looks *Looks, area vg.Rectangle) {
	inner, k := multiplesArea(fig, looks, area)
	k.draw(c, vg.Point{X: inner.Min.X, Y: inner.Min.Y - margin})
	placeParts(fig, inner, titleStyle, func(title string, style draw.TextStyle, at vg.Point) {
		c.FillText(placed(style, draw.XLeft, draw.YTop), at, title)
	}, func(part *figure.Figure, cell vg.Rectangle) {
		if len(part.Layers) == 0 { // nothing to draw but why
			drawReason(c, part, cell)
			return
		}
		c.Push()
		defer c.Pop()
		c.Translate(cell.Min)
		c.Scale(partScale, partScale)
		layOutPart(part, looks, cell.Size()).draw(c)
	})
}

// multiplesArea is where the parts of small multiples go, and the key below them.
func multiplesArea(fig *figure.Figure, looks *Looks, area vg.Rectangle) (inner vg.Rectangle, k key) {
	inner = vg.Rectangle{Min: area.Min.Add(vg.Point{X: margin, Y: margin}), Max: area.Max.Sub(vg.Point{X: margin, Y: margin})}
	k = keyOf(fig, looks, inner.Size().X)
	inner.Min.Y += k.height + margin
	return inner, k
}

// placeParts tells where a title goes, and each part in its cell below it; of a part with
// parts the same for these.
func placeParts(fig *figure.Figure, area vg.Rectangle, style draw.TextStyle, title func(string, draw.TextStyle, vg.Point), at func(part *figure.Figure, cell vg.Rectangle)) {
	title(cut(style, fig.Title, area.Size().X-margin), style, vg.Point{X: area.Min.X + margin/2, Y: area.Max.Y})
	area.Max.Y -= partTitle + (style.Font.Size-legendSize)*4 // more below a larger title
	across, rows := gridOfParts(fig)
	w, h := area.Size().X/vg.Length(across), area.Size().Y/vg.Length(rows)
	for i, part := range fig.Parts {
		low := vg.Point{X: area.Min.X + vg.Length(i%across)*w, Y: area.Max.Y - vg.Length(i/across+1)*h}
		cell := vg.Rectangle{Min: low, Max: low.Add(vg.Point{X: w, Y: h})}
		if len(part.Parts) > 0 {
			placeParts(part, cell, partStyle, title, at)
			continue
		}
		at(part, cell)
	}
}

// layOutPart lays out a figure at a part of its size, without what its company says for
// it: the title and the key.
func layOutPart(fig *figure.Figure, looks *Looks, size vg.Point) *frame {
	bare := *fig
	bare.Title, bare.Y.Label = "", ""
	return layOutBare(&bare, looks, vg.Rectangle{Max: size.Scale(1 / partScale)})
}

// drawReason says why a part is empty.
func drawReason(c draw.Canvas, fig *figure.Figure, cell vg.Rectangle) {
	c.FillText(placed(partStyle, draw.XLeft, draw.YTop), vg.Point{X: cell.Min.X + margin/2, Y: cell.Max.Y}, cut(partStyle, fig.Title, cell.Size().X-margin))
	style := placed(tickStyle, draw.XLeft, draw.YTop)
	for i, line := range wrap(style, fig.Caption, cell.Size().X-2*margin, 5) {
		c.FillText(style, vg.Point{X: cell.Min.X + margin, Y: cell.Max.Y - partTitle - vg.Length(i)*leading}, line)
	}
}
