package quality

import (
	"context"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:     "accuracy",
		Summary:  "is the share of rows whose class was predicted, with a Wilson interval",
		Formula:  "#{i : ŷ_i = y_i} / n",
		Citation: "interval: Wilson 1927, doi:10.1080/01621459.1927.10502953",
		Aliases:  []string{"acc"},
		Examples: []string{`load | sample(600) | knn | accuracy`},
		Needs:    engine.NeedClasses | engine.NeedPredictions,
		Rank:     110,
		Standard: true,
		Chooses:  true,
	}, func() *Accuracy { return new(Accuracy) })
}

// Accuracy is the share of rows whose class was predicted,
//
//	#{i : ŷ_i = y_i} / n,
//
// over the held rows, or the training rows where none are held. The score
// carries its count, from which the report makes a 95 % interval.
//
// Citation: Wilson 1927, doi:10.1080/01621459.1927.10502953, for the interval.
type Accuracy struct{}

// Params declares that there are none.
func (*Accuracy) Params(*engine.Params) {}

// Score counts the rows.
func (*Accuracy) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	if len(r.Fold.Held) == 0 {
		engine.Remark(ctx, "no rows were held: this is the share of the training rows themselves, which flatters")
	}
	t := confusionCounts(r)
	var right int
	for c := range t {
		right += t[c][c]
	}
	n := len(r.Predicted)
	return engine.Score{Name: "accuracy", Value: float64(right) / float64(n), Count: right, Of: n}, nil
}
