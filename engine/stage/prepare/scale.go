package prepare

import (
	"context"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:     "scale",
		Summary:  "gives numeric columns mean 0 and standard deviation 1 over the training rows",
		Formula:  "x ↦ (x − x̄)/s,  s² = Σ(xᵢ − x̄)²/n",
		Citation: "Hastie, Tibshirani, Friedman 2009, doi:10.1007/978-0-387-84858-7",
		Aliases:  []string{"standardscaler", "standardize", "standardise", "zscore"},
		Near:     []string{"robustscaler", "normalizer", "powertransformer", "quantiletransformer"},
		Examples: []string{`waveform(n=300) | scale | pca`},
	}, func() *Scale { return new(Scale) })
}

// Scale makes columns comparable: x ↦ (x − x̄)/s with the mean x̄ and the
// standard deviation s of the n training rows. X n×d → n×d′; the result has no
// unit.
//
// s has the divisor n, not n − 1, as in scikit-learn. Columns that are
// constant over the training rows are dropped with a remark, d′ < d; where
// all are, it fails. Missing and infinite values of training rows are errors.
// Categorical columns pass unchanged. It takes O(nd) time; nothing is random.
//
// Hastie, Tibshirani, Friedman 2009, The Elements of Statistical Learning,
// doi:10.1007/978-0-387-84858-7.
type Scale struct{}

// Params declares nothing.
func (*Scale) Params(*engine.Params) {}

// Prepare learns means and standard deviations.
func (*Scale) Prepare(ctx context.Context, s engine.Sample) (*engine.Transform, error) {
	return rescale(ctx, s, "scaled", func(c int, around columnRange) affine {
		return affine{from: c, shift: around.mean, factor: 1 / around.sd}
	})
}
