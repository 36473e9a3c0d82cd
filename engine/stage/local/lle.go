package local

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/fit/cost"
	"unfold/engine/graph/alignment"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/parallel"
	"unfold/engine/stage/form"
)

func init() {
	declare(engine.Stage{
		Name:       "lle",
		Summary:    "keeps the weights that rebuild each row from its neighbours",
		Formula:    "min_Y ‖(I − W) Y‖²,  W = argmin Σ_i ‖x_i − Σ_j w_ij x_j‖²,  Σ_j w_ij = 1",
		Citation:   "Roweis, Saul 2000, doi:10.1126/science.290.5500.2323; Donoho, Grimes 2003, doi:10.1073/pnas.1031596100; Zhang, Wang 2006, NIPS 19",
		Aliases:    []string{"locallylinearembedding"},
		Near:       []string{"hlle", "mlle"},
		Examples:   []string{`swissroll(n=500) | lle(k=12)`, `scurve(n=400) | lle(form="modified") | barycentre`, `swissroll(n=400) | lle(form="hessian") | trustworthiness`, `waveform(n=300) | scale | lle(map=linear) | svm`},
		Unlabelled: true,
	}, func() engine.Embedder { return new(LLE) })
}

// LLE, locally linear embedding, keeps how each row lies among its neighbours.
//
//	w_i = argmin ‖x_i − Σ_j w_ij x_j‖² + reg·tr(C_i)·‖w_i‖²,  Σ_j w_ij = 1
//	M   = (I − W)ᵀ (I − W);  M v_p = λ_p v_p;  y_p = √n v_p
//
// for the smallest eigenvalues beside 0 of the constant vector. j runs over the k
// nearest rows by the metric before it; the weights are found in the columns. Form
// "modified" asks for several weights a row, as many as rebuild it almost equally
// well (alignment.Modified), "hessian" for places that do not bend over the tangent
// spaces (alignment.Hessian), which both mend the folds of a single weight. X n×d →
// Y n×dim, centred and of variance one in every column, without unit: what is kept
// holds for any affine map of Y.
//
// A graph in several components is joined by its shortest bridges, of which a note
// tells, or refused: their ends count among each other's neighbours, and for hessian
// the neighbours of both ends make a neighbourhood of their own. Copies of a row lie
// where it does and count once. New rows are mapped by nystrom, with the weights that
// rebuild them, or by any other extender.
//
// With map=linear or another form Y are the images of a map, whose cost is tr[(YᵀHY)⁻¹
// YᵀMY] n: the smallest eigenvalues of (ΦᵀMΦ, ΦᵀHΦ) where images Φ W are linear in the
// parameters (linear: npe; pieces: locally linear coordination), and elsewhere where a
// descent from the places of free points ends. Unseen rows have images too. Pieces with
// sharp borders part so easily that places tell which piece a row is in and little else.
// What is kept is the same for any affine map of Y, which has no principal axes: they go
// by what they cost, the least first, as those of free points do, and a note tells how
// much. There is no spectrum: one falls, and what is worth most here is smallest.
//
// Time O(n k³) and that of spectral.Smallest, some seconds for 100,000 rows of a
// surface; memory O(n k²) and the factor of M, asked for before they are taken. It
// fails for k ≥ n, for cells that are not finite, and for hessian with k ≤
// dim(dim+3)/2, modified with k ≤ dim. It is deterministic (Roweis, Saul 2000,
// doi:10.1126/science.290.5500.2323; Donoho, Grimes 2003,
// doi:10.1073/pnas.1031596100; Zhang, Wang 2006, MLLE: Modified Locally Linear
// Embedding Using Multiple Weights, NIPS 19).
//
// Deviation: of hessian, columns are not brought to a sum of one, which is zero but for
// rounding; scikit-learn 1.2 takes directions without a second derivative too, which
// makes it ltsa. A row is not in its own neighbourhood unless it is in no other.
type LLE struct {
	alignment.Near
	Reg  float64 // share of tr(C) on the diagonal
	Form string  // "standard", "modified" or "hessian"
	Mapped
}

// Params declares the parameters.
func (m *LLE) Params(p *engine.Params) {
	m.Declare(p)
	p.Float(&m.Reg, "reg", 1e-3, engine.Above(0), "regularisation of the weights, as a share of the trace of their local products; hessian has none").Simpler(engine.Larger)
	p.Text(&m.Form, "form", "standard", engine.OneOf("standard", "modified", "hessian"), "what is kept: one weight for each neighbour, several, or second derivatives that vanish")
	m.Mapped.declare(p)
}

// Embed places the rows of s.
func (m *LLE) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	if err := m.check(s); err != nil {
		return nil, err
	}
	u, err := m.Surroundings(parallel.Part(ctx, 0, 0.3), s)
	if err != nil {
		return nil, err
	}
	asked, err := m.ask(parallel.Part(ctx, 0.3, 0.5), u)
	if err != nil {
		return nil, err
	}
	matrix, err := asked.Sum(ctx)
	if err != nil {
		return nil, err
	}
	place := func(ctx context.Context) (*engine.Embedding, error) { return u.Place(ctx, matrix, m.Dim) }
	if !form.IsFree(m.Map) {
		e, ratios, err := m.fit(parallel.Part(ctx, 0.5, 1), s, u, cost.NewRatio(matrix, nil), m.Dim, place)
		if err == nil {
			engine.Remark(ctx, "what each axis costs, the least first: %.4g", ratios)
		}
		return e, err
	}
	e, err := place(parallel.Part(ctx, 0.5, 1))
	if err == nil && m.Form != "modified" && m.Form != "hessian" {
		e.Affinity = &alignment.Affinity{X: u.X, Chosen: neighbour.Chosen{Rows: u.Distinct.Rows, K: m.K}, Reg: m.Reg, Dim: m.Dim}
	}
	return e, err
}

// check refuses fewer neighbours than the form needs, and columns.
func (m *LLE) check(s engine.Sample) error {
	_, d := s.X.Dims()
	switch least := m.Dim*(m.Dim+3)/2 + 1; {
	case m.Form == "hessian" && m.Dim > d:
		return check.TooManyDimensions(m.Dim, d, "columns, which tangent spaces lie in")
	case m.Form == "hessian" && m.K < least:
		return tooFewNeighbours(least, fmt.Sprintf("k = %d neighbours are too few for second derivatives in dim = %d, which have dim (dim + 3)/2 = %d unknowns", m.K, m.Dim, least-1))
	case m.Form == "modified" && m.K <= m.Dim:
		return tooFewNeighbours(m.Dim+1, fmt.Sprintf("k = %d neighbours leave no weights over for dim = %d", m.K, m.Dim))
	}
	return nil
}

// ask is what the form asks of the places.
func (m *LLE) ask(ctx context.Context, u *alignment.Surroundings) (*alignment.Quadratic, error) {
	x := u.Columns(ctx)
	switch m.Form {
	case "modified":
		return alignment.Modified(ctx, alignment.Centred(u.Nearest, u.Joined.Bridges), x, m.Dim, m.Reg)
	case "hessian":
		return alignment.Hessian(ctx, alignment.Surrounding(u.Nearest, u.Joined.Bridges), x, m.Dim)
	}
	return alignment.Weights(ctx, alignment.Centred(u.Nearest, u.Joined.Bridges), x, m.Reg)
}
