package quality

import (
	"context"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:     "tests",
		Summary:  "counts the tests of the tree that predicts: its nodes that ask something",
		Formula:  "|nodes| − |leaves|",
		Citation: "Quinlan 1993, C4.5: Programs for Machine Learning, doi:10.1016/C2009-0-27846-9",
		Examples: []string{`load | cart | tests`},
		Needs:    engine.NeedPredictions | engine.NeedTree,
		Rank:     420,
	}, func() *Tests { return new(Tests) })
}

// Tests counts the nodes of the tree that predicts which ask something, after
// pruning. Where every test has two answers it is one below the leaves; a
// test with a branch for each level has more leaves. Over folds it is the mean of
// their trees.
//
// Cost: O(nodes). Failures: an *engine.Error where what predicts is not one tree.
//
// Citation: Quinlan 1993, "C4.5: Programs for Machine Learning",
// doi:10.1016/C2009-0-27846-9.
type Tests struct{}

// Params declares that there are none.
func (*Tests) Params(*engine.Params) {}

// Score counts them.
func (*Tests) Score(_ context.Context, r *engine.Run) (engine.Score, error) {
	return size("tests", treeOf(r).Tests()), nil
}
