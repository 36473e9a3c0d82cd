package comparison

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/evaluate/evidence"
	"unfold/engine/figure"
	"unfold/engine/internal/moments"
)

// meanSD returns mean and standard deviation; the deviation of fewer than two
// numbers is NaN, and so is the mean of none.
func meanSD(x []float64) (mean, sd float64) {
	if len(x) == 0 {
		return math.NaN(), math.NaN()
	}
	mean, sd = moments.Mean(x), moments.SD(x)
	return mean, sd
}

// difference is a cell with a signed number.
func difference(v float64) figure.Cell {
	if math.IsNaN(v) {
		return figure.Word(figure.Nothing)
	}
	return figure.Cell{Text: fmt.Sprintf("%+.4f", v), Value: v}
}

// interval is a cell with the ends of an interval.
func interval(low, high float64) figure.Cell {
	if math.IsNaN(low) || math.IsNaN(high) {
		return figure.Word(figure.Nothing)
	}
	return figure.Word(fmt.Sprintf("[%.4f, %.4f]", low, high))
}

// probability is a cell with a p-value or a probability.
func probability(p float64) figure.Cell {
	if p > 0 && p < 0.0001 {
		return figure.Cell{Text: "<0.0001", Value: p}
	}
	return figure.Figures(p, 4)
}

// reason says why a recipe or a test is missing, in one line.
func reason(err error) string {
	if err == nil {
		return "it was not run"
	}
	var refusal *evidence.Refusal
	if errors.As(err, &refusal) {
		text := refusal.Cause
		if refusal.Remedy != "" {
			text += "; " + refusal.Remedy
		}
		return text
	}
	text, _, _ := strings.Cut(strings.TrimSpace(err.Error()), "\n")
	return text
}

// count writes a number of things.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// chosenValues says which candidates the folds of a report chose: of each
// parameter the value chosen most often, with how many folds agree where not
// all do.
func chosenValues(r *engine.Report) string {
	if r.Tuning == nil || len(r.Tuning.Chosen) == 0 {
		return ""
	}
	var said []string
	for v, varied := range r.Tuning.Candidates {
		count := make([]int, len(varied.Values))
		for _, c := range r.Tuning.Chosen {
			count[engine.Digits(r.Tuning.Candidates, c.Setting)[v]]++
		}
		most := slices.Index(count, slices.Max(count))
		text := varied.Name() + "=" + varied.Texts[most]
		if count[most] < len(r.Tuning.Chosen) {
			text += fmt.Sprintf(" (%d of %d)", count[most], len(r.Tuning.Chosen))
		}
		said = append(said, text)
	}
	return strings.Join(said, ", ")
}

// namedRemarks are remarks, each with the recipes that it is on.
type namedRemarks struct {
	texts []string
	names [][]string
}

// add says a text of a recipe.
func (s *namedRemarks) add(name, text string) {
	text = strings.TrimSuffix(text, ".")
	at := slices.Index(s.texts, text)
	if at < 0 {
		at = len(s.texts)
		s.texts, s.names = append(s.texts, text), append(s.names, nil)
	}
	if !slices.Contains(s.names[at], name) {
		s.names[at] = append(s.names[at], name)
	}
}

// lines are the texts behind the names they are said of.
func (s *namedRemarks) lines(between string) (lines []string) {
	for i, text := range s.texts {
		lines = append(lines, strings.Join(s.names[i], ", ")+between+text+".")
	}
	return lines
}
