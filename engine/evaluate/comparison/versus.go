package comparison

import (
	"fmt"

	"unfold/engine/evaluate/evidence"
	"unfold/engine/figure"
)

// Versus returns a row for each pair of recipes: on how many folds the first is
// better, equal and worse, the mean difference, the p-value of the corrected
// resampled t, as it is and adjusted by Holm for all pairs, and the
// probabilities that the first is better, the same for practical purposes, or
// worse. Where no test can be made they are missing, and the foot says why.
func (c *Comparison) Versus() *figure.Sheet {
	t := &figure.Sheet{Title: fmt.Sprintf("pairs by %s, %s", c.Measure, c.Data),
		Columns: []string{"recipe", "against", "wins", "ties", "losses", "difference", "p", "p Holm", "P(better)", "P(same)", "P(worse)"}}
	pairs := c.contrasts()
	var tested []float64
	for _, pair := range pairs {
		if pair.Refused == nil {
			tested = append(tested, pair.Test.P)
		}
	}
	holm := evidence.Holm(tested)
	for _, pair := range pairs {
		row := []figure.Cell{figure.Word(c.Entries[pair.from].Name), figure.Word(c.Entries[pair.To].Name)}
		for _, count := range c.countWins(pair.Differences) {
			row = append(row, figure.Figures(float64(count), 0))
		}
		row = append(row, pair.cell())
		if pair.Refused != nil {
			none := figure.Word(figure.Nothing)
			t.Rows = append(t.Rows, append(row, none, none, none, none, none))
			continue
		}
		row = append(row, probability(pair.Test.P), probability(holm[0]))
		holm = holm[1:]
		for _, probability := range []float64{pair.After.Better, pair.After.Same, pair.After.Worse} {
			row = append(row, figure.Figures(probability, 2))
		}
		t.Rows = append(t.Rows, row)
	}
	t.Foot = c.footnotes()
	return t
}

// A versus is a contrast that knows whose it is.
type namedContrast struct {
	*Contrast
	from int
}

// contrasts are all pairs of recipes that finished, in their order.
func (c *Comparison) contrasts() (all []namedContrast) {
	for i, e := range c.Entries {
		for j := i + 1; j < len(c.Entries); j++ {
			if e.Report != nil && c.Entries[j].Report != nil {
				all = append(all, namedContrast{c.contrastTo(i, j), i})
			}
		}
	}
	return all
}

// countWins counts folds that were better, equal and worse.
func (c *Comparison) countWins(differences []float64) (counts [3]int) {
	for _, d := range differences {
		switch gain := c.gain(d); {
		case gain > 0:
			counts[0]++
		case gain == 0:
			counts[1]++
		default:
			counts[2]++
		}
	}
	return counts
}
