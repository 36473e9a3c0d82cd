package surface

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "som",
		Summary:  "places rows in a grid of units, the self-organising map",
		Formula:  "m_k = Σ_i h(k, b_i) x_i / Σ_i h(k, b_i),  b_i = argmin_k ‖x_i − m_k‖,  h = exp(−δ²/2σ²)",
		Citation: "Kohonen 1982, doi:10.1007/BF00337288; the batch form: Kohonen 2013, doi:10.1016/j.neunet.2012.09.018",
		Aliases:  []string{"kohonen", "selforganizingmap", "selforganisingmap"},
		Near:     []string{"kmeans", "dbscan", "hdbscan", "hclust", "clustering"},
		Examples: []string{`load | scale | som | umatrix`, `swissroll(n=300) | som(width=12, height=8, place="between") | continuity`},
		Maps:     true,
	}, func() engine.Embedder { return new(SOM) })
}

// SOM, the self-organising map, lays a grid of units through the rows, so that units
// beside each other in the grid stand for rows near each other, and places each row
// where its unit stands in the grid.
//
//	b_i = argmin_k ‖x_i − m_k‖
//	m_k = Σ_i h_σ(k, b_i) x_i / Σ_i h_σ(k, b_i),  h_σ(k, l) = exp(−‖g_k − g_l‖²/2σ²)
//
// in turn, for units m_k (d numbers each) that stand at g_k in the plane, a step apart.
// X n×d → Y n×2 in steps of the grid. Each epoch takes all rows at once; σ falls in
// equal parts from radius to last, both in steps. So there is nothing to draw and
// nothing that depends on the order of rows: units start evenly over the first two
// principal components, as wide as even rows of these variances would lie. By itself
// there are about 5√n units, not more than rows, the sides of the grid in proportion
// to the standard deviations along those components, and radius is a quarter of the
// longer side, at least 1.
//
// With place="unit" any row is placed at g of its nearest unit, the first of equally
// near ones. With place="between" it lies between them,
//
//	y(x) = Σ_k w_k g_k / Σ_k w_k,  w_k = exp(−‖x − m_k‖²/2q²)
//
// with the mean square q² of the distances of training rows to their units, which
// spreads rows of one unit and moves smoothly with x. Columns count by their units:
// scale them first if these differ.
//
// A note tells the quantisation error, the mean distance of training rows to their
// units, and the topographic error, the share of rows whose two nearest units are not
// neighbours (Kiviluoto 1996, doi:10.1109/ICNN.1996.548907). The view umatrix draws
// how far apart units are. In an argument units are centres of the pieces of a map,
// pieces(som).
//
// Time O(epochs · n K d) for K units, memory O(n d + K²). It fails for rows that are
// all equal, more units than rows, and several rows of units where the rows of the
// table vary along one line only. It is deterministic (Kohonen 1982,
// doi:10.1007/BF00337288; Kohonen 2013, doi:10.1016/j.neunet.2012.09.018).
type SOM struct {
	Width, Height int     // units along and across the first component, or engine.Auto
	Shape         string  // "hexagonal" or "rectangular"
	Place         string  // "unit" or "between"
	Epochs        int     // passes over all rows
	Radius        float64 // σ at the start, or engine.Auto
	Last          float64 // σ at the end
}

// Params declares the parameters.
func (m *SOM) Params(p *engine.Params) {
	p.Int(&m.Width, "width", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "units along the first principal component; auto suits the rows").Simpler(engine.Smaller)
	p.Int(&m.Height, "height", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "units along the second; auto suits the rows").Simpler(engine.Smaller)
	p.Text(&m.Shape, "shape", "hexagonal", engine.OneOf("hexagonal", "rectangular"), "whether units have six neighbours or four")
	p.Text(&m.Place, "place", "unit", engine.OneOf("unit", "between"), "rows lie where their nearest unit stands, or between the units near them")
	p.Int(&m.Epochs, "epochs", 100, engine.AtLeast(1), "passes over all rows").Quietly()
	p.Float(&m.Radius, "radius", engine.Auto, engine.OrAuto(engine.Above(0)), "how far units move their neighbours along at first, in steps of the grid; auto is a quarter of the longer side").Quietly()
	p.Float(&m.Last, "last", 0.3, engine.Above(0), "and at the end: larger values keep the grid smoother").Simpler(engine.Larger).Quietly()
}

// Embed places the rows of s.
func (m *SOM) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	r, err := rowsOf(parallel.Part(ctx, 0, 0.1), s, 2)
	if err != nil {
		return nil, err
	}
	found, err := m.lay(parallel.Part(ctx, 0.1, 1), s, r)
	if err != nil {
		return nil, err
	}
	found.remark(ctx)
	mapped := found.mapTo(r.mean, m.Place == "between")
	y, err := engine.Image(ctx, mapped, s.X)
	if err != nil {
		return nil, err
	}
	return &engine.Embedding{Y: y, Target: engine.Euclidean(s.X), Units: found.units(r.mean), Map: mapped}, nil
}

// lay lays units through the rows of s.
func (m *SOM) lay(ctx context.Context, s engine.Sample, r *rows) (*lattice, error) {
	g, err := m.grid(r)
	if err != nil {
		return nil, err
	}
	if err := memory.Claim(ctx, m.bytes(s.Len(), s.X.RawMatrix().Cols, g.count()), fmt.Sprintf("a grid of %d units", g.count()), remedy.Reduce("width").Or(remedy.Reduce("height"))); err != nil {
		return nil, err
	}
	return m.learn(ctx, r, g)
}

// grid is the one that the rows are laid in.
func (m *SOM) grid(r *rows) (*grid, error) {
	n, _ := r.size()
	width, height := m.Width, m.Height
	if width == engine.Auto || height == engine.Auto {
		width, height = usualSides(n, r.axes.Values, width, height)
	}
	if units := float64(width) * float64(height); units > float64(n) {
		return nil, &engine.Error{Param: m.largerSide(), Cause: fmt.Sprintf("a grid of %d × %d has %.0f units, more than the %s", width, height, units, wording.Count(n, "row")), Remedy: remedy.Reduce(m.largerSide()).Or(remedy.Say("give more rows"))}
	}
	if len(r.axes.Values) == 1 && height > 1 {
		return nil, &engine.Error{Param: "height", Cause: fmt.Sprintf("the rows vary along one line, which %d rows of units cannot be spread across", height), Remedy: remedy.Set("height", 1)}
	}
	return newGrid(width, height, m.Shape == "hexagonal"), nil
}

// largerSide is the parameter that makes the grid large.
func (m *SOM) largerSide() string {
	if m.Height > m.Width {
		return "height"
	}
	return "width"
}

// bytes is what n rows, K units and blocks of their distances take.
func (m *SOM) bytes(n, d, count int) uint64 {
	return 8 * (uint64(n)*uint64(d+2) + uint64(count)*uint64(count+4*d+blockRows))
}

// mapTo is the map of the units that were learned, whose mean they are about.
func (l *lattice) mapTo(mean []float64, between bool) *centreMap {
	by := l.placer()
	by.interpolates = between
	return &centreMap{mean: mean, centres: l.centres, dim: 2, by: &by}
}

// units are the grid and the rows that its units are.
func (l *lattice) units(mean []float64) *engine.Units {
	d := len(mean)
	weights := mat.NewDense(l.grid.count(), d, append([]float64(nil), l.centres.at...))
	weights.Apply(func(_, c int, v float64) float64 { return v + mean[c] }, weights)
	return &engine.Units{
		Width: l.grid.width, Height: l.grid.height,
		Places: l.grid.places, Weights: weights, Rows: l.unit,
	}
}
