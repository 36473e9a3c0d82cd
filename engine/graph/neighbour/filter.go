package neighbour

import (
	"context"
	"fmt"
	"math"

	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
	"unfold/engine/remedy"
)

// A filter has the rows of a kdTree in float32, for products that only
// tell which rows may be near (simd.Below). Those that pass are measured again
// from their differences.
//
// Values are taken from the columns' means and scaled by a power of two to at
// most one, so that neither offset nor unit cost digits.
type filter struct {
	*kdTree
	scale   float64
	panels  []float32 // as kdTree.packPanels
	squares []float32 // by position, NaN where there is no row
	norm    []float64 // by position, of the rounded row
	largest float64   // norm
}

// newFilter returns nil if the scale of the values is beyond what a filter
// keeps exact.
func newFilter(ctx context.Context, a *kdTree) (*filter, error) {
	mean, largest := a.centre()
	if largest == 0 || largest > 0x1p400 || largest < 0x1p-300 || a.d > 1<<18 {
		return nil, nil
	}
	if err := memory.Claim(ctx, uint64(len(a.row))*uint64(4*a.d+12), fmt.Sprintf("the panels of %d rows", a.n), remedy.FewerRows()); err != nil {
		return nil, err
	}
	_, exponent := math.Frexp(largest)
	f := &filter{
		kdTree: a, scale: math.Ldexp(1, -exponent),
		panels: make([]float32, len(a.row)*a.d), squares: make([]float32, len(a.row)), norm: make([]float64, len(a.row)),
	}
	err := parallel.For(ctx, len(a.leaf), 1+1<<12/(a.d+1), func(lo, hi int) {
		for p := lo; p < hi; p++ {
			f.packPanel32(p, mean)
		}
	})
	for _, v := range f.norm {
		f.largest = max(f.largest, v)
	}
	return f, err
}

// centre returns the columns' means and the largest difference from them.
func (a *kdTree) centre() (mean []float64, largest float64) {
	mean = make([]float64, a.d)
	for i := range a.n {
		for c, v := range a.x.RawRowView(i) {
			mean[c] += v / float64(a.n)
		}
	}
	for _, p := range a.subtrees {
		low, high := a.box(p.root)
		for c, m := range mean {
			largest = max(largest, high[c]-m, m-low[c])
		}
	}
	return mean, largest
}

func (f *filter) packPanel32(p int, mean []float64) {
	panel := f.panels[p*f.d*width : (p+1)*f.d*width]
	for j, i := range f.row[p*width : (p+1)*width] {
		at := p*width + j
		if i < 0 {
			f.squares[at] = float32(math.NaN())
			continue
		}
		var square float64
		for c, v := range f.x.RawRowView(int(i)) {
			small := float32((v - mean[c]) * f.scale)
			panel[c*width+j] = small
			square += float64(float64(small) * float64(small))
		}
		f.squares[at], f.norm[at] = float32(square), math.Sqrt(square)
	}
}

// bound returns what simd.Below has to let pass for the row at a position, so
// that no row at length or nearer is lost.
//
// Let X and Y be the norms of two rounded rows and u = 2⁻²⁴. Rounding moves
// either by at most u of its norm, so that their distance is off by at most
// u(X+Y), and the kernel's sum by (d+2)u(X+Y)², to which the rounding of X²
// adds less than one u(X+Y)². A row within length has Y ≤ X + length. The
// room taken is more than that, for what float64 rounds and for products that
// underflow.
func (f *filter) bound(at int, length float64) float32 {
	if math.IsInf(length, 1) {
		return float32(length)
	}
	if length < 0 {
		return float32(math.Inf(-1))
	}
	const u = 1.0 / (1 << 24)
	x, d := f.norm[at], float64(f.d)
	length = float64(length*f.scale*(1+float64((d+16)*0x1p-52))) + 0x1p-120
	both := x + min(f.largest, (x+length)*(1+4*u))
	radius := length + float64(1.01*u*both)
	v := float64(radius*radius) - float64(x*x) + float64(1.05*(d+4)*u*both*both) + 0x1p-130
	return math.Nextafter32(float32(v), float32(math.Inf(1)))
}

// farthest returns a length that the row at a position has no row beyond whose
// sum is at most the given one (simd.Below): what bound is the other way round.
//
// With D the distance of the rounded rows, c the kernel's error by (X+Y)², and
// Y ≤ X + D, it is D² ≤ sum + X² + c(2X + D)², a quadratic in D.
func (f *filter) farthest(at int, sum float64) float64 {
	const u = 1.0 / (1 << 24)
	x := f.norm[at]
	c := float64(1.05 * (float64(f.d) + 4) * u)
	square := float64((sum+float64(x*x))*(1+0x1p-50)) + float64(4*c*x*x) + 0x1p-130
	length := (float64(2*c*x) + math.Sqrt(max(0, float64(4*c*c*x*x)+float64((1-c)*square)))) / (1 - c)
	length += float64(1.01*u*(float64(2*x)+length)) + 0x1p-120
	return length * (1 + float64((float64(f.d)+16)*0x1p-52)) / f.scale
}

// packRows puts −2 times the rows at six positions side by side, as simd.Below
// takes them.
func (f *filter) packRows(dst []float32, first, count int) {
	clear(dst)
	for q := range count {
		at := first + q
		column := f.panels[at/width*f.d*width+at%width:]
		for c := range f.d {
			dst[c*simd.BelowRows+q] = -2 * column[c*width]
		}
	}
}
