package evidence

import (
	"math"
	"testing"
)

func TestWilson(t *testing.T) {
	// Newcombe 1998, table I, example (a): 81 of 263.
	low, high := Wilson(81, 263)
	if math.Abs(low-0.2553) > 5e-5 || math.Abs(high-0.3662) > 5e-5 {
		t.Errorf("81 of 263: %.4f to %.4f", low, high)
	}
	if low, high := Wilson(0, 10); low != 0 || math.Abs(high-0.2775) > 1e-4 {
		t.Errorf("0 of 10: %v to %v", low, high)
	}
}
