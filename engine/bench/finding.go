package main

import (
	"encoding/json"
	"fmt"
	"math"

	"unfold/engine/bench/agreement"
)

// A finding is a number that tells whether the work was done, not only how
// fast.
type finding struct {
	Name  string `json:"name"`
	Value real   `json:"value"`
	Limit string `json:"limit,omitempty"` // what the number must keep, such as "≤ 1e-05"; "" for one that only informs
	Kept  bool   `json:"kept"`
}

// A real is a number that JSON can hold: it has no words for those that are
// not finite.
type real float64

// MarshalJSON writes null for what is not finite.
func (r real) MarshalJSON() ([]byte, error) {
	if v := float64(r); math.IsNaN(v) || math.IsInf(v, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(r))
}

// atMost is a finding with a bound above.
func atMost(name string, value, limit float64) finding {
	return finding{Name: name, Value: real(value), Limit: fmt.Sprintf("≤ %g", limit), Kept: value <= limit}
}

// atLeast is a finding with a bound below.
func atLeast(name string, value, limit float64) finding {
	return finding{Name: name, Value: real(value), Limit: fmt.Sprintf("≥ %g", limit), Kept: value >= limit}
}

// measured is a finding without a bound.
func measured(name string, value float64) finding {
	return finding{Name: name, Value: real(value), Kept: true}
}

// besides judges by the peer's output, where it is there.
func besides(judge func(ours, theirs *output) []finding) func(in rowset, ours, theirs *output) []finding {
	return func(_ rowset, ours, theirs *output) []finding {
		if theirs == nil {
			return nil
		}
		return judge(ours, theirs)
	}
}

// ofBoth measures both sides, ours alone where the peer is not there.
func ofBoth(name string, ours, theirs *output, of func(*output) float64) []finding {
	found := []finding{measured(name, of(ours))}
	if theirs != nil {
		found = append(found, measured("the peer's "+name, of(theirs)))
	}
	return found
}

// limited adds how many times the peer's number ours is at most, where it is there.
func limited(found []finding, name string, limit float64) []finding {
	if len(found) < 2 {
		return found
	}
	return append(found, atMost(name, float64(found[0].Value/found[1].Value), limit))
}

// accuracies are the shares of rows whose class is told right.
func accuracies(in rowset, ours, theirs *output) []finding {
	return ofBoth("accuracy", ours, theirs, func(o *output) float64 { return agreement.SameEntries(o.arrays["told"], in.arrays["truth"]) })
}

// errorOfOthers judges by rows that were not learned from.
func errorOfOthers(limit float64) func(in rowset, ours, theirs *output) []finding {
	return func(in rowset, ours, theirs *output) []finding {
		found := ofBoth("RMSE of 5,000 others", ours, theirs, func(o *output) float64 { return agreement.RootMeanSquare(o.arrays["predicted"], in.arrays["truth"]) })
		return limited(found, "RMSE over the peer's", limit)
	}
}

// aboveObjective adds how far our objective is above the peer's, where that is there.
func aboveObjective(found []finding, ours, theirs *output) []finding {
	if theirs == nil {
		return found
	}
	peer := theirs.numbers["objective"]
	return append(found, atMost("objective above the peer's", (ours.numbers["objective"]-peer)/math.Abs(peer), 1e-6))
}
