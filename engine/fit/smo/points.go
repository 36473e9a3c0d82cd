package smo

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/codec"
	"unfold/engine/internal/simd"
)

// MaxRows is the largest number of points: int32 numbers them, and what pads
// them.
const MaxRows = math.MaxInt32 - simd.PanelWidth

// Points is the kernel matrix of points in space, computed when it is asked
// for: O(d) an entry. It keeps a copy of the points.
type Points struct {
	d      int
	data   []float64 // by rows, centred and multiplied by factor
	centre []float64
	factor float64
	linear bool
}

// Gaussian returns the kernel exp(−γ‖a − b‖²) of the rows of x divided by a
// scale. Entries differ from the exact ones by a few units in the last place
// of γ‖a − b‖². It panics if there are more than MaxRows rows.
func Gaussian(x *mat.Dense, gamma, scale float64) *Points {
	_, d := x.Dims()
	return newPoints(x, make([]float64, d), math.Sqrt(gamma)/scale, false)
}

// Linear returns the kernel (a − m)·(b − m) of the rows of x divided by a
// scale, where m is their mean. The constraint yᵀα = 0 makes α and the
// objective those of a·b, without the loss of digits that columns far from
// zero would bring.
func Linear(x *mat.Dense, scale float64) *Points {
	n, d := x.Dims()
	mean := make([]float64, d)
	for i := range n {
		for c, v := range x.RawRowView(i) {
			mean[c] += v / float64(n)
		}
	}
	return newPoints(x, mean, 1/scale, true)
}

func newPoints(x *mat.Dense, centre []float64, factor float64, linear bool) *Points {
	n, d := x.Dims()
	if n > MaxRows {
		panic(fmt.Sprintf("smo: %d rows are more than %d", n, MaxRows))
	}
	p := &Points{d: d, data: make([]float64, n*d), centre: centre, factor: factor, linear: linear}
	for i := range n {
		p.Place(p.data[i*d:(i+1)*d], x.RawRowView(i))
	}
	return p
}

// Place sets dst to where a row lies in the space of the points.
func (p *Points) Place(dst, row []float64) {
	for c, v := range row {
		dst[c] = (v - p.centre[c]) * p.factor
	}
}

// fewDimensions reports whether the points lie in so few dimensions that their kernel
// matrix is nearly of low rank: that of a Gaussian kernel grows as a power of
// the dimensions, that of the linear kernel is their number.
func (p *Points) fewDimensions() bool {
	if p.linear {
		return p.d < mostFree
	}
	return p.d <= 3
}

// Fields tells the points.
func (p *Points) Fields(f *codec.Fields) {
	f.Bool("linear", &p.linear)
	f.Float("factor", &p.factor)
	f.Floats("centre", &p.centre)
	f.Floats("points", &p.data)
	p.d = f.Columns()
	f.Check(p.d > 0 && len(p.centre) == p.d && len(p.data)%p.d == 0 && len(p.data)/p.d <= MaxRows, "points of %d columns for %d, in %d numbers", len(p.centre), p.d, len(p.data))
}

// IsLinear reports whether the kernel is linear.
func (p *Points) IsLinear() bool { return p.linear }

// Len returns the number of points.
func (p *Points) Len() int {
	if p.d == 0 {
		return 0
	}
	return len(p.data) / p.d
}

// Of returns the kernel of some of the points.
func (p *Points) Of(rows []int) *Points {
	some := *p
	some.data = make([]float64, 0, len(rows)*p.d)
	for _, r := range rows {
		some.data = append(some.data, p.at(r)...)
	}
	return &some
}

// Combined returns the linear kernel of the points Σ_i weights[c][i] x_(rows[c][i]),
// one for each c. A linear decision needs no more than that.
func (p *Points) Combined(rows [][]int, weights [][]float64) *Points {
	sums := *p
	sums.data = make([]float64, len(rows)*p.d)
	for c := range rows {
		sum := sums.at(c)
		for i, r := range rows[c] {
			for k, v := range p.at(r) {
				sum[k] += float64(weights[c][i] * v) // the conversion keeps the product from being fused
			}
		}
	}
	return &sums
}

// at returns where point i lies.
func (p *Points) at(i int) []float64 { return p.data[i*p.d : (i+1)*p.d] }

// Columns packs points side by side, as the vector kernels take them.
func (p *Points) Columns(of []int32) Columns {
	return &packedColumns{pointColumns: p.pack(of)}
}

// pack puts points side by side.
func (p *Points) pack(of []int32) *pointColumns {
	c := &pointColumns{points: p, of: of, panels: make([]float64, simd.Padded(len(of))*p.d)}
	for t, i := range of {
		lane := t % simd.PanelWidth
		simd.Pack(c.panels[(t-lane)*p.d:], lane, p.at(int(i)))
	}
	return c
}

// pointColumns are columns of Points. Several goroutines may ask for rows.
type pointColumns struct {
	points *Points
	of     []int32
	panels []float64 // 64 points each, zero where points end
}

// A workspace is what a row goes through on its way. Each goroutine has one.
type workspace struct{ terms, values []float64 }

// row computes entries in float64 and rounds them to float32.
func (c *pointColumns) row(dst []float32, i int, w *workspace) {
	width := simd.Padded(len(c.of))
	w.terms, w.values = resized(w.terms, width), resized(w.values, width)
	c.points.entries(w.values, w.terms, c.points.at(i), c.panels)
	for t, v := range w.values[:len(dst)] {
		dst[t] = float32(v)
	}
}

// packedColumns are pointColumns with room for a row.
type packedColumns struct {
	*pointColumns
	work workspace
}

func (c *packedColumns) Row(dst []float32, i int) { c.row(dst, i, &c.work) }

func (c *packedColumns) Diagonal(dst []float32) { c.points.diagonal(dst, c.of) }

// diagonal computes entries of the diagonal as rows have them.
func (p *Points) diagonal(dst []float32, of []int32) {
	for t, i := range of {
		dst[t] = 1
		if p.linear {
			var sum float64
			for _, v := range p.at(int(i)) {
				sum += float64(v * v) // the conversion keeps the product from being fused
			}
			dst[t] = float32(sum)
		}
	}
}

// entries sets values to the kernel of a point with those of some panels;
// terms is as long, and is overwritten.
func (p *Points) entries(values, terms, point, panels []float64) {
	for at := 0; at < len(values); at += simd.PanelWidth {
		panel := panels[at*p.d : (at+simd.PanelWidth)*p.d]
		if p.linear {
			simd.PanelProducts((*[simd.PanelWidth]float64)(values[at:]), panel, point)
		} else {
			simd.PanelSquares((*[simd.PanelWidth]float64)(terms[at:]), panel, point, 0)
		}
	}
	if !p.linear {
		clear(values)
		simd.Gauss(values, 0, terms)
	}
}
