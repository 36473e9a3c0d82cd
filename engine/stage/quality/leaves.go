package quality

import (
	"context"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:     "leaves",
		Summary:  "counts the leaves of the tree that predicts: how many rules it is",
		Formula:  "|leaves|",
		Citation: "Breiman, Friedman, Olshen, Stone 1984, doi:10.1201/9781315139470",
		Examples: []string{`load | cart | leaves`, `load | holdout(0.3) | isomap(k=10) | krr | cart | accuracy | leaves`},
		Needs:    engine.NeedPredictions | engine.NeedTree,
		Rank:     410,
		Standard: true,
	}, func() *Leaves { return new(Leaves) })
}

// Leaves counts the leaves of the tree that predicts, after pruning. Each is a rule:
// the conditions on the way to it, and what they say. Fewer are easier to read; how
// few will do depends on the accuracy beside them. Over folds it is the mean of
// their trees.
//
// Cost: O(nodes). Failures: an *engine.Error where what predicts is not one tree; the
// trees of a forest are not pruned, and their number of leaves grows with the rows.
//
// Citation: Breiman, Friedman, Olshen, Stone 1984, doi:10.1201/9781315139470, for
// leaves as the measure of a tree's complexity.
type Leaves struct{}

// Params declares that there are none.
func (*Leaves) Params(*engine.Params) {}

// Score counts them.
func (*Leaves) Score(_ context.Context, r *engine.Run) (engine.Score, error) {
	return size("leaves", treeOf(r).Leaves()), nil
}
