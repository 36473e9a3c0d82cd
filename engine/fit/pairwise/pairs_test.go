package pairwise

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/random"
)

// TestSampledPairsAreSeenFromBothEnds: of two million pairs some half a million are
// left, each of them twice.
func TestSampledPairsAreSeenFromBothEnds(t *testing.T) {
	x := mat.NewDense(1500, 3, drawn(4500, random.New(12, "sample")))
	related, err := NewPairs(t.Context(), towards(graphOf(t, neighbourhood.KNN{K: 700}, x), mat.Col(nil, 0, x)))
	if err != nil {
		t.Fatal(err)
	}
	some := related.sample()
	if some == nil || len(some.end) > 2*sampled || len(some.end) < sampled/2 {
		t.Fatalf("of %d pairs some are %v", len(related.end), some)
	}
	for i := range some.Len() {
		for _, j := range some.end[some.start[i]:some.start[i+1]] {
			if !slices.Contains(some.end[some.start[j]:some.start[j+1]], int32(i)) {
				t.Fatalf("row %d sees %d, which does not see it", i, j)
			}
		}
	}
}
