package render

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/kernel/render/table"
)

// tuningSheet sets how each setting did: its values, its inner score over all
// folds, its standard error as a fold sees it, and how many folds chose it.
func tuningSheet(t *engine.Tuning) *figure.Sheet {
	sheet := &figure.Sheet{Title: "Inner " + t.Measure + " of " + table.Count(t.Settings(), "setting")}
	for _, v := range t.Candidates {
		sheet.Columns = append(sheet.Columns, v.Name())
	}
	sheet.Columns = append(sheet.Columns, t.Measure, "error", "chosen by folds")
	for setting := range t.Settings() {
		var row []figure.Cell
		for at, digit := range engine.Digits(t.Candidates, setting) {
			row = append(row, figure.Word(t.Candidates[at].Texts[digit]))
		}
		var means, errors []float64
		chosen := 0
		for i := range t.Chosen {
			mean, se := t.Chosen[i].Mean(setting)
			means, errors = append(means, mean), append(errors, se)
			if t.Chosen[i].Setting == setting {
				chosen++
			}
		}
		sheet.Rows = append(sheet.Rows, append(row, figure.Figures(stat.Mean(means, nil), 4), figure.Figures(stat.Mean(errors, nil), 4), figure.Figures(float64(chosen), 0)))
	}
	sheet.Foot = append([]string{sweepLine(t), "chose " + choiceLine(t), optimismLine(t), effortLine(t)}, failureLines(t)...)
	return sheet
}

// sweepLine says between how many settings was chosen, and how.
func sweepLine(t *engine.Tuning) string {
	where := t.Inner + " of each training part"
	if t.Inner == "" {
		where = "the training rows themselves"
	}
	wins := "the best mean wins, of equals the simplest"
	if t.Rule == engine.OneErrorRule {
		wins = "the simplest within one standard error of the best wins"
	}
	return fmt.Sprintf("%s compared by %s on %s; %s", table.Count(t.Settings(), "setting"), t.Measure, where, wins)
}

// choiceLine says what the folds chose: a histogram in words for each
// parameter.
func choiceLine(t *engine.Tuning) string {
	var parts []string
	for at, v := range t.Candidates {
		counts := make([]int, len(v.Texts))
		for _, c := range t.Chosen {
			counts[engine.Digits(t.Candidates, c.Setting)[at]]++
		}
		parts = append(parts, v.Name()+" = "+countsText(v.Texts, counts, len(t.Chosen)))
	}
	return strings.Join(parts, "; ")
}

// countsText tells how often each value was taken, the most frequent first;
// many that were rare together.
func countsText(texts []string, counts []int, folds int) string {
	const most = 4
	var order []int
	for i, n := range counts {
		if n > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return counts[b] - counts[a] })
	switch {
	case folds == 1 && len(order) == 1:
		return texts[order[0]]
	case len(order) == 1:
		return fmt.Sprintf("%s in all %d folds", texts[order[0]], folds)
	}
	var parts []string
	rest := 0
	for k, i := range order {
		if k >= most && len(order) > most+1 {
			rest += counts[i]
			continue
		}
		words := fmt.Sprintf("%s in %d", texts[i], counts[i])
		if k == 0 {
			words = fmt.Sprintf("%s in %s", texts[i], table.Count(counts[i], "fold"))
		}
		parts = append(parts, words)
	}
	if rest > 0 {
		parts = append(parts, fmt.Sprintf("%d others in %d", len(order)-most, rest))
	}
	return strings.Join(parts, ", ")
}

// optimismLine holds what the choice promised against what held rows say.
func optimismLine(t *engine.Tuning) string {
	var inner, outer, gap []float64
	all := 0.0
	for i, o := range t.Optimism() {
		mean, _ := t.Chosen[i].Mean(t.Chosen[i].Setting)
		all += mean / float64(len(t.Chosen))
		if !math.IsNaN(o) {
			inner, outer, gap = append(inner, mean), append(outer, t.Chosen[i].Outer), append(gap, o)
		}
	}
	if len(gap) == 0 {
		return fmt.Sprintf("%s %s is what the choice was made by; no held row has judged it, so expect worse of new rows", t.Measure, table.Fixed(all, 4))
	}
	line := fmt.Sprintf("the choices promised %s %s on inner folds and kept %s on held rows: optimism %s", t.Measure,
		table.Fixed(stat.Mean(inner, nil), 4), table.Fixed(stat.Mean(outer, nil), 4), table.Fixed(stat.Mean(gap, nil), 4))
	if len(gap) > 1 {
		line += fmt.Sprintf(" ± %s over %d folds", table.Fixed(stat.StdDev(gap, nil), 4), len(gap))
	}
	return line
}

// failureLines name the settings that failed, and why.
func failureLines(t *engine.Tuning) []string {
	const most = 3
	var lines []string
	failed := 0
	for setting := range t.Settings() {
		reason, folds := "", 0
		for _, c := range t.Chosen {
			if setting < len(c.Failed) && c.Failed[setting] != "" {
				reason, folds = c.Failed[setting], folds+1
			}
		}
		if folds == 0 {
			continue
		}
		if failed++; failed <= most {
			lines = append(lines, fmt.Sprintf("%s failed in %s: %s", settingText(t, setting), table.Count(folds, "fold"), reason))
		}
	}
	if failed > most {
		lines = append(lines, fmt.Sprintf("%s failed too, %d of %d in all", table.Count(failed-most, "more setting"), failed, t.Settings()))
	}
	return lines
}

// settingText writes a setting by its values.
func settingText(t *engine.Tuning, setting int) string {
	var parts []string
	for at, digit := range engine.Digits(t.Candidates, setting) {
		parts = append(parts, t.Candidates[at].Name()+" = "+t.Candidates[at].Texts[digit])
	}
	return strings.Join(parts, ", ")
}

// effortLine says what the choice took, and what of it was there already.
func effortLine(t *engine.Tuning) string {
	line := fmt.Sprintf("%s, %s: %s learned, %d found ready", table.Count(t.Settings(), "setting"), table.Count(len(t.Chosen), "fold"), table.Count(t.Fits, "step"), t.Shared)
	if all := t.Fits + t.Shared; t.Shared > 0 {
		line += fmt.Sprintf(" (%.0f %%)", 100*float64(t.Shared)/float64(all))
	}
	if len(t.Rounds) == 0 {
		return line
	}
	var rounds []string
	for _, r := range t.Rounds {
		rounds = append(rounds, fmt.Sprintf("%d met %.0f\u00a0%%", r.Settings, 100*r.Share))
	}
	return line + "; halved by the budget: " + strings.Join(rounds, ", ") + " of the inner folds"
}
