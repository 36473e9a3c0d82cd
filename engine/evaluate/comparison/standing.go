package comparison

import (
	"math"

	"unfold/engine"
	"unfold/engine/evaluate/evidence"
	"unfold/engine/figure"
	"unfold/engine/internal/elementary"
)

// A Standing is how a recipe did and how it differs from others.
type Standing struct {
	Score engine.Summary
	// Low and High bound the 95 % interval of the mean score: by the corrected
	// resampled t over folds, or, of a share on one fold or of all rows together,
	// Wilson's. NaN without.
	Low, High float64
	ToBest    *Contrast // nil for the best itself
	ToFirst   *Contrast // nil for the first itself, and where the first failed
	P         float64   // of ToBest, adjusted for all comparisons with the best; NaN without a test
	Mark      figure.Mark
}

// A Contrast is the difference between a recipe and another, fold by fold.
type Contrast struct {
	To          int       // the other entry
	Differences []float64 // this minus the other, of the folds where both have a score
	Mean, SD    float64   // SD is NaN for one fold
	Test        evidence.T
	After       evidence.Posterior // that the recipe is better than the other
	Refused     error              // why Test and After are empty; nil if they are not
}

// standing is how an entry stands by itself.
func (c *Comparison) standing(e Entry) Standing {
	score, _ := e.Report.Score(c.Measure)
	s := Standing{Score: score, Low: score.Low, High: score.High, P: math.NaN()}
	if score.Pooled {
		return s // the mean is not that of the folds
	}
	if t, err := evidence.Resampled(validScores(score.Folds), c.Share, 1-Alpha); err == nil {
		s.Low, s.High = t.Low, t.High
		if !math.IsNaN(score.Low) && !score.OfRows { // a share
			s.Low, s.High = max(0, s.Low), min(1, s.High)
		}
	} else if c.Folds > 1 {
		s.Low, s.High = math.NaN(), math.NaN()
	}
	return s
}

// validScores leaves out folds without a score.
func validScores(folds []float64) (all []float64) {
	for _, v := range folds {
		if !math.IsNaN(v) {
			all = append(all, v)
		}
	}
	return all
}

// contrastTo is the contrast of entry i to another.
func (c *Comparison) contrastTo(i, other int) *Contrast {
	d := &Contrast{To: other}
	mine, theirs := c.Standings[i].Score.Folds, c.Standings[other].Score.Folds
	var gains []float64
	for f := range min(len(mine), len(theirs)) {
		if difference := roundSum(roundSum(mine[f]) - roundSum(theirs[f])); !math.IsNaN(difference) {
			d.Differences = append(d.Differences, difference)
			gains = append(gains, c.gain(difference))
		}
	}
	d.Mean, d.SD = meanSD(d.Differences)
	if d.Test, d.Refused = evidence.Resampled(d.Differences, c.Share, 1-Alpha); d.Refused == nil {
		d.After, d.Refused = evidence.Correlated(gains, c.Share, c.ROPE)
	}
	return d
}

// roundSum rounds to twelve digits, behind the point or, of numbers above one,
// in all, so that scores which are equal but for the order in which they were
// summed are equal.
func roundSum(v float64) float64 {
	unit := 1e12
	if size := math.Abs(v); size >= 1 {
		unit = elementary.Pow(10, 11-math.Floor(elementary.Log10(size)))
	}
	if rounded := math.Round(v*unit) / unit; !math.IsNaN(rounded) && !math.IsInf(rounded, 0) {
		return rounded
	}
	return v // too large to be rounded, or no number
}
