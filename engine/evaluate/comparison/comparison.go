package comparison

import (
	"math"

	"unfold/engine"
	"unfold/engine/evaluate/evidence"
	"unfold/engine/figure"
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
	entries := finishedEntries(set)
	if len(entries) == 0 {
		return nil, noneFinishedError([]Set{set})
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
	entries := finishedEntries(set)
	if len(entries) == 0 {
		return c, nil
	}
	if err := checkAlike(entries, o.Mixed); err != nil {
		return nil, err
	}
	folds := unpermutedFolds(entries[0].Report)
	c.Protocol, c.Folds, c.Share = entries[0].Report.Protocol, len(folds), heldShare(folds)
	c.others = o.otherScores(measure.Name, entries)
	for i, e := range c.Entries {
		if e.Report != nil {
			c.Standings[i] = c.standing(e)
		}
	}
	c.setContrasts()
	c.setMarks()
	return c, nil
}

// Best returns the entry with the best mean; −1 if none has one.
func (c *Comparison) Best() int {
	best := -1
	for i, e := range c.Entries {
		mean := c.Standings[i].Score.Mean
		if e.Report != nil && !math.IsNaN(mean) && (best < 0 || c.gain(roundSum(mean)-roundSum(c.Standings[best].Score.Mean)) > 0) {
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

// setContrasts sets the differences of each entry to the best and the first.
func (c *Comparison) setContrasts() {
	best := c.Best()
	for i, e := range c.Entries {
		if e.Report == nil {
			continue
		}
		if best >= 0 && i != best {
			c.Standings[i].ToBest = c.contrastTo(i, best)
		}
		if i != 0 && c.Entries[0].Report != nil {
			c.Standings[i].ToFirst = c.contrastTo(i, 0)
		}
	}
}

// setMarks marks the best, and what is not told apart from it.
func (c *Comparison) setMarks() {
	best := c.Best()
	if best < 0 || len(finishedEntries(Set{Entries: c.Entries})) < 2 {
		return
	}
	c.Standings[best].Mark = figure.Best
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
			s.Mark = figure.Tied
		}
	}
	for i := range c.Standings {
		if s := &c.Standings[i]; s.ToBest != nil && roundSum(s.Score.Mean) == roundSum(c.Standings[best].Score.Mean) {
			s.Mark = figure.Best
		}
	}
}
