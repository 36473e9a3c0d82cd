package dsl

import (
	"fmt"

	"unfold/engine"
	"unfold/engine/evaluate/comparison"
	"unfold/engine/figure"
	"unfold/engine/remedy"
)

// panels draws small multiples: of data where recipes place the rows, of a comparison on
// one data set the scores of candidates beside that. Two numbers are the limits of all
// scores; without them these are what the scores span.
func (s *Session) panels(first any, others ...any) *figure.Figure {
	if result, compared := first.(Result); compared {
		return must(drawPanels(result, others))
	}
	return must(s.drawMultiples(first, others))
}

func drawPanels(result Result, others []any) (*figure.Figure, error) {
	c, ok := result.(*comparison.Comparison)
	if !ok {
		return nil, &engine.Error{Stage: "panels", Cause: fmt.Sprintf("%s has no drawings of recipes", describe(result)), Remedy: remedy.Say("compare recipes on one data set: panels(compare(load(\"iris\") | cv(5), name=recipe, ...))")}
	}
	limits, err := limitsOf(others)
	if err != nil {
		return nil, err
	}
	f, err := c.Panels(limits[0], limits[1])
	if fault, ok := err.(*engine.Error); ok { //nolint:errorlint // an error of its own
		fault.Stage = "panels"
	}
	return f, err
}

// limitsOf returns the two limits that arguments are; zeros of none.
func limitsOf(arguments []any) (limits [2]float64, err error) {
	numbers := make([]float64, 0, len(limits))
	for _, a := range arguments {
		switch a := a.(type) {
		case Argument:
			return limits, &engine.Error{Stage: "panels", Cause: byPosition("panels"), Remedy: remedy.Say("leave the name %s out", a.Name)}
		case int:
			numbers = append(numbers, float64(a))
		case float64:
			numbers = append(numbers, a)
		default:
			return limits, &engine.Error{Stage: "panels", Cause: describe(a) + " is no limit of scores", Remedy: remedy.Say("give two numbers, such as panels(c, 0, 1), or none")}
		}
	}
	if len(numbers) == 0 {
		return limits, nil
	}
	if len(numbers) != 2 || !(numbers[0] < numbers[1]) {
		return limits, &engine.Error{Stage: "panels", Cause: fmt.Sprintf("%v are no limits of scores", numbers), Remedy: remedy.Say("give the lower and the upper one, such as panels(c, 0, 1), or none")}
	}
	return [2]float64(numbers), nil
}
