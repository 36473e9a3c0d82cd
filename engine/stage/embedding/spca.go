package embedding

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/dependence"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/affine"
	"unfold/engine/linear/gram"
	"unfold/engine/linear/spectral"
)

func init() {
	declare(engine.Stage{
		Name:        "spca",
		Summary:     "keeps the directions that depend most on the classes or the response",
		Formula:     "max tr(Wᵀ Xᵀ H L H X W),  WᵀW = I;  L_ij = l(y_i, y_j)",
		Citation:    "Barshan, Ghodsi, Azimifar, Jahromi 2011, doi:10.1016/j.patcog.2010.12.015",
		Examples:    []string{`waveform(n=300) | scale | spca | svm`, `parity(n=300) | spca | ridge`},
		ReadsLabels: true,
		Maps:        true,
	}, func() engine.Embedder { return new(SPCA) })
}

// SPCA, supervised principal component analysis, keeps the directions whose
// linear kernel depends most on what is to be learned, as the Hilbert-Schmidt
// independence criterion measures it: PCA is the case of L = I.
//
//	max tr(Wᵀ Xᵀ H L H X W)  over WᵀW = I,  H = I − 11ᵀ/n
//	z = Wᵀ (x − mean)
//
// X n×d → Z n×dim in the units of the columns; any row is mapped by the same
// formula. For classes L_ij is 1 within a class and 0 elsewhere. For responses,
// one or several in a row,
//
//	rbf     L_ij = exp(−‖y_i − y_j‖²/2σ²)
//	linear  L_ij = y_i · y_j
//
// with σ in the units of the responses, by itself the median distance of two
// rows in them. The spectrum are the eigenvalues of Xᵀ H L H X.
//
// At most C − 1 directions depend on C classes, and by the linear kernel as
// many as there are responses. Where dim is more, the others are those of largest variance among
// what is orthogonal to them, with zero in the spectrum, and a note says so.
//
// Time O(ndC + d³) for classes and O(n²d + d³) for a response, of which L is
// never kept; memory O(nd + d²). Where d exceeds n it works in the span of the
// rows. It fails without classes or a response, and for more dimensions than
// the rows span. It is deterministic (Barshan, Ghodsi, Azimifar, Jahromi 2011,
// doi:10.1016/j.patcog.2010.12.015).
type SPCA struct {
	Dim    int     // dimensions
	Kernel string  // of a response: "rbf" or "linear"
	Sigma  float64 // bandwidth σ of a response, or engine.Auto
}

// Params declares the parameters.
func (m *SPCA) Params(p *engine.Params) {
	p.Int(&m.Dim, "dim", 2, engine.AtLeast(1), "dimensions of the embedding").Simpler(engine.Smaller)
	p.Text(&m.Kernel, "kernel", "rbf", engine.OneOf("rbf", "linear"), "similarity of responses; classes are alike or not")
	p.Float(&m.Sigma, "sigma", engine.Auto, engine.OrAuto(engine.Above(0)), "bandwidth in exp(−(y−y')²/2sigma²); auto is the median distance of two responses")
}

// Embed places the rows of s.
func (m *SPCA) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	remarkUnused(ctx, s)
	x, mean, _, err := centreWithAnswers(ctx, s)
	if err != nil {
		return nil, err
	}
	found, err := m.directions(ctx, s, x)
	if err != nil {
		return nil, err
	}
	remarkEqual(ctx, found.Equal, m.Dim)
	mapped := affine.NewMap(mean, found.Vectors, m.Dim)
	y, err := mapped.Place(ctx, s.X)
	if err != nil {
		return nil, err
	}
	return &engine.Embedding{Y: y, Spectrum: found.Values, Target: engine.Euclidean(s.X), Map: mapped}, nil
}

// directions returns W (d×dim) for the centred columns x of s, and
// their eigenvalues.
func (m *SPCA) directions(ctx context.Context, s engine.Sample, x *mat.Dense) (*spectral.Pairs, error) {
	span, p, err := reduceToSpan(parallel.Part(ctx, 0, 0.2), x)
	if err != nil {
		return nil, err
	}
	similar, err := m.similarity(ctx, s)
	if err != nil {
		return nil, err
	}
	done := parallel.Count(parallel.Part(ctx, 0.2, 1), "directions", 2)
	found, err := dependence.Directions(parallel.Part(ctx, 0.2, 0.6), p, m.Dim, similar)
	if err != nil {
		return nil, err
	}
	done.Add(1)
	w, values, err := fillDirections(ctx, p, found.Vectors, found.Values, m.Dim)
	if err != nil {
		return nil, err
	}
	if span != nil {
		var back mat.Dense
		back.Mul(span, w)
		w = &back
	}
	spectral.Orient(w)
	done.Add(1)
	return &spectral.Pairs{Values: values, Vectors: w, Equal: found.Equal}, ctx.Err()
}

// reduceToSpan returns the centred rows x by their coordinates in the directions that
// they span (d×r), where these are fewer than the columns; else x and nil.
func reduceToSpan(ctx context.Context, x *mat.Dense) (span, p *mat.Dense, err error) {
	n, d := x.Dims()
	if d <= n {
		return nil, x, nil
	}
	found, err := spectral.Principal(ctx, x, n-1)
	if err != nil {
		return nil, nil, err
	}
	if len(found.Values) == 0 {
		return nil, nil, spectral.Identical()
	}
	p = new(mat.Dense)
	p.Mul(x, found.Vectors)
	return found.Vectors, p, nil
}

// similarity returns the product v ↦ L v.
func (m *SPCA) similarity(ctx context.Context, s engine.Sample) (dependence.Product, error) {
	answers, err := dependence.Answers(ctx, s)
	if err != nil {
		return nil, err
	}
	if s.HasClasses() || m.Kernel == "linear" {
		return dependence.Inner(answers), nil
	}
	sigma, err := dependence.Bandwidth(ctx, answers, "sigma", m.Sigma, 1)
	if err != nil {
		return nil, err
	}
	k := &centredKernel{gram.NewEntries(gram.RBF{Sigma: sigma}, answers)}
	return k.times, nil
}

// fillDirections completes directions w of p to dim by those of largest variance that
// are orthogonal to them.
func fillDirections(ctx context.Context, p, w *mat.Dense, values []float64, dim int) (*mat.Dense, []float64, error) {
	have := len(values)
	if have >= dim {
		return w, values, nil
	}
	n, r := p.Dims()
	rest := mat.DenseCopyOf(p)
	if have > 0 {
		var along, part mat.Dense
		along.Mul(p, w)
		part.Mul(&along, w.T())
		rest.Sub(rest, &part)
	}
	floor := 1e-20 * square(p)
	others, err := spectral.Principal(ctx, rest, min(n-1, r, dim-have))
	if err != nil {
		return nil, nil, err
	}
	more := 0
	for more < len(others.Values) && others.Values[more]*float64(n-1) > floor {
		more++
	}
	if have+more < dim {
		return nil, nil, tooManyDimensions(dim, have+more, "directions with any variance")
	}
	engine.Remark(ctx, "only %d of %d directions depend on what is to be learned: the others are those of largest variance among the rest", have, dim)
	for _, c := range others.Equal { // as they stand in the spectrum
		remarkEqual(ctx, []spectral.Cluster{{From: have + c.From, To: have + c.To, Open: c.Open}}, dim)
	}
	all := mat.NewDense(r, dim, nil)
	for c := range dim {
		if c < have {
			all.SetCol(c, mat.Col(nil, c, w))
			continue
		}
		all.SetCol(c, mat.Col(nil, c-have, others.Vectors))
	}
	return all, append(append([]float64(nil), values...), make([]float64, dim-have)...), nil
}

// square returns the sum of squares of x.
func square(x *mat.Dense) float64 {
	norm := mat.Norm(x, 2)
	return norm * norm
}
