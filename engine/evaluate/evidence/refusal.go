package evidence

import (
	"fmt"
	"math"
)

// FewestSets is how many data sets a test of mean ranks needs: the limits that
// its p-values are taken from say little of fewer.
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

// refusal makes a refusal with a cause that holds numbers.
func refusal(test, remedy, cause string, args ...any) *Refusal {
	return &Refusal{Test: test, Cause: fmt.Sprintf(cause, args...), Remedy: remedy}
}

// checkFinite refuses numbers that are not finite.
func checkFinite(test string, values []float64) error {
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return refusal(test, "leave out what has no score", "number %d of %d is %g", i+1, len(values), v)
		}
	}
	return nil
}
