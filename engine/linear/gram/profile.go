package gram

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/codec"
	"unfold/engine/internal/simd"
)

// A Profile measures single rows against the n rows that it was made of: what
// maps of new rows are made of. All it returns for a row depends on that row
// and the n alone, to the bit, so that a batch gets what its rows get. Methods
// may be called from several goroutines at once.
type Profile struct {
	n, d   int
	panels []float64 // value c of the point j of panel p at 64(pd + c) + j
}

// NewProfile returns the profile of the rows of x (n×d), which it copies. Time
// and memory O(nd).
func NewProfile(x *mat.Dense) *Profile {
	n, d := x.Dims()
	p := &Profile{n: n, d: d, panels: make([]float64, simd.Padded(n)*d)}
	for i := range n {
		simd.Pack(p.panel(i/simd.PanelWidth), i%simd.PanelWidth, x.RawRowView(i))
	}
	return p
}

// Fields tells the rows, packed as they are asked for.
func (p *Profile) Fields(f *codec.Fields) {
	f.Int("rows", &p.n)
	f.Floats("panels", &p.panels)
	p.d = f.Columns()
	f.Check(p.n > 0 && p.n <= len(p.panels) && len(p.panels) == simd.Padded(p.n)*p.d, "%d rows of %d columns in %d numbers", p.n, p.d, len(p.panels))
	f.Holds(p.n)
}

// Len returns n.
func (p *Profile) Len() int { return p.n }

// Columns returns d.
func (p *Profile) Columns() int { return p.d }

func (p *Profile) panel(at int) []float64 {
	size := simd.PanelWidth * p.d
	return p.panels[at*size : (at+1)*size]
}

// Workspace returns a slice that Squares and Values can write to: n numbers,
// with capacity for the whole of the last panel.
func (p *Profile) Workspace() []float64 {
	return make([]float64, simd.Padded(p.n))[:p.n]
}

// Squares fills dst, which is a Workspace, with the squared distances of x to
// the n rows, summed from the differences column by column. Time O(nd).
func (p *Profile) Squares(dst, x []float64) {
	p.squares(dst, x, p.n)
}

// squares is Squares for the rows up to one, and some more.
func (p *Profile) squares(dst, x []float64, to int) {
	p.eachPanel(dst, to, func(sums *[simd.PanelWidth]float64, panel []float64) {
		simd.PanelSquares(sums, panel, x, math.Inf(1))
	})
}

// products fills dst with the products of x with the n rows.
func (p *Profile) products(dst, x []float64) {
	p.eachPanel(dst, p.n, func(sums *[simd.PanelWidth]float64, panel []float64) {
		simd.PanelProducts(sums, panel, x)
	})
}

func (p *Profile) eachPanel(dst []float64, to int, fill func(sums *[simd.PanelWidth]float64, panel []float64)) {
	dst = dst[:cap(dst)]
	for at := 0; at*simd.PanelWidth < to; at++ {
		fill((*[simd.PanelWidth]float64)(dst[at*simd.PanelWidth:]), p.panel(at))
	}
}

// Values fills dst, which is a Workspace, with k(x, x_i) for the n rows, in
// time O(nd).
func (p *Profile) Values(k Kernel, dst, x []float64) {
	p.arguments(k, dst, x)
	k.finish(dst)
}

// Slope fills dst, a number for each column, with ∂/∂x Σ_i w_i k(x, x_i), for a number w
// of each of the n rows. Time O(nd).
func (p *Profile) Slope(k Kernel, dst, x, w []float64) {
	steep := p.Workspace()
	p.arguments(k, steep, x)
	k.steepen(steep)
	clear(dst)
	for i, v := range steep {
		v *= w[i]
		panel := p.panel(i / simd.PanelWidth)[i%simd.PanelWidth:]
		for c := range dst {
			from := panel[c*simd.PanelWidth]
			if k.shift() != 0 {
				from -= x[c]
			}
			dst[c] += float64(v * from)
		}
	}
}

// arguments fills dst with the products that the values of k are made of.
func (p *Profile) arguments(k Kernel, dst, x []float64) {
	if k.shift() == 0 {
		p.products(dst, x)
		scale(dst, k.product())
		return
	}
	p.Squares(dst, x)
	scale(dst, -k.shift()/2)
}

func scale(v []float64, by float64) {
	if by == 1 {
		return
	}
	for i := range v {
		v[i] *= by
	}
}
