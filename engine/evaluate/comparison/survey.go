package comparison

import (
	"cmp"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/evaluate/evidence"
	"unfold/engine/remedy"
)

// A Survey is the same recipes on many data sets, each of which counts once, by
// the mean score of each recipe.
type Survey struct {
	Measure string
	Better  engine.Direction
	Names   []string      // of the recipes
	Sets    []*Comparison // by data set, each with an entry for every recipe
	Whole   []int         // the sets without a hole, which the tests are of

	Ranking  *evidence.Ranking // over the whole sets; nil if there are none
	Friedman evidence.Friedman // whether the recipes differ at all
	Omnibus  error             // why there is no Friedman; nil if there is one

	PostHoc  PostHoc // the test that tells pairs apart
	Critical float64 // difference of mean ranks, by Nemenyi; NaN if it was not made
	Pairs    []Pair  // of recipes in their order
	Refused  error   // why no pairs are told apart; nil if they could be
	// Groups are the recipes that are not told apart, each at least two, by rank.
	Groups [][]int
}

// Over compares recipes over many data sets. It fails where [New] would on one of
// them, but that a recipe without a result, or without the score that most have,
// is a hole; and if all are, with the first error.
//
// Sets with a hole take no part in the tests. Three recipes and more are first
// held together by Friedman's test; where it does not reject at [Alpha], no pairs
// are told apart. Pairs are told apart by o.PostHoc, two recipes always by signed
// ranks.
func Over(sets []Set, o Options) (*Survey, error) {
	if err := o.check(sets); err != nil {
		return nil, err
	}
	entries := finishedEntries(sets...)
	if len(entries) == 0 {
		return nil, noneFinishedError(sets)
	}
	measure, err := o.commonestMeasure(entries)
	if err != nil {
		return nil, err
	}
	s := &Survey{Measure: measure.Name, Better: measure.Better, PostHoc: cmp.Or(o.PostHoc, Nemenyi), Critical: math.NaN()}
	for _, e := range sets[0].Entries {
		s.Names = append(s.Names, e.Name)
	}
	for _, set := range sets {
		c, err := compare(set.withMeasure(measure.Name), measure, o)
		if err != nil {
			return nil, err
		}
		if c.complete() {
			s.Whole = append(s.Whole, len(s.Sets))
		}
		s.Sets = append(s.Sets, c)
	}
	if err := s.checkTransduced(o.Mixed); err != nil {
		return nil, err
	}
	return s, s.runTests()
}

// complete reports whether every recipe has a score.
func (c *Comparison) complete() bool {
	for i, e := range c.Entries {
		if e.Report == nil || math.IsNaN(c.Standings[i].Score.Mean) {
			return false
		}
	}
	return true
}

// checkTransduced refuses sets some of which were divided so that stages saw
// held rows, and others not.
func (s *Survey) checkTransduced(mixed bool) error {
	var first *Entry
	for _, c := range s.Sets {
		for _, e := range finishedEntries(Set{Entries: c.Entries}) {
			if first == nil {
				first = &e
			}
			if e.Report.Transduced != first.Report.Transduced && !mixed {
				return &engine.Error{Param: "mixed", Cause: "stages saw the held rows, though not their labels, on some data sets only", Remedy: remedy.Say("name one protocol for all").Or(remedy.Set("mixed", true))}
			}
		}
	}
	return nil
}

// runTests makes the tests that the whole sets allow.
func (s *Survey) runTests() error {
	gains := make([][]float64, len(s.Whole)) // by set and recipe
	for at, i := range s.Whole {
		for _, standing := range s.Sets[i].Standings {
			gains[at] = append(gains[at], roundSum(s.Sets[i].gain(standing.Score.Mean)))
		}
	}
	if len(s.Whole) == 0 {
		s.Omnibus = &evidence.Refusal{Test: "Friedman test", Cause: "every data set has a hole"}
		s.Refused = s.Omnibus
		return nil
	}
	var err error
	if s.Ranking, err = evidence.NewRanking(gains); err != nil {
		return err
	}
	s.Friedman, s.Omnibus = s.Ranking.Friedman()
	s.testPairs(gains)
	s.groupPairs()
	return nil
}

// Order returns the recipes by mean rank, the best first; equal ones, and all
// without a ranking, as they were given.
func (s *Survey) Order() []int {
	order := make([]int, len(s.Names))
	for i := range order {
		order[i] = i
	}
	if s.Ranking != nil {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.Ranking.Means[a], s.Ranking.Means[b]) })
	}
	return order
}
