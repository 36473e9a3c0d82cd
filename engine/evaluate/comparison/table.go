package comparison

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unfold/engine/figure"
)

// Table returns the comparison as a table, a row for each recipe: its score with
// deviation and interval, how it differs from the best and from the first, the
// other scores that all have, and what it cost. Under it stand the tests, what
// they assume and of how many folds, and why recipes are missing.
func (c *Comparison) Table() *figure.Sheet {
	s := &figure.Sheet{Title: strings.TrimSuffix(c.Data+", "+c.Protocol, ", "), Foot: c.footnotes()}
	for _, column := range c.columns() {
		s.Columns = append(s.Columns, column.head)
		for i, e := range c.Entries {
			if len(s.Rows) <= i {
				s.Rows = append(s.Rows, nil)
			}
			cell := figure.Word(figure.Nothing)
			if e.Report != nil || column.always {
				cell = column.of(i)
			}
			s.Rows[i] = append(s.Rows[i], cell)
		}
	}
	return s
}

// hasPairs reports whether there is anything to compare with the best.
func (c *Comparison) hasPairs() bool { return len(finishedEntries(Set{Entries: c.Entries})) > 1 }

// whyUntested returns nil if some difference to the best was tested, else why
// none was.
func (c *Comparison) whyUntested() (refused error) {
	for _, s := range c.Standings {
		if s.ToBest == nil {
			continue
		}
		if s.ToBest.Refused == nil {
			return nil
		}
		refused = s.ToBest.Refused
	}
	return refused
}

// footnotes are the sentences under the table.
func (c *Comparison) footnotes() (feet []string) {
	say := func(text string, args ...any) { feet = append(feet, fmt.Sprintf(text, args...)) }
	best := c.Best()
	switch {
	case best < 0:
	case c.Standings[best].Score.Pooled:
		say("%s is of all held rows together, as folds hold about one each; differences are of single folds.", c.Measure)
		if !math.IsNaN(c.Standings[best].Low) {
			say("The interval is Wilson's, of a share (1927).")
		}
	case c.Folds == 1 && c.Standings[best].Score.OfRows:
		say("%s of one division of the rows; the interval is its own.", c.Measure)
	case c.Folds == 1 && !math.IsNaN(c.Standings[best].Low):
		say("%s of one division of the rows; the interval is Wilson's, of a share (1927).", c.Measure)
	case c.Folds > 1:
		say("%s: mean and standard deviation over %d folds; the interval is that of the corrected resampled t (Nadeau, Bengio 2003), which allows for training rows that folds share.", c.Measure, c.Folds)
	}
	switch refused := c.whyUntested(); {
	case best < 0 || !c.hasPairs():
	case refused != nil:
		say("No test tells the recipes apart: %s.", reason(refused))
	default:
		say("p: corrected resampled t-test of the paired differences to %s, which has the best mean, n = %d folds, each holding %.2g %% of its rows; assumes normal differences; adjusted by Holm for all of them. Marked as tied: not told apart from the best at %g. That the best was found by the same scores flatters it.", c.Entries[best].Name, c.Folds, 100*c.Share, Alpha)
		say("P(better), P(same), P(worse) than %s: Bayesian correlated t-test (Benavoli et al. 2017); within ±%g of %s is the same for practical purposes.", c.Entries[best].Name, c.ROPE, c.Measure)
		for i, s := range c.Standings {
			if s.ToBest != nil && s.ToBest.Refused != nil {
				say("%s was not tested: %s.", c.Entries[i].Name, reason(s.ToBest.Refused))
			}
		}
	}
	return append(feet, c.remarks()...)
}

// remarks are what should be known of single recipes: holes, held rows in sight,
// and what stages had to say. What several said is told once.
func (c *Comparison) remarks() []string {
	var holes, seen, notes namedRemarks
	for _, e := range c.Entries {
		if e.Report == nil {
			holes.add(e.Name, reason(e.Failed))
			continue
		}
		if e.Report.Transduced {
			seen.add(e.Name, "transductive: stages saw the held rows, though not their labels")
		}
		if tuning := e.Report.Tuning; tuning != nil {
			if failed, why := tuning.Failures(); failed > 0 {
				notes.add(e.Name, fmt.Sprintf("%s of %d failed and could not be chosen, such as by: %s", count(failed, "setting", "settings"), tuning.Settings(), why))
			}
		}
		for _, note := range e.Report.Notes {
			notes.add(e.Name, note.Stage+": "+note.Text)
		}
	}
	lines := slices.Concat(holes.lines(" without a result — "), seen.lines(" — "))
	everybody := len(finishedEntries(Set{Entries: c.Entries}))
	for i, line := range notes.lines(" — ") {
		if everybody > 1 && len(notes.names[i]) == everybody {
			line = notes.texts[i] + "."
		}
		lines = append(lines, line)
	}
	return lines
}
