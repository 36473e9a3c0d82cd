package insight

import (
	"cmp"
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/figure"
)

func init() {
	declare(engine.Stage{
		Name:     "reject",
		Summary:  "draws how right predictions are if those near a border are rejected",
		Use:      "See how much accuracy rises if the least certain predictions are left to a person.",
		Avoid:    "It is no promise for rows unlike those seen: far from all rows a border says nothing.",
		Formula:  "accuracy of rows with (d⁻ − d⁺)/(d⁻ + d⁺) ≥ θ, against the share of the others",
		Citation: "Fischer, Hammer, Wersing 2015, doi:10.1016/j.neucom.2014.10.092",
		Examples: []string{`load | sample(300) | cv(5) | gmlvq | reject`, `load("wine") | cv(5) | glvq | reject(threshold=0.2)`},
		Needs:    engine.NeedClasses | engine.NeedPredictions | engine.NeedPrototypes,
		Rank:     243,
	}, func() *Reject { return new(Reject) })
}

// Reject draws what is gained by leaving rows without an answer that lie about as near to
// prototypes of two classes. A prediction has the relative distance
//
//	r = (d⁻ − d⁺)/(d⁻ + d⁺)
//
// of squared distances d⁺ to the nearest prototype and d⁻ to the nearest one of any other
// class, as the predictor measures them: 0 on a border, near 1 by a prototype. Those below
// a threshold θ are rejected; the curve tells the accuracy of the others against the share
// that is rejected, for all θ, with the 95 % interval of that accuracy by Wilson (1927,
// doi:10.1080/01621459.1927.10502953), and a mark tells it for the threshold that is given.
//
// The curve is over the predictions of all folds, of held rows where some are held. A
// curve that rises tells that errors are near borders; one that falls, that they are far
// inside other classes, and no threshold helps. It judges a threshold by the rows that it
// is read off: one that is chosen here is a little too good.
//
// A prediction stays an answer in scores and tables: rows are rejected in this figure
// alone. It fails where what all folds have learned was let go; such folds are left out
// otherwise, and the caption says so. It is deterministic, and ties are rejected together.
//
// Citation: Fischer, Hammer, Wersing 2015, doi:10.1016/j.neucom.2014.10.092; curves:
// Nadeem, Zucker, Hanczar 2010, JMLR W&CP 8:65–81.
type Reject struct {
	Threshold float64 // θ
}

// Params declares the parameters.
func (m *Reject) Params(p *engine.Params) {
	p.Float(&m.Threshold, "threshold", 0, engine.Between(0, 1), "the relative distance below which a row is rejected; 0 rejects none")
}

// View draws the figure.
func (m *Reject) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	var all []answered
	without := 0
	for _, run := range r.Runs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		by, is := run.Predictor.(engine.PrototypePredictor)
		if !is {
			without++
			continue
		}
		of, err := answeredIn(ctx, by, run)
		if err != nil {
			return nil, err
		}
		all = append(all, of...)
	}
	if len(all) == 0 {
		_, _, err := prototypesIn(r, 1)
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b answered) int { return cmp.Compare(a.margin, b.margin) })
	return m.draw(r, all, without), nil
}

// An answered row is how far it is from a border, and whether what was predicted of it is
// right.
type answered struct {
	margin float64
	right  bool
}

// answeredIn are the rows of a fold that predictions are for.
func answeredIn(ctx context.Context, by engine.PrototypePredictor, run *engine.Run) ([]answered, error) {
	x, err := judgedPlaces(ctx, run)
	if err != nil {
		return nil, err
	}
	margins, truth := make([]float64, len(run.Predicted)), run.Judged().Truth()
	if err := by.Margins(ctx, margins, x); err != nil {
		return nil, err
	}
	all := make([]answered, len(margins))
	for i, v := range margins {
		all[i] = answered{v, run.Predicted[i] == truth[i]}
	}
	return all, nil
}

// judgedPlaces are those rows as what predicts has seen them.
func judgedPlaces(ctx context.Context, run *engine.Run) (*mat.Dense, error) {
	switch {
	case run.Embedding == nil:
		return run.Judged().X, nil
	case len(run.Fold.Held) > 0:
		return run.Mapped, nil
	}
	_, places := run.Labelled()
	if run.Extension == nil || !run.Extension.LearnMapped {
		return places, nil
	}
	mapped, err := run.Remapped(ctx)
	if err != nil {
		return nil, err
	}
	n, dim := places.Dims()
	return mat.DenseCopyOf(mapped.Slice(0, n, 0, dim)), nil
}
