package tuning

import (
	"context"
	"fmt"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/moments"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "permutation",
		Summary:  "draws the score beside those under labels dealt anew",
		Use:      "See whether a score could be had by chance.",
		Avoid:    "A small p does not say that the score is good, only that labels are not without meaning.",
		Formula:  "p = (1 + #{deals at least as good}) / (1 + deals)",
		Citation: "Phipson, Smyth 2010, doi:10.2202/1544-6115.1585",
		Examples: []string{`load | sample(150) | scale | knn | permute(20) | permutation`},
		Needs:    engine.NeedPermutation,
		Rank:     360,
		Standard: true,
	}, func() *Permutation { return new(Permutation) })
}

// Permutation draws the histogram of the scores that the pipeline reached under
// labels dealt anew, in 2 ∛n classes of equal width, with a stroke at the score
// under the labels that rows have.
//
// Citation: Phipson, Smyth 2010, doi:10.2202/1544-6115.1585, for why the real
// labels count as one of the deals.
type Permutation struct{}

// Params declares that there are none.
func (*Permutation) Params(*engine.Params) {}

// View draws the figure; none where no deal has a score.
func (*Permutation) View(_ context.Context, r *engine.Report) (*figure.Figure, error) {
	p := r.Permutation
	var scores []float64
	for _, s := range p.Scores {
		scores = appendNumber(scores, s)
	}
	if len(scores) == 0 || math.IsNaN(p.Real) {
		return nil, nil
	}
	bars := histogram(scores)
	real := figure.Segments{Name: "labels that rows have", Strong: true}
	real = real.With(p.Real, 0, p.Real, slices.Max(bars.Y))
	return &figure.Figure{
		Name:    "permutation",
		Title:   fmt.Sprintf("Labels dealt anew: %s", p.Measure),
		Caption: fmt.Sprintf("Bars count what the same pipeline on the same folds scores where labels are dealt anew, so that there is nothing to learn; the stroke is its score with the labels that rows have. p = %.2g is the share of deals that do at least as well, these labels counted among them, and cannot be below %.2g here. A small p says that there is something to learn, not that much of it has been learned.", p.P, 1/float64(1+len(scores))),
		Alt: fmt.Sprintf("With the labels that rows have, %s is %.4g. Under %s it goes from %s, mean %.4g. p = %.2g.",
			p.Measure, p.Real, wording.Plural(len(scores), "deal"), wording.Span(scores), moments.Mean(scores), p.P),
		X:      figure.Axis{Label: p.Measure},
		Y:      figure.Axis{Label: "deals", Whole: true},
		Layers: []figure.Layer{bars, real},
	}, nil
}

// histogram counts the scores in classes of equal width; equal scores make one
// bar as wide as a hundredth.
func histogram(scores []float64) figure.Bars {
	low, high := slices.Min(scores), slices.Max(scores)
	n := int(math.Ceil(2 * elementary.Cbrt(float64(len(scores)))))
	if low == high {
		low, high, n = low-0.005, high+0.005, 1
	}
	b := figure.Bars{Name: "labels dealt anew", Y: make([]float64, n)}
	width := (high - low) / float64(n)
	for i := range n {
		b.Low, b.High = append(b.Low, low+float64(float64(i)*width)), append(b.High, low+float64(float64(i+1)*width))
	}
	for _, s := range scores {
		b.Y[min(n-1, int((s-low)/width))]++
	}
	return b
}
