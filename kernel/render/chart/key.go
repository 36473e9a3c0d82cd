package chart

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"unfold/engine/figure"
)

// A key is the legend of small multiples: what the marks of all parts mean, said
// once, in rows under them.
type key struct {
	rows    [][]entry
	shade   []float64 // the numbers that a ramp explains, nil without
	shades  shades
	title   string // of the ramp
	ofCells bool   // the ramp is that of cells
	height  vg.Length
	ramp    []color.NRGBA
}

// The ramp of a key, and how far entries stand apart.
const (
	rampWidth  vg.Length = 120
	rampHeight vg.Length = 10
	entryGap   vg.Length = 18

	widestEntry vg.Length = 130 // that is not cut, whatever the width
)

// keyOf collects the entries of all parts, each label once, in rows of the width.
func keyOf(fig *figure.Figure, looks *Looks, width vg.Length) (k key) {
	colours := coloursOf(fig.Style.Palette)
	colours.ground = themeOf(fig.Style.Theme).ground()
	k.ramp = colours.ramp
	seen := map[string]bool{}
	var row []entry
	end := vg.Length(0)
	add := func(e entry) {
		if seen[e.label] {
			return
		}
		seen[e.label] = true
		e.label = cut(legendStyle, e.label, max(width/3, widestEntry))
		if end += entryWidth(e); end > width && row != nil {
			k.rows = append(k.rows, row)
			row, end = nil, entryWidth(e)
		}
		row = append(row, e)
	}
	for _, part := range fig.Leaves() {
		for i, name := range classNames(part) {
			look := colours.class(looks.ofFigure(part)[i])
			add(entry{label: name, draw: func(c draw.Canvas, at vg.Point) { mark(c, look, at, 4, false) }})
		}
	}
	for _, part := range fig.Leaves() {
		for _, e := range append(shapeEntries(part), kindEntries(part, colours)...) {
			add(e)
		}
		for _, layer := range part.Layers {
			_, cells := layer.(figure.Cells) // what shades points is told before what shades cells
			if shade, title := shadeOf(layer); shade != nil && (k.shade == nil || k.ofCells && !cells) {
				k.shade, k.shades, k.title, k.ofCells = shade, newShades(shade).within(part), title, cells
				k.ramp = rampOf(layer, colours.ramp)
			}
		}
	}
	if row != nil {
		k.rows = append(k.rows, row)
	}
	k.height = leading * vg.Length(len(k.rows))
	if k.shade != nil {
		k.height += leading
	}
	return k
}

// classNames returns the classes that a figure's points are of.
func classNames(fig *figure.Figure) []string {
	for _, layer := range fig.Layers {
		if p, ok := layer.(figure.Points); ok && p.Class != nil && p.Shade == nil {
			return fig.Classes
		}
	}
	if coloursStrokes(fig) {
		return fig.Classes
	}
	return nil
}

func entryWidth(e entry) vg.Length { return sampleWidth + legendStyle.Width(e.label) + entryGap }

// draw writes the key downwards from its upper left corner.
func (k key) draw(c draw.Canvas, at vg.Point) {
	style := placed(legendStyle, draw.XLeft, draw.YCenter)
	at.Y -= leading / 2
	for _, row := range k.rows {
		x := at.X
		for _, e := range row {
			e.draw(c, vg.Point{X: x + sampleWidth*0.4, Y: at.Y})
			c.FillText(style, vg.Point{X: x + sampleWidth, Y: at.Y}, e.label)
			x += entryWidth(e)
		}
		at.Y -= leading
	}
	if k.shade != nil {
		k.drawRamp(c, at)
	}
}

// drawRamp draws the shades from left to right, between the numbers they stand
// for.
func (k key) drawRamp(c draw.Canvas, at vg.Point) {
	const steps = 24
	s := k.shades
	if s.lo > s.hi {
		return
	}
	style := placed(legendStyle, draw.XLeft, draw.YCenter)
	low := short(s.lo)
	if k.title != "" {
		low = k.title + " " + low
	}
	c.FillText(style, at, low)
	x, wide := at.X+legendStyle.Width(low)+gap, rampWidth/steps
	for i := range steps {
		from := vg.Point{X: x + vg.Length(i)*wide, Y: at.Y - rampHeight/2}
		c.SetColor(rampAt(k.ramp, (float64(i)+0.5)/steps))
		c.Fill(vg.Rectangle{Min: from, Max: from.Add(vg.Point{X: wide + 0.3, Y: rampHeight})}.Path())
	}
	c.FillText(style, vg.Point{X: x + rampWidth + gap, Y: at.Y}, short(s.hi))
}
