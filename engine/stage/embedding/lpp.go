package embedding

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/cost"
	"unfold/engine/graph/alignment"
	"unfold/engine/graph/laplacian"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/spectral"
)

func init() {
	declare(engine.Stage{
		Name:       "lpp",
		Summary:    "keeps neighbours together, by a linear map",
		Formula:    "min_W tr Wᵀ Xᵀ (D − W) X W,  Wᵀ Xᵀ D X W = I, of columns centred where rows count by their degree",
		Citation:   "He, Yan, Hu, Niyogi, Zhang 2005, doi:10.1109/TPAMI.2005.55; He, Niyogi 2003, Locality preserving projections, NIPS 16",
		Aliases:    []string{"localitypreserving", "localitypreservingprojections"},
		Examples:   []string{`waveform(n=300) | scale | lpp | svm`, `waveform(n=300) | scale | warp | lpp(dim=3) | knn`},
		Unlabelled: true,
		Maps:       true,
		Measured:   true,
	}, func() engine.Embedder { return new(LPP) })
}

// LPP, locality preserving projection, is eigenmaps by a linear map y = Vᵀ (x − m).
//
//	w_ij = exp(−q_ij²/t) along edges, or 1 (weights="binary");  D = diag(Σ_j w_ij)
//	Xᵀ (D − W) X v_p = λ_p Xᵀ D X v_p, for the smallest λ
//
// of columns less their mean, where rows count by their degree. Graph, weights and t
// are those of eigenmaps, by the metric before it, which may read labels; the map
// never does. X n×d → Y n×dim, centred and of variance one in every column by degree,
// without unit; any row is mapped by the same formula. The spectrum are 1 − λ.
//
// Time that of the neighbours and O(nd² + d³), memory O(nk + nd + d²). It fails for k ≥
// n, for cells that are not finite, and for more dimensions than columns that are not
// constant and do not follow from others. It is deterministic (He, Niyogi 2003,
// Locality preserving projections, NIPS 16).
//
// Deviation: He and Niyogi do not centre, so that their first direction is that of the
// mean where there is one.
type LPP struct {
	alignment.Near
	Weights string  // "heat" or "binary"
	T       float64 // of heat, or engine.Auto
}

// Params declares the parameters.
func (m *LPP) Params(p *engine.Params) {
	m.Declare(p)
	p.Text(&m.Weights, "weights", "heat", engine.OneOf("heat", "binary"), "how strongly edges join: by their length, or all alike")
	p.Float(&m.T, "t", engine.Auto, engine.OrAuto(engine.Above(0)), "squared length at which the weight of an edge has fallen to 1/e; auto is the mean over edges").Simpler(engine.Larger)
}

// Embed places the rows of s.
func (m *LPP) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	u, white, err := whitened(parallel.Part(ctx, 0, 0.7), s, &m.Near)
	if err != nil {
		return nil, err
	}
	w, _ := laplacian.Edges(ctx, u.Joined, m.Weights, m.T)
	l, degrees := laplacian.Laplacian(w)
	above, err := cost.Quadratic(ctx, l, white.U)
	if err != nil {
		return nil, err
	}
	mean, all := weightedMean(white.U, degrees)
	white.U.Apply(func(_, c int, v float64) float64 { return v - mean[c] }, white.U)
	below, err := cost.Quadratic(ctx, cost.Diagonal(degrees), white.U)
	if err != nil {
		return nil, err
	}
	values, directions := cost.LeastRatios(above, below, m.Dim)
	directions.Scale(math.Sqrt(all), directions)
	mu := laplacian.WalkValues(values)
	remarkEqual(ctx, spectral.Clusters(mu), m.Dim)
	white.Mean, _ = weightedMean(u.X, degrees)
	return along(ctx, white, s, directions, mu)
}

// weightedMean returns the mean of rows that count by their weights, and the sum of
// these.
func weightedMean(u *mat.Dense, weights []float64) (mean []float64, all float64) {
	n, r := u.Dims()
	mean = make([]float64, r)
	for i := range n {
		all += weights[i]
		for c, v := range u.RawRowView(i) {
			mean[c] += float64(weights[i] * v)
		}
	}
	for c := range mean {
		mean[c] /= all
	}
	return mean, all
}
