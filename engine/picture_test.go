package engine_test

import (
	"math"
	"testing"

	"unfold/engine"
)

// TestGrey: from black to white, and no further.
func TestGrey(t *testing.T) {
	p := &engine.Picture{Low: -1, High: 1}
	for cell, want := range map[float64]uint8{-2: 0, -1: 0, 0: 128, 0.5: 191, 1: 255, 7: 255} {
		if got := p.Grey(cell); got != want {
			t.Errorf("grey of %g is %d, want %d", cell, got, want)
		}
	}
	if got := p.Grey(math.NaN()); got != 0 {
		t.Errorf("a missing cell is %d", got)
	}
}
