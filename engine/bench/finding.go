package main

import (
	"encoding/json"
	"fmt"
	"math"
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
