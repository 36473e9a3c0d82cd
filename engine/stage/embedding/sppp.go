package embedding

import (
	"context"

	"unfold/engine"
	"unfold/engine/fit/pairwise"
	around "unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/affine"
)

func init() {
	declare(engine.Stage{
		Name:        "sppp",
		Summary:     "keeps how likely responses make neighbours, by a linear map",
		Formula:     "min_W (1/n) Σ_ij G_ij (log P_ij − log Q_ij)²",
		Citation:    "Raamadhurai 2014, Supervised probability preserving projection, Aalto University; after Zhu, Similä, Corona 2013, doi:10.1007/s11063-013-9285-x",
		Examples:    []string{`waveform(n=300) | scale | sppp | svm`, `parity(n=300) | sppp(kind="linear", perplexity=16) | continuity`},
		ReadsLabels: true,
		Maps:        true,
	}, func() engine.Embedder { return new(SPPP) })
}

// SPPP, supervised probability preserving projection, keeps how likely rows are
// neighbours by their responses.
//
//	C(W) = (1/n) Σ_ij G_ij (log P_ij − log Q_ij)²,  z = Wᵀ (x − mean)
//
// P is made of D_ij = ‖z_i − z_j‖² as Q is of Δ_ij = ‖y_i − y_j‖², through a
// kernel k and a normaliser:
//
//	gaussian   k = exp(−D)
//	heavytail  k = 1/(1 + D)
//	linear     k = D + floor · mean Δ, how unlikely rows are neighbours
//
//	none         P_ij = k_ij
//	conditional  P_ij = k_ij / Σ_l k_il = p_j|i
//	joint        P_ij = (p_j|i + p_i|j) / 2n
//	global       P_ij = k_ij / Σ_lm k_lm
//
// G tells who is near whom among the rows, by the metric before it: see graph.
// Responses are the table's, or classes as corners of a simplex, for which Δ is
// 0 or 2; with scale they are brought to a mean Δ of one for the fit, without
// which heavytail and all normalisers depend on their units. X n×d → Z n×dim in
// the units of the response; any row is mapped by the same formula. The spectrum
// are the variances of Z along its principal axes, to which W is turned.
//
// gaussian without a normaliser is SDPP, to the bit; starts are those of SDPP. Normalisers tie all pairs
// together, so that neighbourhoods are kept less; none is the default.
//
// Time a step O(edges dim) without a normaliser and O(n² dim) with one, beside
// that of the neighbours; memory O(edges + nd) in either case. It fails without
// classes or a response, for more dimensions than white columns, where all
// neighbours have equal responses, and for a floor of zero where some have. It
// is deterministic. Gradients are those of the cost as written; the printed ones
// of the source lose the derivative of the kernel in two of three kinds, a sign
// in the third, and the normalisers in all.
type SPPP struct {
	Dim       int           // dimensions
	Kind      string        // "heavytail", "gaussian" or "linear"
	Normalise string        // "none", "conditional", "joint" or "global"
	Floor     float64       // of linear
	Scale     string        // whether responses are scaled: "unit" or "none"
	Near      around.Choice // who is near: graph, k, perplexity, eps
	From      Starts        // from where it descends: starts, seed
	Method    string        // "lbfgs", "cg" or "minimize"
}

// Params declares the parameters.
func (m *SPPP) Params(p *engine.Params) {
	p.Int(&m.Dim, "dim", 2, engine.AtLeast(1), "dimensions of the embedding").Simpler(engine.Smaller)
	p.Text(&m.Kind, "kind", "heavytail", engine.OneOf("gaussian", "heavytail", "linear"), "how distances become likelihoods")
	p.Text(&m.Normalise, "normalise", "none", engine.OneOf("none", "conditional", "joint", "global"), "what likelihoods are divided by; all but none look at every pair of rows")
	p.Float(&m.Floor, "floor", 1e-3, engine.Between(0, 0.1), "added to squared distances for kind linear, as a share of the mean between responses").Quietly()
	p.Text(&m.Scale, "scale", "unit", engine.OneOf("unit", "none"), "whether responses are brought to unit size for the fit").Quietly()
	m.Near.Params(p, "entropy")
	descentParams(p, &m.Method)
	m.From.declare(p)
}

// Embed places the rows of s.
func (m *SPPP) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	near, err := m.Near.Function()
	if err != nil {
		return nil, err
	}
	return m.embed(ctx, s, near)
}

// embed places the rows of s among the neighbours that near finds.
func (m *SPPP) embed(ctx context.Context, s engine.Sample, near around.Function) (*engine.Embedding, error) {
	to, err := relate(parallel.Part(ctx, 0, 0.4), s, near)
	if err != nil {
		return nil, err
	}
	if m.Scale == "unit" {
		to.scale()
	}
	cost, err := m.cost(ctx, to)
	if err != nil {
		return nil, err
	}
	white, err := affine.Whiten(ctx, s, m.Dim)
	if err != nil {
		return nil, err
	}
	form := pairwise.NewLinear(white.U, m.Dim)
	start, err := pairwise.LeastSquares(parallel.Part(ctx, 0.4, 0.5), cost.Pairs(), form)
	if err != nil {
		return nil, err
	}
	w, err := pairwise.Minimise(parallel.Part(ctx, 0.5, 1), cost, form, start, m.From.settings(m.Method, s))
	if err != nil {
		return nil, err
	}
	return placeWhite(ctx, white, s, to.restore(w), m.Dim)
}

// A pairCost is a cost on likelihoods of pairs.
type pairCost interface {
	pairwise.Cost
	Pairs() *pairwise.Pairs
}

// cost returns C for what rows are to be.
func (m *SPPP) cost(ctx context.Context, to *relation) (pairCost, error) {
	floor := m.Floor
	if m.Scale != "unit" {
		floor *= to.mean
	}
	kernel := map[string]pairwise.Kernel{"gaussian": pairwise.Gaussian{}, "heavytail": pairwise.HeavyTailed{}, "linear": pairwise.Affine{Floor: floor}}[m.Kind]
	norm, normalised := map[string]pairwise.Norm{"conditional": pairwise.Conditional, "joint": pairwise.Joint, "global": pairwise.Global}[m.Normalise]
	switch {
	case normalised:
		return pairwise.NewNormalised(ctx, to, kernel, norm)
	case m.Kind == "gaussian": // which is SDPP
		return pairwise.NewStress(ctx, to)
	}
	return pairwise.NewLogRatio(ctx, to, kernel)
}
