package dsl

import (
	"fmt"

	"unfold/engine"
	"unfold/engine/comparison"
	"unfold/engine/figure"
	"unfold/engine/remedy"
)

// pareto draws the recipes of a comparison by two criteria, and marks those that no
// other beats by both: across the number of dimensions, up the measure that is
// compared, unless the criteria say otherwise.
func (s *Session) pareto(result Result, criteria ...any) *figure.Figure {
	return must(drawPareto(result, criteria))
}

func drawPareto(result Result, criteria []any) (*figure.Figure, error) {
	c, ok := result.(*comparison.Comparison)
	if !ok {
		return nil, &engine.Error{Stage: "pareto", Cause: fmt.Sprintf("%s has no recipes on one data set", describe(result)), Remedy: remedy.Say("compare recipes on one data set: pareto(compare(load(\"iris\") | cv(5), name=recipe, ...))")}
	}
	names := []string{comparison.Dimensions, c.Measure}
	if len(criteria) > len(names) {
		return nil, &engine.Error{Stage: "pareto", Cause: fmt.Sprintf("there are %d criteria", len(criteria)), Remedy: remedy.Say("give two, such as pareto(c, leaves, accuracy)")}
	}
	for i, given := range criteria {
		if names[i], ok = criterionName(given); !ok {
			return nil, &engine.Error{Stage: "pareto", Cause: fmt.Sprintf("%s is no criterion", describe(given)), Remedy: remedy.Say("give measures, or \"seconds\": pareto(c, leaves, accuracy)")}
		}
	}
	f, err := c.Pareto(names[0], names[1])
	if fault, ok := err.(*engine.Error); ok { //nolint:errorlint // an error of its own
		fault.Stage = "pareto"
	}
	return f, err
}

// criterionName returns the name of a criterion: a text, or a measure.
func criterionName(given any) (string, bool) {
	if p, ok := given.(*Pipeline); ok && p.measures() {
		return p.steps[0].Name(), true
	}
	name, ok := given.(string)
	return name, ok
}
