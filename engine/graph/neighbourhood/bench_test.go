package neighbourhood

import (
	"fmt"
	"testing"

	"unfold/engine"
)

func BenchmarkGraphs(b *testing.B) {
	for _, c := range []struct {
		f    Function
		n, d int
	}{
		{KNN{K: 64}, 100_000, 5},
		{Entropy{Perplexity: 20}, 2_000, 5},
		{Entropy{Perplexity: 20}, 100_000, 5},
		{CrossEntropy{Perplexity: 20}, 20_000, 5},
		{Student{}, 5_000, 5},
		{Student{}, 100_000, 5},
		{Enclosing{}, 800, 5},
		{Enclosing{}, 20_000, 5},
		{Natural{}, 100_000, 2},
		{Natural{}, 100_000, 3},
		{Natural{}, 800, 5},
		{Gabriel{}, 800, 5},
		{Gabriel{}, 10_000, 10},
	} {
		x := cloud(c.n, c.d, 1)
		y := responses(x)
		b.Run(fmt.Sprintf("%v/n=%d/d=%d", c.f, c.n, c.d), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				g, err := c.f.Graph(b.Context(), engine.Euclidean(x), y)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(g.Edges())/float64(c.n), "edges/row")
			}
		})
	}
}
