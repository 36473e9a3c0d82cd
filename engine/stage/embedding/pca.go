package embedding

import (
	"context"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/linear/affine"
	"unfold/engine/linear/spectral"
)

func init() {
	declare(engine.Stage{
		Name:     "pca",
		Summary:  "keeps the directions of largest variance",
		Formula:  "Y = (X − 1 meanᵀ) W,  W the leading eigenvectors of the covariance",
		Citation: "Hotelling 1933, doi:10.1037/h0071325",
		Aliases:  []string{"prcomp", "princomp", "karhunenloeve"},
		Near:     []string{"ica", "fastica", "nmf", "svd", "truncatedsvd", "sparsepca", "factoranalysis"},
		Examples: []string{`waveform(n=300) | scale | pca | svm`},
		Maps:     true,
	}, func() engine.Embedder { return new(PCA) })
}

// PCA, principal component analysis, keeps as much variance as dim directions
// can hold.
//
//	C = (X − 1 meanᵀ)ᵀ (X − 1 meanᵀ) / (n − 1);  y = Wᵀ (x − mean)
//
// with the eigenvectors of C's largest eigenvalues in W (d×dim). X n×d → Y
// n×dim in the units of the columns; any row is mapped by the same formula.
// The spectrum are the variances along the directions.
//
// Time O(n d min(n, d)) and O(min(n, d)³), memory O(min(n, d)²). It fails for
// cells that are not finite, rows that are all equal, and more dimensions than
// the rows span. It is deterministic (Hotelling 1933, doi:10.1037/h0071325).
type PCA struct {
	Dim int // dimensions
}

// Params declares the parameters.
func (m *PCA) Params(p *engine.Params) {
	p.Int(&m.Dim, "dim", 2, engine.AtLeast(1), "dimensions of the embedding").Simpler(engine.Smaller)
}

// Embed places the rows of s.
func (m *PCA) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	if _, err := distancesOf(s); err != nil {
		return nil, err
	}
	remarkUnused(ctx, s)
	if err := check.Finite(s); err != nil {
		return nil, err
	}
	x, mean := centre(s.X)
	n, d := x.Dims()
	found, err := spectral.Principal(ctx, x, min(n-1, d))
	if err != nil {
		return nil, err
	}
	positive := len(found.Values)
	if positive == 0 {
		return nil, spectral.Identical()
	}
	if m.Dim > positive {
		return nil, tooManyDimensions(m.Dim, positive, "directions with any variance")
	}
	remarkEqual(ctx, found.Equal, m.Dim)
	mapped := affine.NewMap(mean, found.Vectors, m.Dim)
	y, err := mapped.Place(ctx, s.X)
	if err != nil {
		return nil, err
	}
	return &engine.Embedding{Y: y, Spectrum: found.Values, Target: engine.Euclidean(s.X), Map: mapped}, nil
}
