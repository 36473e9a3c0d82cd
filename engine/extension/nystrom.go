package extension

import (
	"context"
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/internal/simd"
	"unfold/engine/neighbour"
	"unfold/engine/remedy"
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
// dissimilarities themselves. After an isomap with landmarks, i runs over the
// landmarks, which placed the training rows in the same way. X n×d, Y n×dim →
// images m×dim. k is by itself that of the graph; after a graph of radius eps, it
// is the rows within eps, or else the nearest.
//
// After embedders that weigh rows against each other it is
//
//	f_p(x) = Σ_i w_i(x) y_ip / μ_p
//
// with the weights of a random walk from x and the walk's eigenvalues μ_p after
// eigenmaps and diffusion, or with the weights that rebuild x from its k nearest rows,
// and μ_p = 1, after lle.
//
// Time O(n²) to learn, or O(L²) from L landmarks, and O(n(d + k + dim)) a mapped
// row at most; memory O(nd) beyond the embedding's geodesics. It fails after an
// embedder that keeps no dissimilarities, and after a metric that reads labels,
// which new rows do not have. It is deterministic (Bengio et al. 2004,
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
	if err := checkRows(s, e); err != nil {
		return nil, err
	}
	if e.Affinity == nil && (e.Target == nil || e.Spectrum == nil) {
		return nil, &engine.Error{Cause: "the embedding keeps no dissimilarities or weights to place new rows by", Remedy: remedy.Use("krr", "grnn", "barycentre").Or(remedy.Use("isomap", "mds").As("an embedder"))}
	}
	measure := s.Distances
	if measure == nil {
		measure = engine.Euclidean(s.X).(engine.Distances)
	}
	outward, ok := measure.(engine.Outward)
	if !ok {
		return nil, &engine.Error{Cause: "the metric reads labels, which new rows do not have", Remedy: remedy.Use("krr", "grnn", "barycentre").Or(remedy.Use("euclidean").As("a metric"))}
	}
	n := s.Len()
	if m.K > n {
		return nil, &engine.Error{Param: "k", Cause: fmt.Sprintf("k = %d is more than the %d training rows", m.K, n), Remedy: remedy.Reduce("k")}
	}
	if e.Affinity != nil {
		return m.drawn(outward, e)
	}
	a, err := anchorsOf(ctx, e)
	if err != nil {
		return nil, err
	}
	measureRow, err := m.rowMeasure(ctx, s, outward, a, e.Graph)
	if err != nil {
		return nil, err
	}
	_, d := s.X.Dims()
	count := len(a.mean)
	return newExtension(rowMap[*nystromRow]{
		dim:  e.Dim(),
		cost: n*(d+4) + count*(e.Dim()+16),
		fresh: func() *nystromRow {
			return &nystromRow{straight: make([]float64, n), length: make([]float64, count), row: make([]float64, count)}
		},
		row: func(w *nystromRow, image, x []float64) error {
			if err := measureRow(w, x); err != nil {
				return err
			}
			for i, v := range w.length {
				w.length[i] = (a.mean[i] - float64(v*v)) / 2
			}
			for p := range image {
				image[p] = simd.Dot(w.length, a.weights.RawRowView(p))
			}
			return nil
		},
	}, m.Train), nil
}

// nystromRow is the workspace for one row: how far training rows are straight,
// and anchors along the embedding's dissimilarities.
type nystromRow struct {
	straight, length, row []float64
	near                  []neighbour.Candidate
}

// rowMeasure returns what fills w.length with the δ_i of a row x to all anchors:
// straight, or by the neighbourhood graph if one tells how rows enter it.
func (m *Nystrom) rowMeasure(ctx context.Context, s engine.Sample, outward engine.Outward, a *anchors, graph *engine.Graph) (func(w *nystromRow, x []float64) error, error) {
	if graph == nil || graph.K == 0 && graph.Eps == 0 {
		return func(w *nystromRow, x []float64) error { outward.From(w.length, x); return nil }, nil
	}
	findNear, err := m.neighbourSearch(ctx, s, outward, graph)
	if err != nil {
		return nil, err
	}
	return func(w *nystromRow, x []float64) error {
		if err := findNear(w, x); err != nil {
			return err
		}
		for i := range w.length {
			w.length[i] = math.Inf(1)
		}
		for _, near := range w.near {
			a.to(w.row, int(near.Index))
			for i, g := range w.row {
				w.length[i] = min(w.length[i], near.Length+g)
			}
		}
		return nil
	}, nil
}

// neighbourSearch returns what fills w.near with the training rows by which x enters
// the graph.
func (m *Nystrom) neighbourSearch(ctx context.Context, s engine.Sample, outward engine.Outward, graph *engine.Graph) (func(w *nystromRow, x []float64) error, error) {
	k := m.K
	if k == engine.Auto {
		k = graph.K
	}
	if p, ok := outward.(engine.Pointed); ok && p.Points() == s.X && k != engine.Auto {
		index, err := indexOf(ctx, s)
		return func(w *nystromRow, x []float64) (err error) {
			w.near, err = index.Query(w.near, x, k)
			return err
		}, err
	}
	return func(w *nystromRow, x []float64) error {
		outward.From(w.straight, x)
		w.near = neighbour.Least(w.near, w.straight, max(1, k))
		if k == engine.Auto {
			w.near = rowsWithin(w, graph.Eps)
		}
		return nil
	}, nil
}

// rowsWithin returns the training rows within eps, or the nearest if there are
// none.
func rowsWithin(w *nystromRow, eps float64) []neighbour.Candidate {
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
