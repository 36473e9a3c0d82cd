package embedding

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"unfold/engine"
	around "unfold/engine/graph/neighbourhood"
)

// TestNeighbourhoodsOfParity have the sizes that an independent program counted
// on 800 other rows of five columns.
func TestNeighbourhoodsOfParity(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const n = 800
	s := chequers(n, 1)
	degrees := func(f around.Function) []float64 {
		g := graphOf(t, f, s.X)
		all := make([]float64, n)
		for i := range n {
			end, _ := g.Of(i)
			all[i] = float64(len(end))
		}
		slices.Sort(all)
		return all
	}
	for _, c := range []struct {
		what        string
		f           around.Function
		mean, share float64 // of the mean it may differ
	}{
		{"within a radius of 0.384", around.Epsilon{Eps: 0.384}, 18.4, 0.05},
		{"natural", around.Natural{}, 62, 0.02},
		{"gabriel", around.Gabriel{}, 18, 0.03},
		{"enclosing", around.Enclosing{}, 86, 0.1},
	} {
		all := degrees(c.f)
		near(t, c.what+": the mean degree", stat.Mean(all, nil), c.mean, c.share)
		if c.what == "enclosing" {
			near(t, "enclosing: the median degree", stat.Quantile(0.5, stat.Empirical, all, nil), 28, 0.15)
			capped := float64(n-len(all[:slices.Index(all, all[n-1])])) / n
			near(t, "enclosing: the share of rows inside", 1-capped, 0.65, 0.1)
		}
	}
}

// TestCrossEntropyIsSeldomAttained on parity: for fewer rows, the more neighbours.
func TestCrossEntropyIsSeldomAttained(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const n = 800
	s := chequers(n, 1)
	for perplexity, want := range map[float64]float64{4: 0.995, 64: 0.916} {
		ctx, notes := engine.WithNotes(t.Context(), "")
		if _, err := (around.CrossEntropy{Perplexity: perplexity}).Graph(ctx, engine.Euclidean(s.X), s.Response); err != nil {
			t.Fatal(err)
		}
		var count int
		for _, note := range notes() {
			if _, rest, found := strings.Cut(note.Text, "unattained for "); found {
				fmt.Sscan(rest, &count)
			}
		}
		off := 3 * math.Sqrt(2*want*(1-want)/n) // of two counts
		if share := float64(count) / n; math.Abs(share-want) > off {
			t.Errorf("perplexity %g: unattained for %.3f of rows, want %.3f", perplexity, share, want)
		}
	}
}
