package prepare

import (
	"context"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:     "minmax",
		Summary:  "stretches numeric columns to the range from 0 to 1 over the training rows",
		Formula:  "x ↦ (x − min x)/(max x − min x)",
		Citation: "Han, Kamber, Pei 2012, doi:10.1016/C2009-0-61819-5",
		Aliases:  []string{"minmaxscaler", "rescale"},
		Near:     []string{"maxabsscaler"},
		Examples: []string{`balance | minmax | pca`},
	}, func() *MinMax { return new(MinMax) })
}

// MinMax keeps the shape of each column and fixes its ends: x ↦ (x − a)/(b − a)
// with the least value a and the largest b of the training rows. X n×d →
// n×d′; the result has no unit. Held rows can lie outside [0, 1].
//
// Columns that are constant over the training rows are dropped with a remark,
// d′ < d; where all are, it fails. Missing and infinite values of training
// rows are errors. Categorical columns pass unchanged. It takes O(nd) time;
// nothing is random.
//
// Han, Kamber, Pei 2012, Data Mining, doi:10.1016/C2009-0-61819-5.
type MinMax struct{}

// Params declares nothing.
func (*MinMax) Params(*engine.Params) {}

// Prepare learns the ends.
func (*MinMax) Prepare(ctx context.Context, s engine.Sample) (*engine.Transform, error) {
	return rescale(ctx, s, "stretched to 0–1", func(c int, around columnRange) affine {
		return affine{from: c, shift: around.low, factor: 1 / (around.high - around.low)}
	})
}
