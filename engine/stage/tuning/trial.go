package tuning

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/wording"
)

// A trial is how one setting of a tuning did over all folds.
type trial struct {
	setting int
	digits  []int   // which value of each varied parameter it takes
	mean    float64 // of the folds' mean inner scores
	error   float64 // a fold's standard error between its inner folds, on average; NaN without several
	folds   int     // that chose it
}

// trials sums a tuning up: a trial for each setting that has a score in some
// fold, in the order of the settings.
func trials(t *engine.Tuning) []trial {
	var all []trial
	for setting := range t.Settings() {
		tr := trial{setting: setting, digits: engine.Digits(t.Candidates, setting)}
		var means, errors []float64
		for i := range t.Chosen {
			chosen := &t.Chosen[i]
			if chosen.Setting == setting {
				tr.folds++
			}
			mean, se := chosen.Mean(setting)
			means, errors = appendNumber(means, mean), appendNumber(errors, se)
		}
		if len(means) == 0 {
			continue
		}
		tr.mean, tr.error = meanOrNaN(means), meanOrNaN(errors)
		all = append(all, tr)
	}
	return all
}

func appendNumber(list []float64, v float64) []float64 {
	if math.IsNaN(v) {
		return list
	}
	return append(list, v)
}

// meanOrNaN returns the mean, NaN of no values.
func meanOrNaN(list []float64) float64 {
	var sum float64
	for _, v := range list {
		sum += v
	}
	return sum / float64(len(list))
}

// byMean orders trials from the best mean to the worst.
func byMean(better engine.Direction) func(a, b trial) int {
	return func(a, b trial) int {
		if better == engine.Lower {
			return cmp.Compare(a.mean, b.mean)
		}
		return cmp.Compare(b.mean, a.mean)
	}
}

// bestOf returns the trial with the best mean, of equals the first.
func bestOf(t *engine.Tuning, all []trial) trial { return slices.MinFunc(all, byMean(t.Better)) }

// withinOneError returns the trials whose mean is within one standard error of
// the best one's, the best among them; only it where it has no error.
func withinOneError(t *engine.Tuning, all []trial) []trial {
	best := bestOf(t, all)
	var list []trial
	for _, tr := range all {
		if tr.setting == best.setting || math.Abs(tr.mean-best.mean) <= best.error {
			list = append(list, tr)
		}
	}
	return list
}

// chosenOf returns the trials that folds chose, most often chosen first.
func chosenOf(all []trial) []trial {
	var list []trial
	for _, tr := range all {
		if tr.folds > 0 {
			list = append(list, tr)
		}
	}
	slices.SortStableFunc(list, func(a, b trial) int { return b.folds - a.folds })
	return list
}

// nameSetting writes a setting: "k = 7, lambda = 0.01". Parameters of one name
// carry their step.
func nameSetting(varied []engine.Candidates, digits []int) string {
	words := make([]string, len(varied))
	for i, v := range varied {
		name := v.Param
		if slices.ContainsFunc(varied, func(o engine.Candidates) bool { return o.Param == v.Param && o.Name() != v.Name() }) {
			name = v.Name()
		}
		words[i] = name + " = " + v.Texts[digits[i]]
	}
	return strings.Join(words, ", ")
}

// describeBest writes which setting had the best mean, and how far the worst
// fell behind.
func describeBest(t *engine.Tuning, all []trial) string {
	best, worst := bestOf(t, all), slices.MaxFunc(all, byMean(t.Better))
	text := fmt.Sprintf("Best is %.4g with %s", best.mean, nameSetting(t.Candidates, best.digits))
	if !math.IsNaN(best.error) {
		text += fmt.Sprintf(", standard error %.2g", best.error)
	}
	text += fmt.Sprintf("; worst %.4g with %s.", worst.mean, nameSetting(t.Candidates, worst.digits))
	if missing := t.Settings() - len(all); missing > 0 {
		text += fmt.Sprintf(" %s without a score.", wording.Plural(missing, "setting"))
	}
	return text
}

// describeChosen writes what the folds chose, most often chosen first.
func describeChosen(t *engine.Tuning, all []trial) string {
	const most = 6
	var words []string
	list := chosenOf(all)
	for i, tr := range list {
		if i == most {
			words = append(words, fmt.Sprintf("%s more", wording.Plural(len(list)-most, "setting")))
			break
		}
		word := nameSetting(t.Candidates, tr.digits)
		if len(t.Chosen) > 1 {
			word += fmt.Sprintf(" (%d of %d folds)", tr.folds, len(t.Chosen))
		}
		words = append(words, word)
	}
	return "Chosen: " + strings.Join(words, "; ") + "."
}

// describeInner says for a caption which rows the scores come from, and how far
// to trust them.
func describeInner(t *engine.Tuning) string {
	text := "Scores are of inner folds of the training rows"
	if t.Inner == "" {
		text = "Candidates were judged on the very rows that they learned from"
	}
	if len(t.Chosen) > 1 {
		text += fmt.Sprintf(", averaged over %d folds", len(t.Chosen))
	}
	text += "."
	if t.Rule == engine.OneErrorRule {
		text += " A fold takes the simplest candidate within one standard error of its best."
	}
	if t.Rounds != nil {
		text += " Settings were given up early where others did better, so means are not all over the same folds and rows."
	}
	return text + " The best of many scores flatters itself: judge by held rows."
}
