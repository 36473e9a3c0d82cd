package render

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"unfold/engine"
	"unfold/kernel/render/table"
)

// grounds are the sentences why to trust the scores of a report.
func grounds(r *engine.Report) []string {
	var lines []string
	if line := proofLine(r); line != "" {
		lines = append(lines, line)
	}
	if line := copiesLine(r); line != "" {
		lines = append(lines, line)
	}
	if r.Tuning != nil {
		lines = append(append(lines, optimismLine(r.Tuning)), failureLines(r.Tuning)...)
	}
	if r.Permutation != nil {
		lines = append(lines, permutationLine(r.Permutation))
	}
	return lines
}

// proofLine says who has read the labels of held rows. Stages are handed the
// training rows of a fold and nothing else of it, so what is left to look at is
// whether a row was on both sides.
func proofLine(r *engine.Report) string {
	folds, both := 0, 0
	for _, run := range r.Runs {
		if len(run.Fold.Held) > 0 {
			folds++
			both += shared(run.Fold)
		}
	}
	line := "labels of held rows read by: none"
	switch {
	case folds == 0:
		return ""
	case r.Transduced:
		return line + "; their columns were there while the stages learned"
	case both > 0:
		return fmt.Sprintf("labels of held rows read by: every stage, of %s that were learned from and held in the same fold", table.Count(both, "row"))
	case folds == 1:
		return line + "; no row was both learned from and held"
	}
	return line + fmt.Sprintf("; in none of %d folds was a row both learned from and held", folds)
}

// copiesLine says how many held rows are copies of rows that were learned from,
// which the positions of rows do not tell; nothing where there are none.
func copiesLine(r *engine.Report) string {
	c := r.Copies
	if c.Copied == 0 {
		return ""
	}
	line := fmt.Sprintf("%d of %s equal a training row of their fold in every column", c.Copied, table.Count(c.Held, "held row"))
	switch {
	case r.Table.HasClasses():
		line += fmt.Sprintf(", %d of them with its class", c.Agree)
	case r.Table.HasResponse():
		line += fmt.Sprintf(", %d of them with its response", c.Agree)
	}
	return line + ": where such rows are one observation written twice, scores are too good; dedupe drops copies, groups keeps rows together that belong together"
}

// shared counts the held rows of a fold that it also learns from.
func shared(f engine.Fold) int {
	if len(f.Train) == 0 {
		return 0
	}
	learned := make([]bool, slices.Max(f.Train)+1)
	for _, row := range f.Train {
		learned[row] = true
	}
	n := 0
	for _, row := range f.Held {
		if row < len(learned) && learned[row] {
			n++
		}
	}
	return n
}

// permutationLine says how often as good a score came of labels that say
// nothing.
func permutationLine(p *engine.Permutation) string {
	n := len(p.Scores)
	reached := int(math.Round(p.P*float64(n+1))) - 1
	best := slices.Max[[]float64]
	if p.Better == engine.Lower {
		best = slices.Min[[]float64]
	}
	line := fmt.Sprintf("labels dealt anew reached the %s of %s in %d of %s: p = %s", p.Measure, table.Fixed(p.Real, 4), reached, table.Count(n, "deal"), table.Number(p.P))
	if n == 0 {
		return line
	}
	return line + fmt.Sprintf(" (their mean is %s, their best %s)", table.Fixed(stat.Mean(p.Scores, nil), 4), table.Fixed(best(p.Scores), 4))
}
