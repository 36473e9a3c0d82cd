package unfolding

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/fit/dependence"
	"unfold/engine/internal/copies"
	"unfold/engine/internal/moments"
	"unfold/engine/linear/gram"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "muhsic",
		Summary:  "draws unlike rows apart while neighbours keep their distances",
		Formula:  "min (1/|S|) Σ_S (‖y_i−y_j‖²/δ_ij² − 1)² − ν tr(H L H Y Yᵀ) / r",
		Citation: "Song, Smola, Borgwardt, Gretton 2007, Colored maximum variance unfolding, NIPS 20; criterion: Gretton et al. 2005, doi:10.1007/11564089_7",
		Examples: []string{
			`waveform(n=120) | muhsic(k=5)`,
			`swissroll(n=150) | muhsic(k=6, spread=0.5)`,
		},
		ReadsLabels: true,
		Unlabelled:  true,
	}, func() engine.Embedder { return new(MUHSIC) })
}

// MUHSIC, coloured maximum variance unfolding, draws rows apart along what is to be
// learned of them, while neighbours keep their distances: it maximises their
// dependence by the Hilbert-Schmidt criterion, under local isometry.
//
//	G = argmin (1/|S|) Σ_S (d_ij/δ_ij² − 1)² − ν ⟨C L C + spread H, G⟩/r,
//	    G positive semidefinite, G 1 = 0, H = I − 11ᵀ/n, L_ij = l(y_i, y_j)
//
// with kept pairs S, their distances δ, and Y of G as for mvu, which has L = I. l is
// 1 within a class and 0 elsewhere; of responses it is exp(−‖y − y′‖²/2 sigmay²) or
// their inner product. With spread above zero all pairs are drawn apart as well, so
// that rows of one class do not fall together where nothing holds them.
//
// C is H where all rows have a label. Of others nothing is known, so the dependence is
// that of the m labelled rows alone: C takes the mean of those off them and is zero on
// the rest, which is not the same as to centre an L that is zero there: rows without a
// label would be unlike all that have one. They keep their distances and are drawn
// apart by spread, and so lie where their neighbours take them; a note counts them.
//
// X n×d → Y n×dim, in the units of δ. Parameters, bridges, copies, landmarks, the
// proof of the optimum, cost and failures are those of mvu; copies of a row have one
// place, whatever their classes, and count for all of them. It fails without classes
// or a response. It is deterministic (Song, Smola, Borgwardt, Gretton 2007, Colored
// maximum variance unfolding, NIPS 20).
//
// Deviation: the paper seeks G among combinations of the graph's smoothest
// eigenvectors, to make it small; here no G is left out, and distances are kept softly.
type MUHSIC struct {
	KernelY string  // of responses: "rbf" or "linear"
	SigmaY  float64 // bandwidth of responses, or engine.Auto
	Spread  float64 // how much all rows are drawn apart, beside those that differ
	Isometry
}

// Params declares the parameters.
func (m *MUHSIC) Params(p *engine.Params) {
	m.declare(p)
	p.Text(&m.KernelY, "kernely", "rbf", engine.OneOf("", "rbf", "linear"), "similarity of responses; classes are alike or not").Quietly()
	p.Float(&m.SigmaY, "sigmay", engine.Auto, engine.OrAuto(engine.Above(0)), "bandwidth in exp(−(y−y')²/2sigmay²); auto is the median distance of two responses").Quietly()
	p.Float(&m.Spread, "spread", 0.1, engine.AtLeast(0), "how much all rows are drawn apart, beside those whose classes or responses differ")
}

// Embed places the rows of s.
func (m *MUHSIC) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	colours, err := m.colours(ctx, s)
	if err != nil {
		return nil, err
	}
	return m.embed(ctx, s, drawing{colours, m.Spread})
}

// colours returns columns V with C L C = V Vᵀ, but for a share of its trace that
// rounding would hide: centred where rows have a label, and zero where they have none.
func (m *MUHSIC) colours(ctx context.Context, s engine.Sample) (*mat.Dense, error) {
	known, at := labelled(s)
	switch {
	case len(at) == s.Len():
		return m.similar(ctx, s)
	case len(at) == 0:
		return nil, &engine.Error{Cause: "it reads classes or a response, and no row has one", Remedy: remedy.Say("give rows with a label too").Or(remedy.Use("mvu"))}
	}
	engine.Remark(ctx, "%d rows without a label keep their distances: how unlike rows are is known of the %d labelled ones", s.Len()-len(at), len(at))
	among, err := m.similar(ctx, known)
	if err != nil {
		return nil, err
	}
	_, r := among.Dims()
	v := mat.NewDense(s.Len(), r, nil)
	for row, i := range at {
		v.SetRow(i, among.RawRowView(row))
	}
	return v, nil
}

// labelled are the rows of s whose class or response is known, and where they are in it.
func labelled(s engine.Sample) (known engine.Sample, at []int) {
	for i := range s.Len() {
		if s.Known(i) {
			at, known.Rows = append(at, i), append(known.Rows, check.Row(s, i))
		}
	}
	if at != nil {
		known.X, known.Target = copies.Distinct{Rows: at}.Take(s.X), s.Target.Take(at)
	}
	return known, at
}

// similar returns the centred V of rows that all have a label.
func (m *MUHSIC) similar(ctx context.Context, s engine.Sample) (*mat.Dense, error) {
	const share = 1e-6
	answers, err := dependence.Answers(ctx, s)
	if err != nil {
		return nil, err
	}
	v := answers // inner products of indicators tell classes apart
	if !s.HasClasses() && m.KernelY != "linear" {
		sigma, err := dependence.Bandwidth(ctx, answers, "sigmay", m.SigmaY, 1)
		if err != nil {
			return nil, err
		}
		if v, err = dependence.Factor(ctx, gram.RBF{Sigma: sigma}, answers, share); err != nil {
			return nil, err
		}
	}
	centred := mat.DenseCopyOf(v)
	moments.Centre(centred)
	return centred, nil
}
