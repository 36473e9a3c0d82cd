package quality

import (
	"context"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:     "balanced",
		Summary:  "is the mean over classes of the share of their rows predicted",
		Formula:  "mean over classes c of #{i : ŷ_i = y_i = c} / #{i : y_i = c}",
		Citation: "Brodersen, Ong, Stephan, Buhmann 2010, doi:10.1109/ICPR.2010.764",
		Aliases:  []string{"balancedaccuracy"},
		Near:     []string{"auc", "roc", "rocauc", "mcc"},
		Examples: []string{`load | sample(600) | knn | balanced`},
		Needs:    engine.NeedClasses | engine.NeedPredictions,
		Rank:     120,
		Standard: true,
	}, func() *Balanced { return new(Balanced) })
}

// Balanced is balanced accuracy, the mean recall of the classes:
//
//	mean over classes c of #{i : ŷ_i = y_i = c} / #{i : y_i = c}.
//
// Chance gives one over the number of classes, however unequal they are. A
// class without rows among those judged has no recall and is left out of the
// mean, as in scikit-learn.
//
// Citation: Brodersen, Ong, Stephan, Buhmann 2010, doi:10.1109/ICPR.2010.764.
type Balanced struct{}

// Params declares that there are none.
func (*Balanced) Params(*engine.Params) {}

// Score averages the recalls.
func (*Balanced) Score(_ context.Context, r *engine.Run) (engine.Score, error) {
	var sum float64
	classes := 0
	for c, row := range confusionCounts(r) {
		if rows := total(row); rows > 0 {
			sum += float64(row[c]) / float64(rows)
			classes++
		}
	}
	return engine.Score{Name: "balanced", Value: sum / float64(classes)}, nil
}
