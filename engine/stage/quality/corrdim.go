package quality

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/graph/dimension"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "corrdim",
		Summary:  "estimates how many dimensions the rows have from how many pairs are near",
		Formula:  "slope of log C(r) against log r, C(r) = share of pairs with δ_ij ≤ r",
		Citation: "Grassberger, Procaccia 1983, doi:10.1016/0167-2789(83)90298-1",
		Examples: []string{`swissroll(n=400) | corrdim`, `load | scale | corrdim(from=4, to=40)`},
		Needs:    engine.NeedRows,
		Rank:     530,
	}, func() *CorrDim { return new(CorrDim) })
}

// CorrDim is the correlation dimension of the training rows, as they are
// prepared and under the metric in force: the share C(r) of pairs no farther apart
// than r grows as r to the dimension, so the slope of
//
//	log C(r) against log r
//
// estimates it. The radii are those at which rows have From to To others within
// reach in the mean. Where these are auto, they are the longest run over which the
// slope holds: its halves differ by a tenth at most. A remark tells the run, and
// where none is straight; then the smallest radii serve.
//
// The interval is that of the jackknife over rows. It does not hold the bias from
// borders, which is larger than that of neighbours, for pairs are farther apart.
// Rows at no distance from another count once, which is remarked on.
//
// Cost: O(n²d) time; where that is more than some seconds, pairs are those from a
// sample of the rows, drawn with a fixed seed, which is remarked on. O(n) memory.
// Deterministic. Failures: an *engine.Error for fewer than 10 different rows, for
// From above To, for columns that are no numbers, and for a lattice.
//
// Citation: Grassberger, Procaccia 1983, "Measuring the strangeness of strange
// attractors", doi:10.1016/0167-2789(83)90298-1.
type CorrDim struct {
	From, To int // rows within reach at the smallest and the largest radius; engine.Auto for the longest straight run
}

// Params declares the parameters.
func (m *CorrDim) Params(p *engine.Params) {
	p.Int(&m.From, "from", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "rows within the smallest radius in the mean; auto begins where the longest straight run does")
	p.Int(&m.To, "to", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "rows within the largest radius in the mean; auto ends where the longest straight run does")
}

// Score fits the slope.
func (m *CorrDim) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	rows, err := dimension.Find(ctx, r.Train, 1)
	if err != nil {
		return engine.Score{}, err
	}
	remarkCopies(ctx, rows)
	radii, err := rows.Radii(ctx)
	if err != nil {
		return engine.Score{}, err
	}
	lo, hi, err := m.run(ctx, radii)
	if err != nil {
		return engine.Score{}, err
	}
	engine.Remark(ctx, "slope over radii from %.3g to %.3g, within which a row has %.1f to %.1f others", radii.Radius[lo], radii.Radius[hi-1], radii.Reach[lo], radii.Reach[hi-1])
	return dimensionScore("corrdim", radii.Slope(lo, hi)), nil
}

// run returns the radii that the slope is fitted to.
func (m *CorrDim) run(ctx context.Context, radii *dimension.Radii) (lo, hi int, err error) {
	lo, hi, straight := radii.Straight()
	if m.From == engine.Auto && m.To == engine.Auto && !straight {
		engine.Remark(ctx, "log C(r) is straight over no run of radii, so the smallest serve: the dimension differs with scale")
	}
	if m.From != engine.Auto {
		for lo = 0; lo < len(radii.Reach) && radii.Reach[lo] < float64(m.From); lo++ {
		}
	}
	if m.To != engine.Auto {
		for hi = len(radii.Reach); hi > 0 && radii.Reach[hi-1] > float64(m.To); hi-- {
		}
	}
	if hi-lo >= 3 {
		return lo, hi, nil
	}
	most := radii.Reach[len(radii.Reach)-1]
	param := "from"
	if m.From == engine.Auto {
		param = "to"
	}
	return 0, 0, &engine.Error{Param: param, Cause: fmt.Sprintf("fewer than three radii have %s to %s rows within reach", m.word(m.From), m.word(m.To)), Remedy: remedy.Give(param, fmt.Sprintf("farther from the other, both between %.0f and %.0f", radii.Reach[0], most)).Or(remedy.Omit(param))}
}

// word writes how many rows are within a radius.
func (m *CorrDim) word(reach int) string {
	if reach == engine.Auto {
		return "auto"
	}
	return fmt.Sprint(reach)
}
