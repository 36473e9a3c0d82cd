package quality

import (
	"context"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:     "depth",
		Summary:  "counts the tests on the longest way through the tree that predicts",
		Formula:  "max over leaves of the tests above it",
		Citation: "Breiman, Friedman, Olshen, Stone 1984, doi:10.1201/9781315139470",
		Examples: []string{`load | cart | depth`},
		Needs:    engine.NeedPredictions | engine.NeedTree,
		Rank:     430,
	}, func() *Depth { return new(Depth) })
}

// Depth counts the tests on the longest way from the root of the tree that predicts
// to a leaf: how many conditions its longest rule has. A leaf alone has depth 0.
// Over folds it is the mean of their trees.
//
// Cost: O(nodes). Failures: an *engine.Error where what predicts is not one tree.
//
// Citation: Breiman, Friedman, Olshen, Stone 1984, doi:10.1201/9781315139470.
type Depth struct{}

// Params declares that there are none.
func (*Depth) Params(*engine.Params) {}

// Score follows the longest way.
func (*Depth) Score(_ context.Context, r *engine.Run) (engine.Score, error) {
	return size("depth", treeOf(r).Depth()), nil
}
