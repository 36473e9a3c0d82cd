package dimension

import (
	"cmp"
	"context"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/elementary"
	"unfold/engine/remedy"
)

// TwoNN estimates the dimension from the two nearest of each row (Facco et al.
// 2017, doi:10.1038/s41598-017-11873-y). Where rows are spread evenly as far as
// the second neighbour, the ratio μ of the distances of both has the distribution
// F(μ) = 1 − μ^−d, whatever the density; so the points
//
//	(log μ_(i), −log(1 − i/n)),  i = 1, ..., n
//
// lie on a line through the origin of slope d, which is fitted by least squares to
// all but the largest ratios, a share of discard. It takes time O(n log n) besides
// the search.
//
// It fails with an *engine.Error where none of these ratios differs from one, as on
// a lattice.
func (r *Rows) TwoNN(ctx context.Context, discard float64) (Estimate, error) {
	ratios := r.logRatios()
	order := make([]int, len(ratios))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(ratios[i], ratios[j]), cmp.Compare(i, j)) })
	l := line{kept: max(1, int(float64(len(ratios))*(1-discard)))}
	l.kept = min(l.kept, len(ratios)-1) // the last has −log 0
	for _, i := range order {
		l.x = append(l.x, ratios[i])
	}
	if l.square() == 0 {
		return Estimate{}, &engine.Error{Cause: "the two nearest of each row are equally far, as on a lattice, which tells no dimension", Remedy: remedy.Use("corrdim").As("a measure")}
	}
	slope := l.fit()
	influences := make([]float64, len(ratios))
	for at, psi := range l.influences(slope) {
		influences[order[at]] = psi
	}
	return r.around(ctx, slope, influences, 2)
}

// Tied returns the share of rows whose two nearest are equally far.
func (r *Rows) Tied() float64 {
	ties := 0
	for _, ratio := range r.logRatios() {
		if ratio == 0 {
			ties++
		}
	}
	return float64(ties) / float64(r.Len())
}

// logRatios returns log μ of each row.
func (r *Rows) logRatios() []float64 {
	ratios := make([]float64, r.Len())
	for i := range ratios {
		_, length := r.Of(i)
		ratios[i] = elementary.Log(max(1, length[1]/length[0])) // lengths that are equal but for rounding stand by index
	}
	return ratios
}

// A line goes through the origin and the first kept of the points (x_i, y_i), where
// x ascends and y_i = −log(1 − i/n).
type line struct {
	x    []float64
	kept int
}

// y returns the height of the point of rank i, from one.
func (l line) y(i int) float64 { return -elementary.Log(1 - float64(i)/float64(len(l.x))) }

// fit returns the slope Σxy / Σx².
func (l line) fit() float64 {
	var xy float64
	for i, x := range l.x[:l.kept] {
		xy += float64(x * l.y(i+1))
	}
	return xy / l.square()
}

// square returns Σx².
func (l line) square() (sum float64) {
	for _, x := range l.x[:l.kept] {
		sum += float64(x * x)
	}
	return sum
}

// influences returns how much each point moves the slope. Both sums are linear
// combinations of sorted numbers with weights by rank, on which the point of rank i
// has the influence −Σ_t (1{i ≤ t} − t/n) w_t (h_(t+1) − h_(t)) (Serfling 1980,
// Approximation Theorems of Mathematical Statistics, section 8.1).
func (l line) influences(slope float64) []float64 {
	n := float64(len(l.x))
	psi := make([]float64, len(l.x))
	var above, mean float64 // Σ_{t ≥ i} g_t, and Σ_t g_t t/n
	for t := l.kept; t >= 1; t-- {
		x, next := l.x[t-1], l.x[t]
		g := float64(l.y(t)*(next-x)) - float64(slope*float64(float64(next*next)-float64(x*x)))
		above += g
		mean += float64(g*float64(t)) / n
		psi[t-1] = above
	}
	scale := n / l.square()
	for i := range psi {
		psi[i] = (mean - psi[i]) * scale
	}
	return psi
}
