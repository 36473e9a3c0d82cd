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
		Name:        "sdpp",
		Summary:     "keeps distances of responses among neighbours, by a linear map",
		Formula:     "min_W (1/n) Σ_ij G_ij (‖Wᵀx_i − Wᵀx_j‖² − ‖y_i − y_j‖²)²",
		Citation:    "Zhu, Similä, Corona 2013, doi:10.1007/s11063-013-9285-x",
		Examples:    []string{`waveform(n=300) | scale | sdpp | svm`, `parity(n=300) | sdpp(graph="knn", k=8) | continuity`, `parity(n=300) | sdpp(method="sqlp", polish="lbfgs") | continuity`},
		ReadsLabels: true,
		Maps:        true,
	}, func() engine.Embedder { return new(SDPP) })
}

// SDPP, supervised distance preserving projection, keeps how far apart the
// responses of neighbours are.
//
//	J(W) = (1/n) Σ_ij G_ij (D_ij − Δ_ij)²,  D_ij = ‖z_i − z_j‖²,  Δ_ij = ‖y_i − y_j‖²
//	z = Wᵀ (x − mean)
//
// G tells who is near whom among the rows, by the metric before it: see graph.
// Responses are the table's, or classes as corners of a simplex, for which Δ is
// 0 or 2. X n×d → Z n×dim in the units of the response; any row is mapped by the
// same formula. The spectrum are the variances of Z along its principal axes, to
// which W is turned.
//
// The cost is a quartic in W and a convex quadratic in M = W Wᵀ. Rows are made
// white first, which changes no minimum; a start is found by least squares for M
// without regard to its rank, and others are drawn, since minima are local: each
// is gone down from roughly, until the lowest end was met twice, and to the end
// from there, in three times the evaluations of one start where minima are few; a
// note tells how far apart the ends were and how often the lowest was met. Each step of
// the descent goes to the lowest point of its line, the root of a cubic. Where columns are few beside the pairs, these
// are summed up once, and then no step depends on the number of rows.
//
// With the rank of M free that is a semidefinite quadratic programme, which
// method sqlp solves (Burer, Monteiro 2003, doi:10.1007/s10107-002-0352-8). z are
// then the leading axes of the best map of any rank: for white rows the
// eigenvectors of M times the roots of its eigenvalues, all of which are the
// spectrum. A note tells what that map costs, how nearly a bound by the dual
// programme proves it, and what the axes cost alone; with polish they go down
// further, which ends where lbfgs does. It takes 60 evaluations where few
// dimensions are enough, some 400 for ranks in the tens and thousands for
// hundreds of columns; lbfgs takes 20 to 60, cg and minimize about twice as many,
// or ten times where the columns are nearly dependent.
//
// Time O(edges (r² or 20 dim)) beside that of the neighbours, with r ≤ d white
// columns; memory O(edges + nd). It fails without classes or a response, for
// more dimensions than white columns, and where all neighbours have equal
// responses. It is deterministic for a seed (Zhu, Similä, Corona 2013,
// doi:10.1007/s11063-013-9285-x). What is there called quadratic is quartic;
// whitening, the start and the search along lines are this program's.
type SDPP struct {
	Dim    int           // dimensions
	Near   around.Choice // who is near: graph, k, perplexity, eps
	From   Starts        // from where it descends: starts, seed
	Method string        // "lbfgs", "cg", "minimize" or "sqlp"
	Polish string        // of sqlp: "none" or "lbfgs"
}

// Params declares the parameters.
func (m *SDPP) Params(p *engine.Params) {
	p.Int(&m.Dim, "dim", 2, engine.AtLeast(1), "dimensions of the embedding").Simpler(engine.Smaller)
	m.Near.Params(p, "entropy")
	p.Text(&m.Method, "method", "lbfgs", engine.OneOf("lbfgs", "cg", "minimize", "sqlp"), "descent by limited-memory BFGS or conjugate gradients, minimize with the line search of that program; sqlp for the semidefinite programme of a map of free rank").Quietly()
	p.Text(&m.Polish, "polish", "none", engine.OneOf("none", "lbfgs"), "whether the leading axes that sqlp finds go down further").Quietly()
	m.From.declare(p)
}

// descentParams declares how a cost is descended.
func descentParams(p *engine.Params, method *string) {
	p.Text(method, "method", "lbfgs", engine.OneOf("lbfgs", "cg", "minimize"), "descent by limited-memory BFGS or conjugate gradients, minimize with the line search of that program").Quietly()
}

// Embed places the rows of s.
func (m *SDPP) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	near, err := m.Near.Function()
	if err != nil {
		return nil, err
	}
	return m.embed(ctx, s, near)
}

// embed places the rows of s among the neighbours that near finds.
func (m *SDPP) embed(ctx context.Context, s engine.Sample, near around.Function) (*engine.Embedding, error) {
	to, err := relate(parallel.Part(ctx, 0, 0.4), s, near)
	if err != nil {
		return nil, err
	}
	to.scale()
	cost, err := pairwise.NewStress(ctx, to)
	if err != nil {
		return nil, err
	}
	white, err := affine.Whiten(ctx, s, m.Dim)
	if err != nil {
		return nil, err
	}
	w, err := m.minimise(parallel.Part(ctx, 0.4, 1), s, cost, pairwise.NewLinear(white.U, m.Dim), to.Factor)
	if err != nil {
		return nil, err
	}
	return placeWhite(ctx, white, s, to.restore(w), m.Dim)
}

// minimise returns the map of the rows of s for which the cost is least, of responses
// times factor.
func (m *SDPP) minimise(ctx context.Context, s engine.Sample, cost *pairwise.Stress, form *pairwise.Linear, factor float64) ([]float64, error) {
	start, err := pairwise.LeastSquares(parallel.Part(ctx, 0, 0.2), cost.Pairs(), form)
	if err != nil {
		return nil, err
	}
	rest, settings := parallel.Part(ctx, 0.2, 1), m.From.settings(m.Method, s)
	if m.Method == "sqlp" {
		return pairwise.Semidefinite(rest, cost, form, start, pairwise.Free{Descent: settings.Descent, Polish: m.Polish == "lbfgs", Unit: 1 / (factor * factor)})
	}
	return pairwise.Minimise(rest, cost, form, start, settings)
}
