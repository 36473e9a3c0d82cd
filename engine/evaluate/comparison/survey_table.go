package comparison

import (
	"fmt"
	"math"
	"slices"
	"unfold/engine/figure"
)

// Table returns the survey as a table, a row for each data set with the mean
// score of each recipe, and the mean ranks last. The best of a row, and those
// that its folds do not tell from it, are marked. Under it stand the tests over
// data sets, and the reason of every hole.
func (s *Survey) Table() *figure.Sheet {
	t := &figure.Sheet{Title: fmt.Sprintf("%s over %s", s.Measure, count(len(s.Sets), "data set", "data sets")), Columns: append([]string{"data", "rows"}, s.Names...)}
	for _, c := range s.Sets {
		row := []figure.Cell{figure.Word(c.Data), figure.Word(figure.Nothing)}
		for i, e := range c.Entries {
			if e.Report == nil {
				row = append(row, figure.Word(figure.Nothing))
				continue
			}
			row[1] = figure.Figures(float64(e.Report.Table.Len()), 0)
			cell := figure.Figures(c.Standings[i].Score.Mean, 4)
			cell.Mark = c.Standings[i].Mark
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	if s.Ranking != nil && len(s.Names) > 1 {
		row := []figure.Cell{figure.Word("mean rank"), figure.Word("")}
		for i := range s.Names {
			row = append(row, s.rank(i))
		}
		t.Rows = append(t.Rows, row)
	}
	t.Foot = slices.Concat([]string{s.markLegend()}, s.testSentences(), s.holeReasons(), []string{s.cost()})
	return t
}

// cost is what all recipes took together.
func (s *Survey) cost() string {
	runs, seconds := 0, 0.0
	for _, c := range s.Sets {
		for _, e := range finishedEntries(Set{Entries: c.Entries}) {
			runs, seconds = runs+1, seconds+e.Report.Seconds
		}
	}
	return fmt.Sprintf("%s took %.1f s.", count(runs, "result", "results"), seconds)
}

// rank is a cell with a mean rank, marked.
func (s *Survey) rank(i int) figure.Cell {
	cell := figure.Figures(s.Ranking.Means[i], 2)
	best := s.Order()[0]
	switch {
	case len(s.Names) == 1:
	case s.Ranking.Means[i] == s.Ranking.Means[best]:
		cell.Mark = figure.Best
	case s.Refused == nil && !s.pairOf(i, best).Apart:
		cell.Mark = figure.Tied
	}
	return cell
}

// Ranks returns a row for each recipe, the best mean rank first: on how many of
// the whole sets it did better than, like and worse than each other, summed, and
// how it differs from the best.
func (s *Survey) Ranks() *figure.Sheet {
	t := &figure.Sheet{Title: fmt.Sprintf("ranks by %s over %s", s.Measure, count(len(s.Whole), "data set", "data sets")), Columns: []string{"recipe", "mean rank", "wins", "ties", "losses"}}
	if s.Ranking == nil {
		t.Foot = append(s.testSentences(), s.holeReasons()...)
		return t
	}
	order := s.Order()
	pairwise := s.Refused == nil
	if pairwise {
		t.Columns = append(t.Columns, "p to "+s.Names[order[0]])
	}
	for _, i := range order {
		wins, ties, losses := 0, 0, 0
		for j := range s.Names {
			if j != i {
				r := s.Ranking.Record(i, j)
				wins, ties, losses = wins+r.Wins, ties+r.Ties, losses+r.Losses
			}
		}
		row := []figure.Cell{figure.Word(s.Names[i]), s.rank(i)}
		for _, n := range []int{wins, ties, losses} {
			row = append(row, figure.Figures(float64(n), 0))
		}
		if pairwise {
			p := math.NaN()
			if i != order[0] {
				p = s.p(s.pairOf(i, order[0]))
			}
			row = append(row, probability(p))
		}
		t.Rows = append(t.Rows, row)
	}
	t.Foot = append(s.testSentences(), s.holeReasons()...)
	return t
}

// p is the p-value of a pair by the survey's test.
func (s *Survey) p(pair Pair) float64 {
	if s.PostHoc == Wilcoxon {
		return pair.Holm
	}
	return pair.Nemenyi
}

// Versus returns a row for each pair of recipes: wins, ties and losses, the
// difference of mean ranks, and the p-values of both tests, whichever of them
// tells pairs apart.
func (s *Survey) Versus() *figure.Sheet {
	t := &figure.Sheet{Title: fmt.Sprintf("pairs by %s over %s", s.Measure, count(len(s.Whole), "data set", "data sets")),
		Columns: []string{"recipe", "against", "wins", "ties", "losses", "rank difference", "p Wilcoxon", "p Wilcoxon–Holm", "p Nemenyi", "told apart"}}
	for _, p := range s.Pairs {
		row := []figure.Cell{figure.Word(s.Names[p.A]), figure.Word(s.Names[p.B])}
		for _, n := range []int{p.Record.Wins, p.Record.Ties, p.Record.Losses} {
			row = append(row, figure.Figures(float64(n), 0))
		}
		signed := math.NaN()
		if p.Without == nil {
			signed = p.Signed.P
		}
		verdict := "no"
		if p.Apart {
			verdict = "yes"
		}
		t.Rows = append(t.Rows, append(row, difference(p.Ranks), probability(signed), probability(p.Holm), probability(p.Nemenyi), figure.Word(verdict)))
	}
	t.Foot = append(s.testSentences(), s.holeReasons()...)
	return t
}

// markLegend says what the marks of single rows mean.
func (s *Survey) markLegend() string {
	protocol := ""
	for _, c := range s.Sets {
		if c.Protocol != "" {
			protocol = " by " + c.Protocol
			break
		}
	}
	return fmt.Sprintf("Mean %s%s. In each row the best is marked, and as tied what the corrected resampled t-test of its folds, adjusted by Holm, does not tell from the best at %g.", s.Measure, protocol, Alpha)
}

// testSentences are the sentences about the tests over data sets.
func (s *Survey) testSentences() (feet []string) {
	say := func(text string, args ...any) { feet = append(feet, fmt.Sprintf(text, args...)) }
	n, k := len(s.Whole), len(s.Names)
	f := s.Friedman
	if k > 2 && s.Omnibus == nil {
		say("Friedman test, n = %d data sets, %d recipes: χ² = %.2f with %.0f degrees of freedom, p = %s; Iman–Davenport F = %.2f with %.0f and %.0f, p = %s. It assumes that data sets are independent, and uses ranks alone.", n, k, f.Chi2, f.DF1, probability(f.P).Text, f.F, f.DF1, f.DF2, probability(f.FP).Text)
	}
	switch {
	case s.Refused != nil:
		say("No test tells the recipes apart: %s.", reason(s.Refused))
	case s.allAlike():
		say("The Friedman test does not reject at %g that all recipes are alike, so no pairs are told apart.", Alpha)
	case s.PostHoc == Wilcoxon && k == 2:
		p := s.Pairs[0].Signed
		say("Wilcoxon signed rank test, n = %d differences of %d without zeros (%s): T = %g, p = %s. It assumes that differences on data sets can be ranked against each other.", p.N, n, distributionName(p.Exact), min(p.Plus, p.Minus), probability(p.P).Text)
	case s.PostHoc == Wilcoxon:
		say("Pairs: Wilcoxon signed rank tests on n = %d data sets, zeros left out, adjusted by Holm for %s, at %g. They assume that differences on data sets can be ranked against each other.", n, count(len(s.Pairs), "pair", "pairs"), Alpha)
		for _, p := range s.Pairs {
			if p.Without != nil {
				say("%s and %s were not tested and count as not told apart: %s.", s.Names[p.A], s.Names[p.B], reason(p.Without))
			}
		}
	default:
		say("Pairs: Nemenyi test, n = %d data sets, critical difference of mean ranks %.2f at %g for all pairs together (Demšar 2006). Its verdict on two recipes depends on which others take part.", n, s.Critical, Alpha)
	}
	return feet
}

func distributionName(exact bool) string {
	if exact {
		return "exact"
	}
	return "normal limit"
}

// holeReasons gives the reason of every hole, and says what they do to the
// tests.
func (s *Survey) holeReasons() []string {
	var seen namedRemarks
	var feet []string
	for _, c := range s.Sets {
		var holes namedRemarks
		for i, e := range c.Entries {
			switch {
			case e.Report == nil:
				holes.add(e.Name, reason(e.Failed))
			case math.IsNaN(c.Standings[i].Score.Mean):
				holes.add(e.Name, "no "+s.Measure)
			case e.Report.Transduced:
				seen.add(e.Name, "transductive: stages saw the held rows, though not their labels")
			}
		}
		feet = append(feet, holes.lines(" on "+c.Data+" without a result — ")...)
	}
	if left := len(s.Sets) - len(s.Whole); left > 0 {
		feet = append(feet, fmt.Sprintf("Ranks and tests leave out %s with a hole.", count(left, "data set", "data sets")))
	}
	return append(feet, seen.lines(" — ")...)
}
