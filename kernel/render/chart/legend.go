package chart

import (
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"unfold/engine"
)

// A legend is what stands to the right of the data: what the marks mean.
type legend struct {
	width   vg.Length
	entries []entry
	shade   *engine.Points // whose numbers a bar explains, nil without
}

// An entry is a line of a legend.
type entry struct {
	label string
	draw  func(c draw.Canvas, at vg.Point) // the sample, around its middle
}

const (
	sampleWidth vg.Length = 20
	leading     vg.Length = legendSize * 1.5
	barHeight   vg.Length = 120
)

var legendStyle = sans(legendSize, ink)

// newLegend collects the entries and cuts them to the room there is.
func newLegend(fig *engine.Figure, width, height vg.Length) legend {
	var l legend
	classes, kinds := classEntries(fig), kindEntries(fig)
	for _, layer := range fig.Layers {
		if p, ok := layer.(engine.Points); ok && p.Shade != nil {
			l.shade = &p
			height -= barHeight + leading
			break
		}
	}
	if most := max(2, int(height/leading)-len(kinds)); len(classes) > most {
		more := fmt.Sprintf("and %d more", len(classes)-most+1)
		classes = append(classes[:most-1], entry{label: more, draw: func(draw.Canvas, vg.Point) {}})
	}
	l.entries = append(classes, kinds...)
	for i := range l.entries {
		l.entries[i].label = cut(legendStyle, l.entries[i].label, width-sampleWidth)
		l.width = max(l.width, sampleWidth+legendStyle.Width(l.entries[i].label))
	}
	if l.shade != nil {
		l.width = max(l.width, 60)
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

// classEntries explains colours and shapes, with how many rows each class has.
func classEntries(fig *engine.Figure) []entry {
	counts, ring, filled := make([]int, len(fig.Classes)), false, false
	for _, layer := range fig.Layers {
		if p, ok := layer.(engine.Points); ok && p.Class != nil && p.Shade == nil {
			for _, class := range p.Class {
				if class >= 0 && class < len(counts) {
					counts[class]++
				}
			}
			ring, filled = ring || p.Ring, filled || !p.Ring
		}
	}
	if !ring && !filled {
		return nil
	}
	var entries []entry
	for i, name := range fig.Classes {
		entries = append(entries, entry{
			label: fmt.Sprintf("%s (%d)", name, counts[i]),
			draw:  func(c draw.Canvas, at vg.Point) { mark(c, Class(i), at, 4, !filled) },
		})
	}
	return entries
}

// kindEntries explains the layers that have a name.
func kindEntries(fig *engine.Figure) []entry {
	var entries []entry
	for i, layer := range fig.Layers {
		switch layer := layer.(type) {
		case engine.Points:
			if layer.Name == "" || layer.Shade != nil {
				continue
			}
			style := Style{Fill: soft, Edge: soft}
			if layer.Class == nil {
				style = pointStyle(fig)
			}
			entries = append(entries, entry{layer.Name, func(c draw.Canvas, at vg.Point) { mark(c, style, at, 4, layer.Ring) }})
		case engine.Line:
			if layer.Name == "" {
				continue
			}
			n := lineNumber(fig, i)
			entries = append(entries, entry{layer.Name, func(c draw.Canvas, at vg.Point) {
				stroke(c, lineStyle(layer, n), at)
				if layer.Marked {
					mark(c, Class(n), at, 3, false)
				}
			}})
		case engine.Segments:
			if layer.Name == "" {
				continue
			}
			entries = append(entries, entry{layer.Name, func(c draw.Canvas, at vg.Point) { stroke(c, segmentStyle(layer), at) }})
		}
	}
	return entries
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
		c.FillText(style, vg.Point{X: at.X + sampleWidth, Y: at.Y}, e.label)
		at.Y -= leading
	}
	if l.shade != nil {
		l.drawBar(c, at)
	}
}

// drawBar draws the ramp of shades with its numbers.
func (l legend) drawBar(c draw.Canvas, at vg.Point) {
	const steps, wide = 48, 12
	s := newShades(l.shade.Shade)
	if s.lo > s.hi {
		return
	}
	for i := range steps {
		low := at.Y - barHeight + barHeight*vg.Length(i)/steps
		c.SetColor(ramp(viridis, (float64(i)+0.5)/steps))
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
