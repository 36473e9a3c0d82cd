package sketch

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/mattn/go-runewidth"

	"unfold/engine"
)

// Drawing draws a figure of lines, strokes, bars, bands and names: lines and
// strokes in braille, bars as blocks, bands shaded, points as discs, and names
// as they are. Under it stands what the axes span.
//
// It returns nothing for a grid of cells, and where there is nothing to show.
func Drawing(fig *engine.Figure) string {
	d := drawing{fig: fig, out: blank()}
	for _, layer := range fig.Layers {
		if _, ok := layer.(engine.Cells); ok {
			return ""
		}
	}
	if !d.span() {
		return ""
	}
	for _, layer := range fig.Layers { // areas lie under lines, and names above
		switch l := layer.(type) {
		case engine.Band:
			d.band(l)
		case engine.Bars:
			d.bars(l)
		}
	}
	for _, layer := range fig.Layers {
		switch l := layer.(type) {
		case engine.Line:
			for i := 1; i < len(l.X); i++ {
				d.stroke(l.X[i-1], l.Y[i-1], l.X[i], l.Y[i])
			}
		case engine.Segments:
			for i := range l.X0 {
				d.stroke(l.X0[i], l.Y0[i], l.X1[i], l.Y1[i])
			}
		}
	}
	for _, layer := range fig.Layers {
		switch l := layer.(type) {
		case engine.Points:
			d.points(l)
		case engine.Names:
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
	fig       *engine.Figure
	plane     plane // in even coordinates: logarithms, on such an axis
	low, high [2]float64
	out       [][]rune
}

// even takes a number to where its axis is even.
func even(axis engine.Axis, v float64) float64 {
	if axis.Log {
		return math.Log10(v)
	}
	return v
}

// span finds what the figure spans, with room for its names.
func (d *drawing) span() bool {
	d.low, d.high = [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	some := false
	for _, layer := range d.fig.Layers {
		switch l := layer.(type) {
		case engine.Points:
			d.see(l.X, l.Y)
		case engine.Line:
			d.see(l.X, l.Y)
			some = true
		case engine.Segments:
			d.see(l.X0, l.Y0)
			d.see(l.X1, l.Y1)
			some = true
		case engine.Band:
			d.see(l.X, l.Low)
			d.see(l.X, l.High)
			some = true
		case engine.Bars:
			d.see(l.Low, l.Y)
			d.see(l.High, make([]float64, len(l.High)))
			some = true
		case engine.Names:
			d.see(l.X, l.Y)
		}
	}
	if !some || d.low[0] > d.high[0] {
		return false
	}
	left, right := d.low[0], d.high[0]
	for range 40 { // as names take more of a wider figure, see mostName
		for _, layer := range d.fig.Layers {
			if names, ok := layer.(engine.Names); ok {
				left, right = reach(d.fig.X, names, left, right)
			}
		}
	}
	d.plane = plane{left, d.low[1], right - left, d.high[1] - d.low[1]}
	return true
}

// see takes positions into what the figure spans.
func (d *drawing) see(xs, ys []float64) {
	for i := range xs {
		x, y := even(d.fig.X, xs[i]), even(d.fig.Y, ys[i])
		if !finite(x, y) {
			continue
		}
		d.low, d.high = [2]float64{min(d.low[0], x), min(d.low[1], y)}, [2]float64{max(d.high[0], x), max(d.high[1], y)}
	}
}

// mostDiscs is the number of points from which discs would hide each other.
const mostDiscs = 60

func (d *drawing) points(p engine.Points) {
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

// mostName is how many columns a name may take.
const mostName = 24

func short(text string) string { return runewidth.Truncate(text, mostName, "…") }

// reach widens a span by what names take beyond it.
func reach(axis engine.Axis, names engine.Names, left, right float64) (float64, float64) {
	span := right - left
	for i, text := range names.Texts {
		x, share := even(axis, names.X[i]), float64(runewidth.StringWidth(short(text))+2)/columns
		switch {
		case !finite(x, x):
		case names.Right:
			left = min(left, x-share*span)
		default:
			right = max(right, x+share*span)
		}
	}
	return left, right
}

// put writes text with its first character beside a position.
func (d *drawing) put(x, y float64, text string, shift int) {
	x, y = even(d.fig.X, x), even(d.fig.Y, y)
	if !finite(x, y) {
		return
	}
	c, r := d.plane.cell(x, y, columns, rows)
	for k, letter := range []rune(text) {
		if at := c + shift + k; at >= 0 && at < columns {
			d.out[r][at] = letter
		}
	}
}

func (d *drawing) name(l engine.Names, i int, text string) {
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
		dot(d.out, d.plane, x0+t*(x1-x0), y0+t*(y1-y0))
	}
}

// band shades what lies between two curves, column by column.
func (d *drawing) band(b engine.Band) {
	for i := 1; i < len(b.X); i++ {
		d.fill(b.X[i-1], b.X[i], func(t float64) (low, high float64) {
			mix := func(v []float64) float64 {
				from, to := even(d.fig.Y, v[i-1]), even(d.fig.Y, v[i])
				return from + t*(to-from)
			}
			return mix(b.Low), mix(b.High)
		}, '░')
	}
}

// bars fills each bar from zero.
func (d *drawing) bars(b engine.Bars) {
	for i, y := range b.Y {
		if y != 0 {
			top := even(d.fig.Y, y)
			d.fill(b.Low[i], b.High[i], func(float64) (low, high float64) { return d.low[1], top }, '█')
		}
	}
}

// fill sets the characters between two heights, which depend on how far across
// they are.
func (d *drawing) fill(from, to float64, heights func(t float64) (low, high float64), with rune) {
	from, to = even(d.fig.X, from), even(d.fig.X, to)
	if !finite(from, to) {
		return
	}
	first, _ := d.plane.cell(from, d.low[1], columns, rows)
	last, _ := d.plane.cell(to, d.low[1], columns, rows)
	for c := first; c < max(last, first+1); c++ {
		low, high := heights((float64(c-first) + 0.5) / math.Max(float64(last-first), 1))
		if !finite(low, high) {
			continue
		}
		_, bottom := d.plane.cell(from, low, columns, rows)
		_, top := d.plane.cell(from, high, columns, rows)
		for r := top; r <= bottom; r++ {
			d.out[r][c] = with
		}
	}
}

// axes says what the axes span, or the names of their positions.
func (d *drawing) axes() string {
	var parts []string
	for a, axis := range [2]engine.Axis{d.fig.X, d.fig.Y} {
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
