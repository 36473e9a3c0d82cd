package extension

import (
	"cmp"
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "nystrom",
		Summary:  "maps by dissimilarities to training rows, with the formula that placed those",
		Formula:  "f_p(x) = −½ Σ_i (δ_i² − mean_j g_ij²) y_ip / λ_p,  δ_i = min over near j of e(x, x_j) + g_ij",
		Citation: "Bengio, Delalleau, Le Roux, Paiement, Vincent, Ouimet 2004, doi:10.1162/0899766041732396",
		Aliases:  []string{"nystroem"},
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
	return m.alongGraph(ctx, s, outward, e)
}

// alongGraph is the map by dissimilarities that are kept.
func (m *Nystrom) alongGraph(ctx context.Context, s engine.Sample, outward engine.Outward, e *engine.Embedding) (*engine.Extension, error) {
	a, err := anchorsOf(ctx, e)
	if err != nil {
		return nil, err
	}
	found := &nystromMap{metric: rowMetric{outward}, anchors: a, n: s.Len()}
	if graph := e.Graph; graph != nil && (graph.K > 0 || graph.Eps > 0) {
		found.eps, found.near = graph.Eps, max(1, cmp.Or(m.K, graph.K))
		found.within = cmp.Or(m.K, graph.K) == engine.Auto
		found.enters = true
		if p, ok := outward.(engine.Pointed); ok && p.Points() == s.X && !found.within {
			if found.index, err = indexOf(ctx, s); err != nil {
				return nil, err
			}
		}
	}
	return newExtension(found, m.Train), nil
}
