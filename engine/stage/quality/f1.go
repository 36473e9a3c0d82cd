package quality

import (
	"context"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:     "f1",
		Summary:  "is the mean over classes of F1, which weighs misses and false alarms alike",
		Formula:  "mean over classes c of 2 tp_c / (2 tp_c + fp_c + fn_c)",
		Citation: "Sokolova, Lapalme 2009, doi:10.1016/j.ipm.2009.03.002",
		Aliases:  []string{"fscore", "fmeasure"},
		Near:     []string{"precision", "recall"},
		Examples: []string{`load | sample(600) | knn | f1`},
		Needs:    engine.NeedClasses | engine.NeedPredictions,
		Rank:     130,
		Standard: true,
	}, func() *F1 { return new(F1) })
}

// F1 is macro F1: for each class the harmonic mean of precision and recall,
//
//	F1_c = 2 tp_c / (2 tp_c + fp_c + fn_c),
//
// averaged over the classes. A class that occurs neither among the rows
// judged nor among their predictions has no F1 and is left out of the mean;
// one that is predicted but does not occur counts as 0, as in scikit-learn.
//
// Citation: Sokolova, Lapalme 2009, doi:10.1016/j.ipm.2009.03.002.
type F1 struct{}

// Params declares that there are none.
func (*F1) Params(*engine.Params) {}

// Score averages over the classes.
func (*F1) Score(_ context.Context, r *engine.Run) (engine.Score, error) {
	t := confusionCounts(r)
	predicted := make([]int, len(t))
	for _, row := range t {
		for c, count := range row {
			predicted[c] += count
		}
	}
	var sum float64
	classes := 0
	for c, row := range t {
		// rows + predicted = 2 tp + fn + fp
		if either := total(row) + predicted[c]; either > 0 {
			sum += 2 * float64(row[c]) / float64(either)
			classes++
		}
	}
	return engine.Score{Name: "f1", Value: sum / float64(classes)}, nil
}
