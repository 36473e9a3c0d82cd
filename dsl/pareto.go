package dsl

import (
	"fmt"

	"unfold/engine"
	"unfold/engine/evaluate/comparison"
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
	var measure string
	var draw func(across, up string) (*figure.Figure, error)
	switch c := result.(type) {
	case *comparison.Comparison:
		measure, draw = c.Measure, c.Pareto
	case *comparison.Survey:
		measure, draw = c.Measure, c.Pareto
	default:
		return nil, &engine.Error{Stage: "pareto", Cause: fmt.Sprintf("%s has no recipes to compare", describe(result)), Remedy: remedy.Say("compare recipes: pareto(compare(load(\"iris\") | cv(5), name=recipe, ...))")}
	}
	names := []string{comparison.Dimensions, measure}
	if len(criteria) > len(names) {
		return nil, &engine.Error{Stage: "pareto", Cause: fmt.Sprintf("there are %d criteria", len(criteria)), Remedy: remedy.Say("give two, such as pareto(c, leaves, accuracy)")}
	}
	for i, given := range criteria {
		name, ok := criterionName(given)
		if !ok {
			return nil, &engine.Error{Stage: "pareto", Cause: fmt.Sprintf("%s is no criterion", describe(given)), Remedy: remedy.Say("give measures, or \"seconds\": pareto(c, leaves, accuracy)")}
		}
		names[i] = name
	}
	f, err := draw(names[0], names[1])
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
