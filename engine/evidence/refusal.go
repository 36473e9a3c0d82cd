package evidence

import (
	"fmt"
	"math"
)

// FewestSets is how many data sets a test over data sets needs. With four, no
// outcome of a signed rank test has a p-value under 0.1.
const FewestSets = 5

// A Refusal says why a test is not run.
type Refusal struct {
	Test   string // "Friedman test"
	Cause  string // which assumption fails, with the numbers
	Remedy string // what to do about it; may be empty
}

func (r *Refusal) Error() string {
	text := "evidence: no " + r.Test + ": " + r.Cause
	if r.Remedy != "" {
		text += "; " + r.Remedy
	}
	return text
}

// refuse makes a refusal with a cause that holds numbers.
func refuse(test, remedy, cause string, args ...any) *Refusal {
	return &Refusal{Test: test, Cause: fmt.Sprintf(cause, args...), Remedy: remedy}
}

// whole refuses numbers that are not finite.
func whole(test string, values []float64) error {
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return refuse(test, "leave out what has no score", "number %d of %d is %g", i+1, len(values), v)
		}
	}
	return nil
}
