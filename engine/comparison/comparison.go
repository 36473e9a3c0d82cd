package comparison

import (
	"math"

	"unfold/engine"
	"unfold/engine/evidence"
)

// A Comparison is several recipes on one data set, divided alike.
type Comparison struct {
	Data     string // what to call it
	Protocol string // canonical text
	Measure  string // the score that is compared
	Better   engine.Direction
	ROPE     float64 // half the width of what is the same for practical purposes
	Share    float64 // of the rows of a fold that it holds
	Folds    int
	Entries  []Entry
	// Standings say how each entry stands; those of entries that failed are
	// empty.
	Standings []Standing

	others []string // scores that are told beside the measure
}

// A Standing is how a recipe did and how it differs from others.
type Standing struct {
	Score engine.Summary
	// Low and High bound the 95 % interval of the mean score: by the corrected
	// resampled t over folds, or, of a share on one fold, Wilson's. NaN without.
	Low, High float64
	ToBest    *Contrast // nil for the best itself
	ToFirst   *Contrast // nil for the first itself, and where the first failed
	P         float64   // of ToBest, adjusted for all comparisons with the best; NaN without a test
	Mark      engine.Mark
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

// New compares the recipes of one data set. It refuses reports of other rows or
// other folds, transductive beside inductive ones unless they may be mixed, and
// reports without a common score; and if no recipe has finished, it returns the
// error of the first.
//
// The best recipe is the one with the best mean, of equals the first. A recipe is
// Tied if the corrected resampled t-test of its paired differences to the best,
// adjusted by Holm for all of them, does not tell it apart at [Alpha].
func New(set Set, o Options) (*Comparison, error) {
	if err := o.check([]Set{set}); err != nil {
		return nil, err
	}
	entries := finished(set)
	if len(entries) == 0 {
		return nil, nothing([]Set{set})
	}
	measure, err := o.measure(entries)
	if err != nil {
		return nil, err
	}
	return compare(set, measure, o)
}

// compare is New once the measure is known; without reports it is all holes.
func compare(set Set, measure engine.Summary, o Options) (*Comparison, error) {
	c := &Comparison{Data: set.Data, Measure: measure.Name, Better: measure.Better, ROPE: o.ROPE, Entries: set.Entries, Standings: make([]Standing, len(set.Entries))}
	entries := finished(set)
	if len(entries) == 0 {
		return c, nil
	}
	if err := alike(entries, o.Mixed); err != nil {
		return nil, err
	}
	folds := divisions(entries[0].Report)
	c.Protocol, c.Folds, c.Share = entries[0].Report.Protocol, len(folds), share(folds)
	c.others = o.others(measure.Name, entries)
	for i, e := range c.Entries {
		if e.Report != nil {
			c.Standings[i] = c.standing(e)
		}
	}
	c.contrast()
	c.mark()
	return c, nil
}

// standing is how an entry stands by itself.
func (c *Comparison) standing(e Entry) Standing {
	score, _ := e.Report.Score(c.Measure)
	s := Standing{Score: score, Low: score.Low, High: score.High, P: math.NaN()}
	if t, err := evidence.Resampled(scored(score.Folds), c.Share, 1-Alpha); err == nil {
		s.Low, s.High = t.Low, t.High
		if !math.IsNaN(score.Low) { // a share
			s.Low, s.High = max(0, s.Low), min(1, s.High)
		}
	} else if c.Folds > 1 {
		s.Low, s.High = math.NaN(), math.NaN()
	}
	return s
}

// scored leaves out folds without a score.
func scored(folds []float64) (all []float64) {
	for _, v := range folds {
		if !math.IsNaN(v) {
			all = append(all, v)
		}
	}
	return all
}

// Best returns the entry with the best mean; −1 if none has one.
func (c *Comparison) Best() int {
	best := -1
	for i, e := range c.Entries {
		mean := c.Standings[i].Score.Mean
		if e.Report != nil && !math.IsNaN(mean) && (best < 0 || c.gain(mean-c.Standings[best].Score.Mean) > 0) {
			best = i
		}
	}
	return best
}

// gain is a difference of scores so that more is better.
func (c *Comparison) gain(difference float64) float64 {
	if c.Better == engine.Lower {
		return -difference
	}
	return difference
}

// contrast holds each entry against the best and the first.
func (c *Comparison) contrast() {
	best := c.Best()
	for i, e := range c.Entries {
		if e.Report == nil {
			continue
		}
		if best >= 0 && i != best {
			c.Standings[i].ToBest = c.against(i, best)
		}
		if i != 0 && c.Entries[0].Report != nil {
			c.Standings[i].ToFirst = c.against(i, 0)
		}
	}
}

// against is the contrast of entry i to another.
func (c *Comparison) against(i, other int) *Contrast {
	d := &Contrast{To: other}
	mine, theirs := c.Standings[i].Score.Folds, c.Standings[other].Score.Folds
	var gains []float64
	for f := range min(len(mine), len(theirs)) {
		if difference := settled(mine[f] - theirs[f]); !math.IsNaN(difference) {
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

// mark notes the best, and what is not told apart from it.
func (c *Comparison) mark() {
	best := c.Best()
	if best < 0 || len(finished(Set{Entries: c.Entries})) < 2 {
		return
	}
	c.Standings[best].Mark = engine.Best
	var tested []int
	var p []float64
	for i, s := range c.Standings {
		if s.ToBest != nil && s.ToBest.Refused == nil {
			tested, p = append(tested, i), append(p, s.ToBest.Test.P)
		}
	}
	for at, adjusted := range evidence.Holm(p) {
		s := &c.Standings[tested[at]]
		if s.P = adjusted; adjusted > Alpha {
			s.Mark = engine.Tied
		}
	}
	for i := range c.Standings {
		if s := &c.Standings[i]; s.ToBest != nil && settled(s.Score.Mean-c.Standings[best].Score.Mean) == 0 {
			s.Mark = engine.Best
		}
	}
}

// settled rounds to the twelfth decimal, so that scores which are equal but for
// the order in which they were summed are equal.
func settled(v float64) float64 {
	const unit = 1e-12
	if math.Abs(v) >= 1 {
		return v
	}
	return math.Round(v/unit) * unit
}
