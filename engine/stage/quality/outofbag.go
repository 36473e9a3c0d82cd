package quality

import (
	"context"
	"math"

	"unfold/engine"
	"unfold/engine/remedy"
	"unfold/engine/tree"
)

func init() {
	declare(engine.Stage{
		Name:     "outofbag",
		Summary:  "errs on training rows by the trees of a forest that have not seen them",
		Formula:  "share of wrong classes, or √ of the mean of (y − ŷ)², ŷ by {t : i ∉ bag of t}",
		Citation: "Breiman 2001, doi:10.1023/A:1010933404324",
		Examples: []string{`load | forest | outofbag`},
		Needs:    engine.NeedPredictions | engine.NeedBagged,
		Rank:     440,
		Standard: true,
	}, func() *OutOfBag { return new(OutOfBag) })
}

// OutOfBag is the error of a forest on its own training rows, each predicted by the
// trees that did not draw it: the share of wrong classes, or the root of the mean
// squared error, in the units of the response as rmse is; of several responses the root of
// the mean over all of them. It needs no held rows, and agrees with what
// those tell but for chance, where trees are many; with few, a row is predicted by few
// of them, which errs more than the forest. Stages before the forest that read labels
// have seen these rows, and make it too good.
//
// Cost: none; the forest has found it. Failures: an *engine.Error where what predicts
// is no forest, or its trees have seen all rows.
//
// Citation: Breiman 2001, doi:10.1023/A:1010933404324.
type OutOfBag struct{}

// Params declares that there are none.
func (*OutOfBag) Params(*engine.Params) {}

// Score reads it off the forest.
func (*OutOfBag) Score(_ context.Context, r *engine.Run) (engine.Score, error) {
	found := r.Predictor.(tree.Bagged).OutOfBag()
	if found.Rows == 0 {
		return engine.Score{}, &engine.Error{Cause: "the trees have seen all rows: none is out of their bags", Remedy: remedy.Say("grow more trees, or learn from more rows")}
	}
	if r.Train.HasResponse() && !r.Train.HasClasses() {
		found.Error = math.Sqrt(found.Error)
	}
	return engine.Score{Name: "outofbag", Value: found.Error, Better: engine.Lower}, nil
}
