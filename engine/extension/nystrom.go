package extension

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/geodesic"
	"unfold/engine/internal/parallel"
	"unfold/engine/neighbour"
)

func init() {
	declare(engine.Stage{
		Name:     "nystrom",
		Summary:  "maps by dissimilarities to training rows, with the formula that placed those",
		Formula:  "f_p(x) = −½ Σ_i (δ_i² − mean_j g_ij²) y_ip / λ_p,  δ_i = min over near j of e(x, x_j) + g_ij",
		Citation: "Bengio, Delalleau, Le Roux, Paiement, Vincent, Ouimet 2004, doi:10.1162/0899766041732396",
		Examples: []string{`swissroll(n=300) | isomap(k=10) | nystrom`},
	}, func() engine.Extender { return new(Nystrom) })
}

// Nystrom keeps the dissimilarities of a new row to all training rows, by the
// formula that gives the training rows their own places:
//
//	δ_i    = min_j e(x, x_j) + g_ij over the k training rows j nearest to x
//	f_p(x) = −½ Σ_i (δ_i² − mean_j g_ij²) y_ip / λ_p,  λ_p = Σ_i y_ip²
//
// where g are the geodesics of an isomap; after mds, δ_i are the
// dissimilarities themselves. X n×d, Y n×dim → images m×dim. k is by itself
// that of the graph; after a graph of radius eps, it is the rows within eps, or
// else the nearest.
//
// Time O(n²) to learn, O(n(d + k + dim)) a mapped row; memory O(n) beyond the
// embedding's geodesics. It fails after an embedder that keeps no
// dissimilarities, and after a metric that reads labels, which new rows do not
// have. It is deterministic (Bengio et al. 2004,
// doi:10.1162/0899766041732396).
type Nystrom struct {
	K     int    // nearest training rows, or engine.Auto
	Train string // "mapped" or "placed"
}

// Params declares the parameters.
func (m *Nystrom) Params(p *engine.Params) {
	p.Int(&m.K, "k", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "training rows by which a row enters the graph; auto is as many as the graph was made with")
	trainParam(p, &m.Train)
}

// Extend learns the map from the rows of s to those of e.
func (m *Nystrom) Extend(ctx context.Context, s engine.Sample, e *engine.Embedding) (*engine.Extension, error) {
	if err := check(s, e); err != nil {
		return nil, err
	}
	if e.Target == nil || e.Spectrum == nil {
		return nil, &engine.Error{Cause: "the embedding keeps no dissimilarities to place new rows by", Remedy: "use krr, grnn or barycentre, or embed by isomap or mds"}
	}
	measure := s.Distances
	if measure == nil {
		measure = engine.Euclidean(s.X).(engine.Distances)
	}
	outward, ok := measure.(engine.Outward)
	if !ok {
		return nil, &engine.Error{Cause: "the metric reads labels, which new rows do not have", Remedy: "use krr, grnn or barycentre, or a metric such as euclidean"}
	}
	n := s.Len()
	if m.K > n {
		return nil, &engine.Error{Param: "k", Cause: fmt.Sprintf("k = %d is more than the %d training rows", m.K, n), Remedy: "lower k"}
	}
	weights, mean, err := projection(ctx, e)
	if err != nil {
		return nil, err
	}
	enter := m.entry(e.Target)
	_, d := s.X.Dims()
	return extended(rowwise[*reached]{
		dim:   e.Dim(),
		cost:  n * (d + e.Dim() + 16),
		fresh: func() *reached { return &reached{straight: make([]float64, n), length: make([]float64, n)} },
		row: func(w *reached, image, x []float64) {
			outward.From(w.straight, x)
			enter(w)
			clear(image)
			for i, v := range w.length {
				square := v*v - mean[i]
				for p, weight := range weights.RawRowView(i) {
					image[p] -= square * weight / 2
				}
			}
		},
	}, m.Train), nil
}

// projection returns y_ip / λ_p and the means of squared dissimilarities.
func projection(ctx context.Context, e *engine.Embedding) (weights *mat.Dense, mean []float64, err error) {
	n, dim := e.Y.Dims()
	weights, mean = mat.DenseCopyOf(e.Y), make([]float64, n)
	for p := range dim {
		var lambda float64
		for i := range n {
			lambda += e.Y.At(i, p) * e.Y.At(i, p)
		}
		if lambda == 0 {
			return nil, nil, &engine.Error{Cause: fmt.Sprintf("dimension %d of the embedding is the same for all rows", p+1), Remedy: "lower dim of the embedder"}
		}
		for i := range n {
			weights.Set(i, p, e.Y.At(i, p)/lambda)
		}
	}
	err = parallel.With(ctx, n, 16, func() []float64 { return make([]float64, n) }, func(row []float64, lo, hi int) {
		for i := lo; i < hi; i++ {
			e.Target.Row(row, i)
			for _, v := range row {
				mean[i] += v * v / float64(n)
			}
		}
	})
	return weights, mean, err
}

// reached is the workspace for one row: how far training rows are straight,
// and along the embedding's dissimilarities.
type reached struct {
	straight, length []float64
	near             []neighbour.Candidate
}

// entry returns what fills length from straight.
func (m *Nystrom) entry(target engine.Distances) func(w *reached) {
	paths, ok := target.(*geodesic.Paths)
	if !ok {
		return func(w *reached) { copy(w.length, w.straight) }
	}
	k := m.K
	if k == engine.Auto {
		k = paths.K
	}
	return func(w *reached) {
		row := make([]float64, paths.Len())
		w.near = neighbour.Least(w.near, w.straight, max(1, k))
		if k == engine.Auto {
			w.near = within(w, paths.Eps)
		}
		for i := range w.length {
			w.length[i] = math.Inf(1)
		}
		for _, near := range w.near {
			paths.Row(row, int(near.Index))
			for i, g := range row {
				w.length[i] = min(w.length[i], near.Length+g)
			}
		}
	}
}

// within returns the training rows within eps, or the nearest if there are
// none.
func within(w *reached, eps float64) []neighbour.Candidate {
	nearest := w.near[0]
	near := w.near[:0]
	for j, v := range w.straight {
		if v <= eps {
			near = append(near, neighbour.Candidate{Key: v, Index: int32(j), Length: v})
		}
	}
	if len(near) == 0 {
		near = append(near, nearest)
	}
	return near
}
