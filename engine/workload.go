package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// A Workload is what a pipeline with candidates asks for: how often each of
// its steps is learned on the inner folds. What settings have in common before
// they part is learned once.
type Workload struct {
	Settings int
	Folds    int // of the protocol
	Inner    int // inner folds of each; one where training rows are judged on themselves
	Steps    []Load
}

// A Load is how often a step is learned.
type Load struct {
	Name string
	Role Role
	Fits int
}

// Workload returns the work of choosing in so many folds with so many inner
// folds each. To it comes one pass with the chosen arguments for each fold.
// A step is learned as often as there are different prefixes that end with it:
// without candidates, once for each inner fold.
func (p Pipeline) Workload(folds, inner int) Workload {
	w := Workload{Settings: p.Settings(), Folds: folds, Inner: inner}
	prefixes := 1
	for _, s := range p.Steps {
		if !s.acts() {
			continue
		}
		prefixes *= Pipeline{Steps: []Step{s}}.Settings()
		w.Steps = append(w.Steps, Load{Name: s.Name(), Role: s.Role(), Fits: prefixes * folds * inner})
	}
	return w
}

// Fits returns how many steps are learned.
func (w Workload) Fits() int {
	n := 0
	for _, s := range w.Steps {
		n += s.Fits
	}
	return n
}

var loadNouns = map[Role]string{PrepareRole: "preparation", MetricRole: "metric", EmbedderRole: "embedding", ExtenderRole: "map", PredictorRole: "predictor"}

// String writes the work for a reader, steps that are learned once a fold left
// out: "1,920 settings × 10 folds: 50 metrics, 300 embeddings, 2,400 maps,
// 19,200 predictors".
func (w Workload) String() string {
	var parts []string
	var role Role
	fits := 0
	flush := func() {
		if fits > 0 {
			parts = append(parts, counted(fits, loadNouns[role]))
		}
		fits = 0
	}
	for _, s := range w.Steps {
		if s.Role != role {
			flush()
		}
		role = s.Role
		if s.Fits > w.Folds*w.Inner {
			fits += s.Fits
		}
	}
	flush()
	text := fmt.Sprintf("%s × %s", counted(w.Settings, "setting"), counted(w.Folds, "fold"))
	switch {
	case w.Folds == 1:
		text = fmt.Sprintf("%s × %s", counted(w.Settings, "setting"), counted(w.Inner, "fold"))
	case w.Inner > 1:
		text += fmt.Sprintf(" × %s", counted(w.Inner, "inner fold"))
	}
	return text + ": " + strings.Join(parts, ", ")
}

// counted writes a number of things.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return grouped(n) + " " + noun + "s"
}

// grouped writes a whole number with commas: "1,920".
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0 && digits[at-1] != '-'; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}
