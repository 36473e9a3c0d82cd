package geodesic

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/neighbour"
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

func visits(ctx context.Context, g *engine.Graph) float64 {
	order, _, _ := checkGraph(ctx, g)
	return visitsOf(ctx, g, order)
}

// visitsOf is how often a search of float32 from some of the rows comes to a
// vertex, on the average.
func visitsOf(ctx context.Context, g *engine.Graph, rows []int32) float64 {
	order, _, _ := checkGraph(ctx, g)
	net := newNetwork[float32](g, order)
	sources := make([]int32, len(rows))
	for i, row := range rows {
		sources[i] = net.vertex[row]
	}
	groups, s := net.groupSources(sources), newSearch(net, 1/medianLength(net.length))
	run := 0
	for at := 0; at < len(groups); at += 1 + len(groups)/20 {
		s.searchGroup(ctx, groups[at], sources, func(int) []float32 { return nil })
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
		unionOf(b, nb)
	}
}

// BenchmarkLandmarks chooses a thousand landmarks on the swiss roll of 200,000
// rows, finds the geodesics from them, and estimates their error.
func BenchmarkLandmarks(b *testing.B) {
	const n, count = 200_000, 1000
	g := joined(b, engine.Euclidean(swissRoll(1, n)), 10)
	rows, err := MaxMin(b.Context(), g, count, 1)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("MaxMin", func(b *testing.B) {
		for b.Loop() {
			if _, err := MaxMin(b.Context(), g, count, 1); err != nil {
				b.Fatal(err)
			}
		}
	})
	for name, rows := range map[string][]int32{"from max-min": rows, "from random": drawn(n, count, 1)} {
		b.Run(name, func(b *testing.B) {
			var m *Landmarks
			for b.Loop() {
				if m, err = FromLandmarks(b.Context(), g, rows); err != nil {
					b.Fatal(err)
				}
			}
			off, err := m.Accuracy(b.Context(), g, 1)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(100*off.Median, "%median")
			b.ReportMetric(100*off.High, "%95")
			b.ReportMetric(visitsOf(b.Context(), g, rows), "visits")
		})
	}
}
