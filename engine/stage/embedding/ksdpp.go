package embedding

import (
	"context"

	"unfold/engine"
	"unfold/engine/fit/pairwise"
	around "unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/parallel"
)

func init() {
	declare(engine.Stage{
		Name:        "ksdpp",
		Summary:     "keeps distances of responses among neighbours, by a map of kernel values",
		Formula:     "min (1/n) Σ_ij G_ij (‖z_i − z_j‖² − ‖y_i − y_j‖²)² + λ tr BᵀKB",
		Citation:    "Zhu, Similä, Corona 2013, doi:10.1007/s11063-013-9285-x; Williams, Seeger 2001, Using the Nyström method, NIPS 13",
		Examples:    []string{`waveform(n=300) | scale | ksdpp | svm`, `parity(n=300) | ksdpp(ridge=0.01) | knn`},
		ReadsLabels: true,
		Maps:        true,
	}, func() engine.Embedder { return new(KSDPP) })
}

// KSDPP is SDPP of the rows as a kernel sees them, so that the map bends.
//
//	min_B (1/n) Σ_ij G_ij (D_ij − Δ_ij)² + λ tr(Bᵀ K B),  D_ij = ‖z_i − z_j‖²
//	z(x) = Bᵀ k(x) − shift,  k(x)_c = k(x, x_c)
//
// over centres x_c: all rows, or centres of them drawn evenly (Nyström's method,
// Williams and Seeger 2001). What is descended are the leading components of the
// rows in the feature space, at most 200, each divided by √(s² + ridge s₁²) with
// its deviation s, which is where the penalty acts: λ = ridge Σ_ij G_ij mean Δ /
// (n s₁²). Neighbours are those of the rows themselves, by the metric before it.
//
// X n×d → Z n×dim in the units of the response; any row is mapped by the second
// formula. The spectrum are the variances of Z along its principal axes. Classes
// are corners of a simplex.
//
// Time O(n m (d + m) + m³) for m centres and O(edges dim) a step; memory O(n m +
// edges). It fails as SDPP does, and for kernel values that are not finite. It
// is deterministic: centres are drawn with a fixed seed.
type KSDPP struct {
	Dim     int           // dimensions
	Near    around.Choice // who is near: graph, k, perplexity, eps
	From    Starts        // from where it descends: starts, seed
	Ridge   float64       // how much a bent map costs
	Centres int           // rows that the map is made of
	Mercer
	Method string // "lbfgs", "cg" or "minimize"
}

// Params declares the parameters.
func (m *KSDPP) Params(p *engine.Params) {
	p.Int(&m.Dim, "dim", 2, engine.AtLeast(1), "dimensions of the embedding").Simpler(engine.Smaller)
	m.Near.Params(p, "entropy")
	p.Float(&m.Ridge, "ridge", 0.01, engine.Above(0), "how much a bent map costs: smaller bends more").Simpler(engine.Larger)
	p.Int(&m.Centres, "centres", 500, engine.AtLeast(2), "rows that the map is made of, if there are more").Quietly().Simpler(engine.Smaller)
	m.declare(p)
	descentParams(p, &m.Method)
	m.From.declare(p)
}

// Embed places the rows of s.
func (m *KSDPP) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	near, err := m.Near.Function()
	if err != nil {
		return nil, err
	}
	to, err := relate(parallel.Part(ctx, 0, 0.4), s, near)
	if err != nil {
		return nil, err
	}
	to.scale()
	cost, err := pairwise.NewStress(ctx, to)
	if err != nil {
		return nil, err
	}
	kernel, err := m.kernelOf(ctx, s.X)
	if err != nil {
		return nil, err
	}
	space, err := newFeatureSpace(parallel.Part(ctx, 0.4, 0.6), kernel, s.X, m.Centres)
	if err != nil {
		return nil, err
	}
	settings := m.From.settings(m.Method, s)
	if settings.Ridge, err = space.damp(m.Ridge, to.Sum()/float64(s.Len()), m.Dim); err != nil {
		return nil, err
	}
	form := pairwise.NewLinear(space.u, m.Dim)
	start, err := pairwise.LeastSquares(parallel.Part(ctx, 0.6, 0.7), cost.Pairs(), form)
	if err != nil {
		return nil, err
	}
	w, err := pairwise.Minimise(parallel.Part(ctx, 0.7, 1), cost, form, start, settings)
	if err != nil {
		return nil, err
	}
	return space.place(ctx, s, to.restore(w), m.Dim)
}
