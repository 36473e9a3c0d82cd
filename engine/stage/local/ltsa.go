package local

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/graph/alignment"
	"unfold/engine/internal/parallel"
)

func init() {
	declare(engine.Stage{
		Name:       "ltsa",
		Summary:    "keeps tangent spaces, laid side by side",
		Formula:    "min_Y Σ_i ‖(I − G_i G_iᵀ) Y_i‖²,  G_i = [1/√k, g_1, ..., g_dim] of neighbourhood i",
		Citation:   "Zhang, Zha 2004, doi:10.1137/S1064827502419154",
		Near:       []string{"hlle", "mlle"},
		Examples:   []string{`swissroll(n=500) | ltsa(k=12)`, `scurve(n=400) | ltsa | krr | trustworthiness`},
		Unlabelled: true,
	}, func() engine.Embedder { return new(LTSA) })
}

// LTSA, local tangent space alignment, keeps how rows lie in the tangent spaces of
// neighbourhoods: each is to be placed by an affine map of its own.
//
//	M = Σ_i S_i (I − G_i G_iᵀ) S_iᵀ;  M v_p = λ_p v_p;  y_p = √n v_p
//
// for the smallest eigenvalues beside 0 of the constant vector, where S_i picks the k
// nearest rows of row i by the metric before it, and G_i is 1/√k beside the dim
// leading left singular vectors of their centred columns. X n×d → Y n×dim, centred and
// of variance one in every column, without unit.
//
// A graph in several components is joined by its shortest bridges, of which a note
// tells, or refused: the neighbours of both ends make a neighbourhood of their own.
// Copies of a row lie where it does and count once. New rows are mapped by any extender
// that needs no dissimilarities, such as barycentre.
//
// Time O(n k² d) and that of spectral.Smallest, some seconds for 100,000 rows of a
// surface; memory O(n k²) and the factor of M, asked for before they are taken. It
// fails for k ≥ n, for k ≤ dim, for more dimensions than columns, and for cells that
// are not finite. It is deterministic (Zhang, Zha 2004,
// doi:10.1137/S1064827502419154).
//
// Deviation: a row is not in its own neighbourhood, as in most programs, unless it is
// in no other: nothing would hold it. A neighbourhood whose rows span fewer than dim
// dimensions has as many columns in G_i.
type LTSA struct{ alignment.Near }

// Params declares the parameters.
func (m *LTSA) Params(p *engine.Params) { m.Declare(p) }

// Embed places the rows of s.
func (m *LTSA) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	if _, d := s.X.Dims(); m.Dim > d {
		return nil, check.TooManyDimensions(m.Dim, d, "columns, which tangent spaces lie in")
	}
	if m.K <= m.Dim {
		return nil, tooFewNeighbours(m.Dim+1, fmt.Sprintf("k = %d neighbours span every tangent space of dim = %d: nothing is left to keep", m.K, m.Dim))
	}
	u, err := m.Surroundings(parallel.Part(ctx, 0, 0.3), s)
	if err != nil {
		return nil, err
	}
	asked, err := alignment.Tangent(parallel.Part(ctx, 0.3, 0.5), alignment.Surrounding(u.Nearest, u.Joined.Bridges), u.Columns(ctx), m.Dim)
	if err != nil {
		return nil, err
	}
	matrix, err := asked.Sum(ctx)
	if err != nil {
		return nil, err
	}
	return u.Place(parallel.Part(ctx, 0.5, 1), matrix, m.Dim)
}
