package sketch

import (
	"math"
	"unfold/engine/figure"
)

// band shades what lies between two curves, column by column.
func (d *drawing) band(b figure.Band) {
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
func (d *drawing) bars(b figure.Bars) {
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
	if low, high, ok := ends(d.fig.X); !finite(from, to) || ok && (to <= low || from >= high) {
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
