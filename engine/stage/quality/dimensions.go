package quality

import (
	"context"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:     "dimensions",
		Summary:  "counts the numbers of a row that the predictor learned from",
		Formula:  "dim of the embedding, or the prepared columns without one",
		Citation: "van der Maaten, Postma, van den Herik 2009, Dimensionality Reduction: A Comparative Review, TiCC TR 2009-005",
		Examples: []string{`load | isomap(k=10, dim=3) | krr | knn | accuracy | dimensions`, `load | knn | dimensions`},
		Needs:    engine.NeedPredictions,
		Rank:     440,
	}, func() *Dimensions { return new(Dimensions) })
}

// Dimensions counts the numbers of a row that the predictor learned from: the
// dimensions of the embedding or, where nothing was embedded, the columns as they
// were prepared (after onehot, one for each level). Over folds that choose their own
// number it is the mean.
//
// Cost: O(1). Citation: van der Maaten, Postma, van den Herik 2009, "Dimensionality
// Reduction: A Comparative Review", TiCC TR 2009-005, who hold methods against each
// other at equal dimensions.
type Dimensions struct{}

// Params declares that there are none.
func (*Dimensions) Params(*engine.Params) {}

// Score counts them.
func (*Dimensions) Score(_ context.Context, r *engine.Run) (engine.Score, error) {
	return size("dimensions", r.Dimensions()), nil
}
