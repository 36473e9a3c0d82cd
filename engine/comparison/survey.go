package comparison

import (
	"cmp"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/evidence"
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

// A Pair is two recipes over the whole sets.
type Pair struct {
	A, B    int
	Record  evidence.Record     // of A against B
	Ranks   float64             // the mean rank of A minus that of B
	Nemenyi float64             // p-value, for all pairs together; NaN if it was not made
	Signed  evidence.SignedRank // of the mean scores
	Holm    float64             // its p-value, adjusted for all pairs; NaN where it was refused
	Without error               // why Signed is empty; nil if it is not
	Apart   bool                // told apart by the survey's test
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
	entries := finished(sets...)
	if len(entries) == 0 {
		return nil, nothing(sets)
	}
	measure, err := o.widest(entries)
	if err != nil {
		return nil, err
	}
	s := &Survey{Measure: measure.Name, Better: measure.Better, PostHoc: cmp.Or(o.PostHoc, Nemenyi), Critical: math.NaN()}
	for _, e := range sets[0].Entries {
		s.Names = append(s.Names, e.Name)
	}
	for _, set := range sets {
		c, err := compare(set.having(measure.Name), measure, o)
		if err != nil {
			return nil, err
		}
		if c.whole() {
			s.Whole = append(s.Whole, len(s.Sets))
		}
		s.Sets = append(s.Sets, c)
	}
	if err := s.level(o.Mixed); err != nil {
		return nil, err
	}
	return s, s.test()
}

// whole reports whether every recipe has a score.
func (c *Comparison) whole() bool {
	for i, e := range c.Entries {
		if e.Report == nil || math.IsNaN(c.Standings[i].Score.Mean) {
			return false
		}
	}
	return true
}

// level refuses sets some of which were divided so that stages saw held rows, and
// others not.
func (s *Survey) level(mixed bool) error {
	var first *Entry
	for _, c := range s.Sets {
		for _, e := range finished(Set{Entries: c.Entries}) {
			if first == nil {
				first = &e
			}
			if e.Report.Transduced != first.Report.Transduced && !mixed {
				return &engine.Error{Param: "mixed", Cause: "stages saw the held rows, though not their labels, on some data sets only", Remedy: "name one protocol for all, or give mixed=true"}
			}
		}
	}
	return nil
}

// test makes the tests that the whole sets allow.
func (s *Survey) test() error {
	gains := make([][]float64, len(s.Whole)) // by set and recipe
	for at, i := range s.Whole {
		for _, standing := range s.Sets[i].Standings {
			gains[at] = append(gains[at], settled(s.Sets[i].gain(standing.Score.Mean)))
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
	s.pair(gains)
	s.tell()
	return nil
}

// pair makes the tests of all pairs.
func (s *Survey) pair(gains [][]float64) {
	nemenyi, err := s.Ranking.Nemenyi(Alpha)
	if err == nil {
		s.Critical = nemenyi.Critical
	}
	var tested []int
	var p []float64
	for a := range s.Names {
		for b := a + 1; b < len(s.Names); b++ {
			pair := Pair{A: a, B: b, Record: s.Ranking.Record(a, b), Ranks: s.Ranking.Means[a] - s.Ranking.Means[b], Nemenyi: math.NaN(), Holm: math.NaN()}
			if err == nil {
				pair.Nemenyi = nemenyi.P[a][b]
			}
			differences := make([]float64, len(gains))
			for i, row := range gains {
				differences[i] = settled(row[a] - row[b])
			}
			if pair.Signed, pair.Without = evidence.Wilcoxon(differences, evidence.Drop); pair.Without == nil {
				tested, p = append(tested, len(s.Pairs)), append(p, pair.Signed.P)
			}
			s.Pairs = append(s.Pairs, pair)
		}
	}
	for at, adjusted := range evidence.Holm(p) {
		s.Pairs[tested[at]].Holm = adjusted
	}
}

// tell decides which pairs are told apart, and groups those that are not.
func (s *Survey) tell() {
	switch {
	case len(s.Names) == 1:
		s.Refused = &evidence.Refusal{Test: "test of pairs", Cause: "there is one recipe only"}
		return
	case len(s.Names) == 2:
		s.PostHoc, s.Critical = Wilcoxon, math.NaN()
		if s.Refused = s.Pairs[0].Without; s.Refused != nil {
			return
		}
	case s.Omnibus != nil:
		s.Refused = s.Omnibus
		return
	}
	for i := range s.Pairs {
		p := &s.Pairs[i]
		switch {
		case len(s.Names) > 2 && s.Friedman.FP > Alpha:
		case s.PostHoc == Wilcoxon:
			p.Apart = p.Holm <= Alpha // no number is at most anything
		default:
			p.Apart = math.Abs(p.Ranks) >= s.Critical
		}
	}
	order := s.Order()
	groups := evidence.Cliques(len(order), func(i, j int) bool { return !s.between(order[i], order[j]).Apart })
	for _, g := range groups {
		for at := range g {
			g[at] = order[g[at]]
		}
	}
	s.Groups = groups
}

// between is the pair of two recipes.
func (s *Survey) between(a, b int) Pair {
	if a > b {
		a, b = b, a
	}
	return s.Pairs[slices.IndexFunc(s.Pairs, func(p Pair) bool { return p.A == a && p.B == b })]
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
