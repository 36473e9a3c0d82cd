package protocol

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
)

// responses makes a skewed response.
func responses(n int) engine.Target {
	r := random.New(2, "responses")
	target := engine.Target{Label: "y", Response: mat.NewDense(n, 1, nil)}
	for i := range n {
		target.Response.Set(i, 0, math.Exp(r.Normal()))
	}
	return target
}

// Every decile of a response is dealt evenly: with the deciles told apart here
// by sorting.
func TestQuantilesAreDealtEvenly(t *testing.T) {
	const n, k = 103, 5
	target := responses(n)
	sorted := slices.Sorted(slices.Values(target.Truth()))
	decile := func(y float64) int { at, _ := slices.BinarySearch(sorted, y); return at * 10 / n }
	size := make([]int, 10)
	for _, y := range target.Truth() {
		size[decile(y)]++
	}
	for i, f := range split(t, &CV{K: k, Repeats: 2, Stratify: Stratified, Seed: 1}, n, target) {
		held := make([]int, 10)
		for _, r := range f.Held {
			held[decile(target.Response.At(r, 0))]++
		}
		for d, rows := range held {
			if even := size[d] / k; rows < even || rows > even+1 {
				t.Errorf("fold %d holds %d of %d rows of decile %d", i, rows, size[d], d)
			}
		}
		if even := n / k; len(f.Held) < even || len(f.Held) > even+1 {
			t.Errorf("fold %d holds %d rows", i, len(f.Held))
		}
	}
	held := make([]int, 10)
	for _, r := range split(t, &Holdout{Share: 0.3, Stratify: Stratified, Seed: 1}, n, target)[0].Held {
		held[decile(target.Response.At(r, 0))]++
	}
	for d, rows := range held {
		if math.Abs(float64(rows)-0.3*float64(size[d])) >= 1 {
			t.Errorf("%d of %d rows of decile %d are held", rows, size[d], d)
		}
	}
}

// Few rows make fewer bins, so that each gives every fold a row.
func TestFewRowsMakeFewBins(t *testing.T) {
	for _, c := range []struct{ n, parts, bins int }{{100, 10, 10}, {99, 10, 9}, {11, 5, 2}, {4, 5, 1}, {1000, 2, 10}} {
		s := strataOf(rows(c.n, responses(c.n)), Stratified, c.parts)
		if len(s.sizes) != c.bins || slices.Max(s.sizes)-slices.Min(s.sizes) > 1 {
			t.Errorf("%d rows for %d parts: bins of %v rows, want %d bins", c.n, c.parts, s.sizes, c.bins)
		}
	}
	if s := strataOf(rows(50, responses(50)), Unstratified, 5); len(s.sizes) != 1 {
		t.Errorf("unstratified, there are bins of %v rows", s.sizes)
	}
}
