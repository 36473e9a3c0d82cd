package local

import (
	"context"
	"math"

	"unfold/engine"
	"unfold/engine/fit/cost"
	"unfold/engine/graph/alignment"
	"unfold/engine/graph/laplacian"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/sparse"
	"unfold/engine/linear/spectral"
	"unfold/engine/remedy"
	"unfold/engine/stage/form"
)

func init() {
	declare(engine.Stage{
		Name:       "eigenmaps",
		Summary:    "keeps neighbours together, by the Laplacian of their graph",
		Formula:    "min_Y Σ_ij w_ij ‖y_i − y_j‖²,  Yᵀ D Y = I;  w_ij = exp(−q_ij²/t) along edges, D = diag Σ_j w_ij",
		Citation:   "Belkin, Niyogi 2003, doi:10.1162/089976603321780317",
		Aliases:    []string{"laplacianeigenmaps", "spectralembedding"},
		Examples:   []string{`swissroll(n=500) | eigenmaps(k=10)`, `scurve(n=300) | eigenmaps(weights="binary") | nystrom`, `waveform(n=300) | scale | eigenmaps(map=linear) | svm`},
		Unlabelled: true,
	}, func() engine.Embedder { return new(Eigenmaps) })
}

// Eigenmaps, Laplacian eigenmaps, keep rows close that are joined in the neighbourhood
// graph.
//
//	w_ij = exp(−q_ij²/t) along edges, or 1 (weights="binary");  D = diag(Σ_j w_ij)
//	(D − W) y_p = λ_p D y_p, for the smallest eigenvalues beside 0
//
// found as the eigenvectors D^½ y of I − D^−½ W D^−½. The graph joins two rows if either
// is among the other's k nearest by the metric before it, of dissimilarity q; t = auto
// is the mean of q² over its edges. Form "symmetric" gives D^½ y instead of y, which
// clusterings take. X n×d → Y n×dim, of variance one in every column where rows count by
// their degree, without unit. The spectrum are the eigenvalues 1 − λ of the random walk
// D⁻¹ W.
//
// A graph in several components is joined by its shortest bridges, of which a note
// tells, or refused. Copies of a row lie where it does and count once. New rows are
// mapped by nystrom, which weighs their k nearest in the same way, or by any other
// extender.
//
// With map=linear or another form Y are the images of a map, whose cost is tr[(YᵀBY)⁻¹ Yᵀ(D
// − W)Y] with B the D about its mean: in closed form where images are linear in the
// parameters (linear: lpp), and elsewhere where a descent from the places of free points
// ends. Unseen rows have images too. Axes go by their ratios λ, the least first, so that
// the spectrum 1 − λ falls as that of free points does.
//
// Time that of the neighbours and of spectral.Smallest, some seconds for 100,000 rows
// of a surface; memory O(n k) and the factor of the Laplacian. It fails for k ≥ n and
// for cells that are not finite. It is deterministic (Belkin, Niyogi 2003,
// doi:10.1162/089976603321780317).
//
// Deviation: weights below 1e-8 count as that, so that long edges hold the graph
// together; a note tells how many.
type Eigenmaps struct {
	alignment.Near
	Weights string  // "heat" or "binary"
	T       float64 // of heat, or engine.Auto
	Form    string  // "randomwalk" or "symmetric"
	Mapped
}

// Params declares the parameters.
func (m *Eigenmaps) Params(p *engine.Params) {
	m.Declare(p)
	p.Text(&m.Weights, "weights", "heat", engine.OneOf("heat", "binary"), "how strongly edges join: by their length, or all alike")
	p.Float(&m.T, "t", engine.Auto, engine.OrAuto(engine.Above(0)), "squared length at which the weight of an edge has fallen to 1/e; auto is the mean over edges").Simpler(engine.Larger)
	p.Text(&m.Form, "form", "randomwalk", engine.OneOf("randomwalk", "symmetric"), "which eigenvectors: of the random walk, or of its symmetric form").Quietly()
	m.Mapped.declare(p)
}

// Embed places the rows of s.
func (m *Eigenmaps) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	u, err := m.Surroundings(parallel.Part(ctx, 0, 0.3), s)
	if err != nil {
		return nil, err
	}
	w, t := laplacian.Edges(ctx, u.Joined, m.Weights, m.T)
	if !form.IsFree(m.Map) {
		return m.embedMap(parallel.Part(ctx, 0.3, 1), s, u, w)
	}
	u.Nearest = nil // the graph has them, and a factor is to come
	walk, root := laplacian.Walk(w)
	found, err := spectral.Smallest(parallel.Part(ctx, 0.3, 1), walk, m.Dim, root)
	if err != nil {
		return nil, err
	}
	found.Remark(ctx, m.Dim)
	affinity := &laplacian.Affinity{T: t, Chosen: neighbour.Chosen{Rows: u.Distinct.Rows, K: m.K}, Mu: laplacian.WalkValues(found.Values)}
	if m.Form == "symmetric" {
		affinity.Square, affinity.Scale = true, make([]float64, u.Len())
		for i, r := range root {
			affinity.Scale[i] = 1 / r
		}
		found.Vectors.Scale(math.Sqrt(float64(u.Len())), found.Vectors)
	} else {
		laplacian.ToWalk(found.Vectors, root)
	}
	return &engine.Embedding{Y: u.Spread(found.Vectors), Spectrum: affinity.Mu, Graph: u.Graph(), Affinity: affinity}, nil
}

// embedMap places the rows of s by a map.
func (m *Eigenmaps) embedMap(ctx context.Context, s engine.Sample, u *alignment.Surroundings, w *sparse.Matrix) (*engine.Embedding, error) {
	if m.Form == "symmetric" {
		return nil, &engine.Error{Param: "form", Cause: "the symmetric form places rows by their degrees, which unseen rows have none of: no map does", Remedy: remedy.Set("form", "randomwalk").Or(remedy.Omit("map"))}
	}
	l, degrees := laplacian.Laplacian(w)
	place := func(ctx context.Context) (*engine.Embedding, error) {
		walk, root := laplacian.Walk(w)
		found, err := spectral.Smallest(ctx, walk, m.Dim, root)
		if err != nil {
			return nil, err
		}
		laplacian.ToWalk(found.Vectors, root)
		return &engine.Embedding{Y: u.Spread(found.Vectors)}, nil
	}
	e, ratios, err := m.fit(ctx, s, u, cost.NewRatio(l, degrees), m.Dim, place)
	if err != nil {
		return nil, err
	}
	e.Spectrum = laplacian.WalkValues(ratios)
	return e, nil
}
