package comparison

import (
	"math"
	"slices"

	"unfold/engine/evaluate/evidence"
)

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

// testPairs tests all pairs.
func (s *Survey) testPairs(gains [][]float64) {
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
				differences[i] = roundSum(row[a] - row[b])
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

// groupPairs decides which pairs differ, and groups those that do not.
func (s *Survey) groupPairs() {
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
		case s.allAlike():
		case s.PostHoc == Wilcoxon:
			p.Apart = p.Holm <= Alpha // no number is at most anything
		default:
			p.Apart = math.Abs(p.Ranks) >= s.Critical
		}
	}
	order := s.Order()
	groups := evidence.Cliques(len(order), func(i, j int) bool { return !s.pairOf(order[i], order[j]).Apart })
	for _, g := range groups {
		for at := range g {
			g[at] = order[g[at]]
		}
	}
	s.Groups = groups
}

// allAlike reports whether Friedman's test leaves it open that all recipes are
// alike, so that no pairs are looked at.
func (s *Survey) allAlike() bool { return len(s.Names) > 2 && s.Friedman.FP > Alpha }

// pairOf is the pair of two recipes.
func (s *Survey) pairOf(a, b int) Pair {
	if a > b {
		a, b = b, a
	}
	return s.Pairs[slices.IndexFunc(s.Pairs, func(p Pair) bool { return p.A == a && p.B == b })]
}
