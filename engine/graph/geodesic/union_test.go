package geodesic

import (
	"context"
	"errors"
	"testing"

	"unfold/engine"
	"unfold/engine/graph/neighbour"
)

// TestGraphsEndWithTheirContext: neither joining rows nor counting parts goes on.
func TestGraphsEndWithTheirContext(t *testing.T) {
	nb, err := neighbour.Nearest(t.Context(), engine.Euclidean(swissRoll(1, 3*chunk)), 3)
	if err != nil {
		t.Fatal(err)
	}
	g := unionOf(t, nb)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := Union(ended, nb); got != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("a graph %v, error %v", got != nil, err)
	}
	if of, _, err := Components(ended, g); of != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("components %v, error %v", of != nil, err)
	}
}
