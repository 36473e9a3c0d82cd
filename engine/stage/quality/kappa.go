package quality

import (
	"context"
	"math"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:     "kappa",
		Summary:  "is the share of rows predicted beyond what agrees by chance",
		Formula:  "(p − e) / (1 − e), e = Σ over classes c of n_c m_c / n²",
		Citation: "Cohen 1960, doi:10.1177/001316446002000104",
		Aliases:  []string{"cohenkappa"},
		Examples: []string{`load | sample(600) | knn | kappa`},
		Needs:    engine.NeedClasses | engine.NeedPredictions,
		Rank:     140,
	}, func() *Kappa { return new(Kappa) })
}

// Kappa is Cohen's κ, the accuracy p held against the one e that the same
// predictions would have if they were dealt to the rows at random:
//
//	κ = (p − e) / (1 − e),  e = Σ over classes c of n_c m_c / n²,
//
// with n_c rows of class c and m_c predictions of it. It is 1 for perfect
// predictions, 0 for what chance does, and NaN where rows and predictions are
// all of one class.
//
// Citation: Cohen 1960, doi:10.1177/001316446002000104.
type Kappa struct{}

// Params declares that there are none.
func (*Kappa) Params(*engine.Params) {}

// Score counts what agrees, and what would.
func (*Kappa) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	t := confusionCounts(r)
	n := float64(len(r.Predicted))
	predicted := make([]int, len(t))
	for _, row := range t {
		for c, count := range row {
			predicted[c] += count
		}
	}
	var agree, chance float64
	for c, row := range t {
		agree += float64(row[c]) / n
		chance += float64(total(row)) * float64(predicted[c]) / (n * n)
	}
	s := engine.Score{Name: "kappa", Value: math.NaN()}
	if chance >= 1 {
		engine.Remark(ctx, "rows and predictions are all of one class, so there is nothing beyond chance")
		return s, nil
	}
	s.Value = (agree - chance) / (1 - chance)
	return s, nil
}
