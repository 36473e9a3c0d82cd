package chart

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"unfold/engine/figure"
)

// A legend is what stands to the right of the data: what the marks mean.
type legend struct {
	width   vg.Length
	entries []entry
	shade   []float64 // the numbers that a bar explains, nil without
	shades  shades
	title   string // of the bar
	colours colours
}

// An entry is a part of a legend: a class, on one line, or a layer, on as many
// as its name takes.
type entry struct {
	label string
	lines []string                         // the label as it fits
	draw  func(c draw.Canvas, at vg.Point) // the sample, around its middle
	heads bool                             // it has no sample, and says what those behind it are
}

const (
	sampleWidth vg.Length = 20
	leading     vg.Length = legendSize * 1.5
	barHeight   vg.Length = 120
)

var legendStyle = sans(legendSize, ink)

// newLegend collects the entries and cuts them to the room there is.
func newLegend(fig *figure.Figure, looks []int, k colours, width, height vg.Length) legend {
	l := legend{colours: k}
	classes, kinds := append(classEntries(fig, looks, k), shapeEntries(fig)...), kindEntries(fig, k)
	for _, layer := range fig.Layers {
		if l.shade, l.title = shadeOf(layer); l.shade != nil {
			l.colours.ramp = rampOf(layer, k.ramp)
			height -= barHeight + 2*leading
			break
		}
	}
	for i := range kinds {
		kinds[i].lines = wrap(legendStyle, kinds[i].label, width-sampleWidth, 3)
		height -= leading * vg.Length(len(kinds[i].lines))
	}
	if most := max(2, int(height/leading)); len(classes) > most {
		more := fmt.Sprintf("and %d more", len(classes)-most+1)
		classes = append(classes[:most-1], entry{label: more, draw: func(draw.Canvas, vg.Point) {}})
	}
	for i := range classes {
		classes[i].lines = []string{cut(legendStyle, classes[i].label, width-sampleWidth)}
	}
	told := len(k.groups) * len(shapes) // by colour and shape together
	if fig.Shapes != nil || coloursStrokes(fig) {
		told = len(k.groups)
	}
	if len(classes) > 0 && slices.ContainsFunc(looks, func(look int) bool { return look >= told }) {
		classes = append(classes, entry{label: "looks repeat", lines: wrap(legendStyle, fmt.Sprintf("looks repeat: %d are told apart", told), width-sampleWidth, 3), draw: func(draw.Canvas, vg.Point) {}})
	}
	l.entries = append(classes, kinds...)
	for _, e := range l.entries {
		for _, line := range e.lines {
			l.width = max(l.width, sampleWidth+legendStyle.Width(line))
		}
	}
	if l.shade != nil {
		l.shades = newShades(l.shade).within(fig)
		l.title = cut(legendStyle, l.title, width)
		l.width = max(l.width, 60, legendStyle.Width(l.title))
	}
	return l
}

// room returns what the legend takes from the width of its figure.
func (l legend) room() vg.Length {
	if l.width == 0 {
		return 2 * margin
	}
	return l.width + 3*margin
}

// height returns what the legend takes from the height of its figure.
func (l legend) height() (height vg.Length) {
	for _, e := range l.entries {
		height += leading * vg.Length(len(e.lines))
	}
	if l.shade != nil {
		height += barHeight + leading
	}
	return height
}

// shadeOf returns the numbers that a layer shows by lightness, if it does, and
// what they are called: strokes by their layer's name, as it is only they that
// have no other.
func shadeOf(layer figure.Layer) (values []float64, title string) {
	switch layer := layer.(type) {
	case figure.Points:
		return layer.Shade, layer.Shaded
	case figure.Segments:
		return layer.Shade, layer.Name
	case figure.Areas:
		if layer.Shaded != "" {
			return layer.Shade, layer.Shaded
		}
	case figure.Cells:
		if layer.Shaded != "" {
			return slices.Concat(layer.Shade...), layer.Shaded
		}
	}
	return nil, ""
}

// rampOf is the colours that show the numbers of a layer: of cells their own.
func rampOf(layer figure.Layer, usual []color.NRGBA) []color.NRGBA {
	if cells, ok := layer.(figure.Cells); ok {
		ramp, _ := cellRamp(cells)
		return ramp
	}
	return usual
}

// classEntries explains colours and shapes, with how many rows each class has.
func classEntries(fig *figure.Figure, looks []int, k colours) []entry {
	counts, ring, filled := make([]int, len(fig.Classes)), false, false
	for _, layer := range fig.Layers {
		if p, ok := layer.(figure.Points); ok && p.Class != nil && p.Shade == nil {
			for _, class := range p.Class {
				if class >= 0 && class < len(counts) {
					counts[class]++
				}
			}
			ring, filled = ring || p.Ring, filled || !p.Ring
		}
	}
	if !ring && !filled && !coloursStrokes(fig) {
		return nil
	}
	filled = filled || !ring
	entries := headed(fig.Grouped)
	for i, name := range fig.Classes {
		label := name
		if !coloursStrokes(fig) && counts[i] == 0 {
			continue
		}
		if !coloursStrokes(fig) { // marks on strokes are not as many as rows
			label = fmt.Sprintf("%s (%d)", name, counts[i])
		}
		entries = append(entries, entry{
			label: label,
			draw: func(c draw.Canvas, at vg.Point) {
				look := k.class(looks[i])
				if fig.Shapes != nil {
					look.Shape = 0
				}
				mark(c, look, at, 4, !filled)
			},
		})
	}
	return entries
}

// headed is the entry that says what those behind it are, if that is known.
func headed(name string) []entry {
	if name == "" {
		return nil
	}
	return []entry{{label: name, heads: true, draw: func(draw.Canvas, vg.Point) {}}}
}

// shapeEntries explains shapes that do not go with colours.
func shapeEntries(fig *figure.Figure) []entry {
	if fig.Shapes == nil {
		return nil
	}
	entries := headed(fig.Shaped)
	for i, name := range fig.Shapes {
		look := Style{Fill: soft, Edge: soft, Shape: i % len(shapes)}
		entries = append(entries, entry{label: name, draw: func(c draw.Canvas, at vg.Point) { mark(c, look, at, 4, false) }})
	}
	return entries
}

// coloursStrokes reports whether strokes or bare areas have the colours of classes.
func coloursStrokes(fig *figure.Figure) bool {
	return slices.ContainsFunc(fig.Layers, func(l figure.Layer) bool {
		switch l := l.(type) {
		case figure.Segments:
			return l.Class != nil
		case figure.Areas:
			return l.Class != nil && pointCount(fig) == 0
		}
		return false
	})
}

// kindEntries explains the layers that have a name.
func kindEntries(fig *figure.Figure, k colours) []entry {
	if standsAlone(fig.Layers) {
		return nil
	}
	var entries []entry
	for i, layer := range fig.Layers {
		switch layer := layer.(type) {
		case figure.Points:
			if layer.Name == "" || layer.Shade != nil || len(layer.X) == 0 || layer.Rows != nil && onlyRows(fig.Layers) {
				continue
			}
			if _, _, ok := gridOf(fig); ok {
				entries = append(entries, entry{label: layer.Name, draw: func(c draw.Canvas, at vg.Point) {
					half := vg.Point{X: 5, Y: 5}
					box(c, vg.Rectangle{Min: at.Sub(half), Max: at.Add(half)}, 0)
				}})
				continue
			}
			style := Style{Fill: soft, Edge: soft}
			if layer.Class == nil {
				style = k.point(fig)
			}
			entries = append(entries, entry{label: layer.Name, draw: func(c draw.Canvas, at vg.Point) { mark(c, style, at, 4, layer.Ring) }})
		case figure.Line:
			if layer.Name == "" {
				continue
			}
			n := lineNumber(fig, i)
			entries = append(entries, entry{label: layer.Name, draw: func(c draw.Canvas, at vg.Point) {
				stroke(c, k.line(layer, n), at)
				if layer.Marked {
					mark(c, k.class(n), at, 3, false)
				}
			}})
		case figure.Bars:
			if layer.Name == "" {
				continue
			}
			entries = append(entries, entry{label: layer.Name, draw: k.bars(lineNumber(fig, i)).sample})
		case figure.Band:
			if layer.Name == "" {
				continue
			}
			entries = append(entries, entry{label: layer.Name, draw: k.band(lineNumber(fig, i)).sample})
		case figure.Segments:
			if layer.Name == "" || layer.Shade != nil || layer.Class != nil {
				continue
			}
			entries = append(entries, entry{label: layer.Name, draw: func(c draw.Canvas, at vg.Point) { stroke(c, segmentStyle(layer), at) }})
		}
	}
	return entries
}

// standsAlone reports whether one layer of points is all that there is to tell apart: its
// name then says nothing.
func standsAlone(layers []figure.Layer) bool {
	points := 0
	for _, layer := range layers {
		switch layer.(type) {
		case figure.Points:
			points++
		case figure.Images, figure.Names:
		default:
			return false
		}
	}
	return points == 1
}

// onlyRows reports whether one layer has all points that are rows: they need no name to
// be told from others.
func onlyRows(layers []figure.Layer) bool {
	of := 0
	for _, layer := range layers {
		if p, ok := layer.(figure.Points); ok && p.Rows != nil && len(p.X) > 0 {
			of++
		}
	}
	return of == 1
}

// stroke draws a sample of a line.
func stroke(c draw.Canvas, s draw.LineStyle, at vg.Point) {
	c.StrokeLine2(s, at.X-sampleWidth*0.4, at.Y, at.X+sampleWidth*0.4, at.Y)
}

// draw writes the legend downwards from its upper left corner.
func (l legend) draw(c draw.Canvas, at vg.Point) {
	style := placed(legendStyle, draw.XLeft, draw.YCenter)
	at.Y -= leading / 2
	for _, e := range l.entries {
		e.draw(c, vg.Point{X: at.X + sampleWidth*0.4, Y: at.Y})
		for _, line := range e.lines {
			from, written := at.X+sampleWidth, style
			if e.heads {
				from, written = at.X, bold(style)
			}
			c.FillText(written, vg.Point{X: from, Y: at.Y}, line)
			at.Y -= leading
		}
	}
	if l.shade == nil {
		return
	}
	if l.title != "" {
		c.FillText(style, at, l.title)
		at.Y -= leading
	}
	l.drawBar(c, at)
}

// drawBar draws the ramp of shades with its numbers.
func (l legend) drawBar(c draw.Canvas, at vg.Point) {
	const steps, wide = 48, 12
	s := l.shades
	if s.lo > s.hi {
		return
	}
	for i := range steps {
		low := at.Y - barHeight + barHeight*vg.Length(i)/steps
		c.SetColor(rampAt(l.colours.ramp, (float64(i)+0.5)/steps))
		c.Fill(vg.Rectangle{Min: vg.Point{X: at.X, Y: low}, Max: vg.Point{X: at.X + wide, Y: low + barHeight/steps + 0.3}}.Path())
	}
	style := placed(tickStyle, draw.XLeft, draw.YCenter)
	span := scale{lo: s.lo, hi: s.hi}
	if s.lo == s.hi {
		c.FillText(style, vg.Point{X: at.X + wide + gap, Y: at.Y - barHeight/2}, short(s.lo))
		return
	}
	for _, t := range span.ticks(4) {
		c.FillText(style, vg.Point{X: at.X + wide + gap, Y: at.Y - barHeight + barHeight*vg.Length(span.at(t.at))}, t.label)
	}
}
