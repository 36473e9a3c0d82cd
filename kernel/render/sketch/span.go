package sketch

import (
	"math"
	"unfold/engine/figure"

	"github.com/mattn/go-runewidth"
)

// span finds what the figure spans, with room for its names.
func (d *drawing) span() bool {
	d.low, d.high = [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	some := false
	for _, layer := range d.fig.Layers {
		switch l := layer.(type) {
		case figure.Points:
			d.see(l.X, l.Y)
		case figure.Line:
			d.see(l.X, l.Y)
			some = true
		case figure.Segments:
			d.see(l.X0, l.Y0)
			d.see(l.X1, l.Y1)
			some = true
		case figure.Band:
			d.see(l.X, l.Low)
			d.see(l.X, l.High)
			some = true
		case figure.Bars:
			d.see(l.Low, l.Y)
			d.see(l.High, make([]float64, len(l.High)))
			some = true
		case figure.Names:
			d.see(l.X, l.Y)
		}
	}
	if !some || d.low[0] > d.high[0] {
		return false
	}
	for a, axis := range [2]figure.Axis{d.fig.X, d.fig.Y} {
		if low, high, ok := ends(axis); ok {
			d.low[a], d.high[a] = low, high
		}
	}
	left, right := d.low[0], d.high[0]
	for range 40 { // as names take more of a wider figure, see mostName
		for _, layer := range d.fig.Layers {
			if names, ok := layer.(figure.Names); ok {
				left, right = reach(d.fig.X, names, left, right)
			}
		}
	}
	d.plane = plane{left, d.low[1], right - left, d.high[1] - d.low[1]}
	return true
}

// ends are where an axis says that it begins and ends, where it is even.
func ends(axis figure.Axis) (low, high float64, ok bool) {
	low, high = even(axis, axis.Low), even(axis, axis.High)
	return low, high, low < high && finite(low, high)
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

// mostName is how many columns a name may take.
const mostName = 24

func short(text string) string { return runewidth.Truncate(text, mostName, "…") }

// reach widens a span by what names take beyond it.
func reach(axis figure.Axis, names figure.Names, left, right float64) (float64, float64) {
	span := right - left
	for i, text := range names.Texts {
		x, share := even(axis, names.X[i]), float64(runewidth.StringWidth(short(text))+2)/columns
		switch {
		case !finite(x, x) || names.Free:
		case names.Right:
			left = min(left, x-share*span)
		default:
			right = max(right, x+share*span)
		}
	}
	return left, right
}
