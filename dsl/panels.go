package dsl

import (
	"fmt"

	"unfold/engine"
	"unfold/engine/comparison"
	"unfold/engine/figure"
	"unfold/engine/remedy"
)

// panels draws a comparison on one data set, recipe by recipe: the scores of its
// candidates beside where it placed the rows. Two numbers are the limits of all
// scores; without them these are what the scores span.
func (s *Session) panels(result Result, limits ...float64) *figure.Figure {
	return must(drawPanels(result, limits))
}

func drawPanels(result Result, limits []float64) (*figure.Figure, error) {
	c, ok := result.(*comparison.Comparison)
	if !ok {
		return nil, &engine.Error{Stage: "panels", Cause: fmt.Sprintf("%s has no drawings of recipes", describe(result)), Remedy: remedy.Say("compare recipes on one data set: panels(compare(load(\"iris\") | cv(5), name=recipe, ...))")}
	}
	var low, high float64
	switch len(limits) {
	case 0:
	case 2:
		if low, high = limits[0], limits[1]; low < high {
			break
		}
		fallthrough
	default:
		return nil, &engine.Error{Stage: "panels", Cause: fmt.Sprintf("%v are no limits of scores", limits), Remedy: remedy.Say("give the lower and the upper one, such as panels(c, 0, 1), or none")}
	}
	f, err := c.Panels(low, high)
	if fault, ok := err.(*engine.Error); ok { //nolint:errorlint // an error of its own
		fault.Stage = "panels"
	}
	return f, err
}
