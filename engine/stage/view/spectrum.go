package view

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/linear/spectral"
	"unfold/engine/stage/folds"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "spectrum",
		Summary:  "draws the eigenvalues in decreasing order",
		Use:      "See how many dimensions carry something, and whether small or negative eigenvalues say that distances are not straight.",
		Avoid:    "Eigenvalues of a graph's Laplacian are no shares of variance: low ones matter there.",
		Citation: "Cattell 1966, doi:10.1207/s15327906mbr0102_10",
		Examples: []string{`load | sample(400) | pca(dim=2) | spectrum`},
		Needs:    engine.NeedEmbedding | engine.NeedSpectrum,
		Rank:     420,
		Standard: true,

		UnaskedNeeds: engine.NeedLeftEigenvalues,
	}, func() *Spectrum { return new(Spectrum) })
}

// Spectrum is the scree plot: the eigenvalues that the embedding came from, in
// decreasing order, with those that were kept marked. Of a fold whose parts were
// let go, so that all could be held, it shows the kept ones alone. Where they
// chose the number of dimensions, it marks what either rule of dim = auto speaks for:
// where the residual variance flattens, and where eigenvalues become stable.
//
// Citation: Cattell 1966, doi:10.1207/s15327906mbr0102_10.
type Spectrum struct {
	Fold int // which fold, counted from one
	Most int // eigenvalues drawn at most
}

// Params declares the parameters.
func (m *Spectrum) Params(p *engine.Params) {
	p.Int(&m.Fold, "fold", 1, engine.AtLeast(1), "the fold to draw")
	p.Int(&m.Most, "most", 20, engine.AtLeast(1), "eigenvalues drawn at most")
}

// View draws the figure.
func (m *Spectrum) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	run, err := folds.Run(r, m.Fold)
	if err != nil {
		return nil, err
	}
	values := run.Embedding.Spectrum
	if scree := run.Embedding.Scree; scree != nil {
		if values, err = scree.Spectrum(ctx); err != nil {
			return nil, err
		}
	}
	values = values[:min(m.Most, len(values))]
	dim := min(run.Embedding.Dim(), len(values))
	numbers := figure.Counting(len(values))
	f := &figure.Figure{
		Name:    "spectrum",
		Title:   "Spectrum" + folds.Title(r, m.Fold),
		Caption: "Eigenvalues in decreasing order, the kept ones marked. A drop behind the kept ones speaks for their number; a slow decay says that no number stands out. Noise and short circuits in a graph raise the tail.",
		X:       figure.Axis{Label: "number", Whole: true},
		Y:       figure.Axis{Label: "eigenvalue"},
		Layers: []figure.Layer{
			figure.Line{Name: "eigenvalues", X: numbers, Y: values, Marked: true},
			figure.Points{Name: "kept", X: numbers[:dim], Y: values[:dim]},
		},
	}
	f.Alt = fmt.Sprintf("The first %s, of which %d were kept: %s.", wording.Plural(len(values), "eigenvalue"), dim, list(values))
	if !run.Embedding.ByEigenvalues || run.Embedding.Scree == nil {
		return f, nil
	}
	return f, markElbows(ctx, f, run.Embedding.Scree, values)
}

// markElbows marks the numbers of dimensions that both rules of dim = auto speak for.
func markElbows(ctx context.Context, f *figure.Figure, scree *engine.Scree, values []float64) error {
	residual, err := scree.Residual(ctx)
	if err != nil {
		return err
	}
	flat, stable := spectral.Elbow(residual), spectral.Stable(values)
	for _, rule := range []struct {
		name string
		dim  int
	}{{"residual variance flattens", flat}, {"eigenvalues are stable", stable}} {
		if rule.dim <= len(values) {
			at := float64(rule.dim)
			f.Layers = append(f.Layers, figure.Segments{Name: rule.name, X0: []float64{at}, X1: []float64{at}, Y0: []float64{0}, Y1: values[rule.dim-1 : rule.dim], Strong: rule.dim == flat})
		}
	}
	f.Alt += fmt.Sprintf(" The residual variance flattens at %s, eigenvalues are stable behind %d.", wording.Plural(flat, "dimension"), stable)
	return nil
}

// list writes the first few values.
func list(values []float64) string {
	const most = 8
	text := ""
	for i, v := range values {
		if i == most {
			return text + " and so on"
		}
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprintf("%.3g", v)
	}
	return text
}
