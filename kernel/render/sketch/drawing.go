package sketch

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unfold/engine/figure"
)

// Drawing draws a figure of lines, strokes, bars, bands and names: lines and
// strokes in braille, bars as blocks, bands shaded, points as discs, and names
// as they are. Under it stands what the axes span. Characters have
// no fainter ink: beside a band, strokes that are not strong are left out, which
// are what it sums up; and beside strong strokes those that lightness tells apart.
//
// It returns nothing for a grid of cells, and where there is nothing to show.
func Drawing(fig *figure.Figure) string {
	fig = fig.OnAxes()
	d := drawing{fig: fig, out: blank()}
	for _, layer := range fig.Layers {
		if _, ok := layer.(figure.Cells); ok {
			return ""
		}
	}
	if !d.span() {
		return ""
	}
	banded, led := false, false
	for _, layer := range fig.Layers { // areas lie under lines, and names above
		switch l := layer.(type) {
		case figure.Band:
			banded = true
			d.band(l)
		case figure.Bars:
			d.bars(l)
		case figure.Segments:
			led = led || l.Strong
		}
	}
	for _, layer := range fig.Layers {
		switch l := layer.(type) {
		case figure.Line:
			for i := 1; i < len(l.X); i++ {
				d.stroke(l.X[i-1], l.Y[i-1], l.X[i], l.Y[i])
			}
		case figure.Segments:
			if !l.Strong && (banded || led && l.Shade != nil) {
				continue
			}
			for i := range l.X0 {
				d.stroke(l.X0[i], l.Y0[i], l.X1[i], l.Y1[i])
			}
		}
	}
	for _, layer := range fig.Layers {
		switch l := layer.(type) {
		case figure.Points:
			d.points(l)
		case figure.Names:
			if l.Free {
				d.freeNames(l)
				continue
			}
			for i, text := range l.Texts {
				d.name(l, i, text)
			}
		}
	}
	if drawn := frame(d.out); drawn != "" {
		return drawn + d.axes()
	}
	return ""
}

// A drawing is a figure on its way to characters.
type drawing struct {
	fig       *figure.Figure
	plane     plane // in even coordinates: logarithms, on such an axis
	low, high [2]float64
	out       [][]rune
}

// even takes a number to where its axis is even.
func even(axis figure.Axis, v float64) float64 {
	if axis.Log {
		return math.Log10(v)
	}
	return v
}

// mostDiscs is the number of points from which discs would hide each other.
const mostDiscs = 60

func (d *drawing) points(p figure.Points) {
	for i := range p.X {
		if len(p.X) <= mostDiscs {
			d.put(p.X[i], p.Y[i], "●", 0)
			continue
		}
		if x, y := even(d.fig.X, p.X[i]), even(d.fig.Y, p.Y[i]); finite(x, y) {
			dot(d.out, d.plane, x, y)
		}
	}
}

// put writes text with its first character beside a position.
func (d *drawing) put(x, y float64, text string, shift int) {
	x, y = even(d.fig.X, x), even(d.fig.Y, y)
	if !finite(x, y) || d.beyond(x, y) {
		return
	}
	c, r := d.plane.cell(x, y, columns, rows)
	for k, letter := range []rune(text) {
		if at := c + shift + k; at >= 0 && at < columns {
			d.out[r][at] = letter
		}
	}
}

func (d *drawing) name(l figure.Names, i int, text string) {
	text = short(text)
	shift := 1
	if l.Right {
		shift = -len([]rune(text))
	}
	d.put(l.X[i], l.Y[i], text, shift)
}

// stroke draws a straight line in dots of braille.
func (d *drawing) stroke(x0, y0, x1, y1 float64) {
	x0, y0, x1, y1 = even(d.fig.X, x0), even(d.fig.Y, y0), even(d.fig.X, x1), even(d.fig.Y, y1)
	if !finite(x0, y0) || !finite(x1, y1) {
		return
	}
	const steps = 4 * columns
	for i := range steps + 1 {
		t := float64(i) / steps
		if x, y := x0+t*(x1-x0), y0+t*(y1-y0); !d.beyond(x, y) {
			dot(d.out, d.plane, x, y)
		}
	}
}

// beyond reports whether a place lies outside the ends that an axis gives itself.
func (d *drawing) beyond(x, y float64) bool {
	for a, v := range [2]float64{x, y} {
		if low, high, ok := ends([2]figure.Axis{d.fig.X, d.fig.Y}[a]); ok && (v < low || v > high) {
			return true
		}
	}
	return false
}

// axes says what the axes span, or the names of their positions.
func (d *drawing) axes() string {
	var parts []string
	for a, axis := range [2]figure.Axis{d.fig.X, d.fig.Y} {
		if axis.Labels != nil {
			if len(axis.Labels) > 0 && len(axis.Labels) <= 12 {
				parts = append(parts, [2]string{"across: ", "upwards: "}[a]+strings.Join(axis.Labels, ", "))
			}
			continue
		}
		low, high := d.low[a], d.high[a]
		if axis.Log {
			low, high = math.Pow(10, low), math.Pow(10, high)
		}
		name := axis.Label
		if name == "" {
			name = string(rune('x' + a))
		}
		parts = append(parts, fmt.Sprintf("%s %s to %s", name, digits(low), digits(high)))
	}
	return strings.Join(parts, "\n")
}

func digits(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
