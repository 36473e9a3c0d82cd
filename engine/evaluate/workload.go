package evaluate

import (
	"fmt"
	"strings"
	"unfold/engine"

	"unfold/engine/wording"
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
	Role engine.Role
	Fits int
}

// WorkloadOf returns the work of choosing in so many folds with so many inner
// folds each. To it comes one pass with the chosen arguments for each fold.
// A step is learned as often as there are different prefixes that end with it:
// without candidates, once for each inner fold.
func WorkloadOf(p engine.Pipeline, folds, inner int) Workload {
	w := Workload{Settings: p.Settings(), Folds: folds, Inner: inner}
	prefixes := 1
	for _, s := range p.Steps {
		if !s.Acts() {
			continue
		}
		prefixes *= engine.Pipeline{Steps: []engine.Step{s}}.Settings()
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

var loadNouns = map[engine.Role]string{engine.PrepareRole: "preparation", engine.MetricRole: "metric", engine.EmbedderRole: "embedding", engine.ExtenderRole: "map", engine.PredictorRole: "predictor"}

// String writes the work for a reader, steps that are learned once a fold left
// out: "1,920 settings × 10 folds: 50 metrics, 300 embeddings, 2,400 maps,
// 19,200 predictors".
func (w Workload) String() string {
	var parts []string
	var role engine.Role
	fits := 0
	flush := func() {
		if fits > 0 {
			parts = append(parts, wording.Count(fits, loadNouns[role]))
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
	text := fmt.Sprintf("%s × %s", wording.Count(w.Settings, "setting"), wording.Count(w.Folds, "fold"))
	switch {
	case w.Folds == 1:
		text = fmt.Sprintf("%s × %s", wording.Count(w.Settings, "setting"), wording.Count(w.Inner, "fold"))
	case w.Inner > 1:
		text += fmt.Sprintf(" × %s", wording.Count(w.Inner, "inner fold"))
	}
	return text + ": " + strings.Join(parts, ", ")
}
