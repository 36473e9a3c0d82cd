package profile

import (
	"math"
	"testing"
)

// TestBinsFitSteps: whole numbers in a few steps have a bin each, whatever the step is.
func TestBinsFitSteps(t *testing.T) {
	for _, test := range []struct {
		name   string
		sorted []float64
		bins   int
	}{
		{"tens", []float64{10, 20, 20, 50, 90}, 9},
		{"ones", []float64{-3, -2, 4}, 8},
		{"no step in common", []float64{0, 6, 10, 15, 1000}, usualBins},
		{"one value", []float64{7, 7, 7}, 1},
		{"as far apart as can be", []float64{-math.MaxFloat64, 0, math.MaxFloat64}, usualBins},
	} {
		bins, rows := binsOf(test.sorted, true), 0
		for _, b := range bins {
			rows += b.Rows
		}
		if len(bins) != test.bins || rows != len(test.sorted) {
			t.Errorf("%s: %d rows in %d bins, want %d in %d: %v", test.name, rows, len(bins), len(test.sorted), test.bins, bins)
		}
	}
}
