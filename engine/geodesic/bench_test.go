package geodesic

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/neighbour"
)

// swissRoll has n rows in three columns.
func swissRoll(seed uint64, n int) *mat.Dense {
	r := rand.New(rand.NewPCG(seed, 1))
	x := mat.NewDense(n, 3, nil)
	for i := range n {
		a := 1.5 * math.Pi * (1 + 2*r.Float64())
		x.SetRow(i, []float64{a * math.Cos(a), 21 * r.Float64(), a * math.Sin(a)})
	}
	return x
}

// BenchmarkAllPairs finds all geodesics of a graph of ten neighbours on the
// swiss roll; "visits" are how often a search comes to a vertex.
func BenchmarkAllPairs(b *testing.B) {
	for _, n := range []int{2000, 5000, 10_000, 40_000} {
		g := joined(b, engine.Euclidean(swissRoll(1, n)), 10)
		for _, double := range []bool{false, true} {
			if double && n > 10_000 {
				continue
			}
			b.Run(fmt.Sprintf("n=%d/double=%v", n, double), func(b *testing.B) {
				for b.Loop() {
					if _, err := AllPairs(b.Context(), g, double); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(visits(b.Context(), g), "visits")
			})
		}
	}
}

// visits is how often a search of float32 comes to a vertex, on the average.
func visits(ctx context.Context, g *engine.Graph) float64 {
	order, _, _ := survey(g)
	net := newNetwork[float32](g, order)
	groups, s := net.groups(order), newSearch(net, 1/net.typical())
	run := 0
	for at := 0; at < len(groups); at += 1 + len(groups)/20 {
		s.run(ctx, groups[at], order, func(int) []float32 { return nil })
		run++
	}
	return float64(s.visits) / float64(run*g.Len())
}

func BenchmarkUnion(b *testing.B) {
	nb, err := neighbour.Nearest(b.Context(), engine.Euclidean(swissRoll(1, 10_000)), 10)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		Union(nb)
	}
}
