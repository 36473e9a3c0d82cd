package quality

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/triangle"
)

// waves are n rows of d columns, placed by their first two, with distances of
// these to keep in a triangle of float32.
func waves(n, d int) *engine.Run {
	x := mat.NewDense(n, d, nil)
	x.Apply(func(i, j int, _ float64) float64 { return math.Sin(float64(i * (j + 3))) }, x)
	y := mat.DenseCopyOf(x.Slice(0, n, 0, 2))
	target := triangle.NewSingle(n)
	for i := range n {
		for j, row := 0, target.Single(i); j < i; j++ {
			row[j] = float32(math.Hypot(y.At(i, 0)-y.At(j, 0), y.At(i, 1)-y.At(j, 1)) + 0.1)
		}
	}
	return &engine.Run{Train: engine.Sample{X: x}, Embedding: &engine.Embedding{Y: y, Target: kept{target}}}
}

// BenchmarkMeasures measures what looks at all pairs of rows, with its score.
func BenchmarkMeasures(b *testing.B) {
	for _, n := range []int{2000, 5000, 10000} {
		r := waves(n, 20)
		for _, m := range []engine.Measure{&Trustworthiness{K: 10}, &Continuity{K: 10}, &QNX{K: 10}, &RNX{}, &Stress{}} {
			b.Run(fmt.Sprintf("%T/n=%d", m, n), func(b *testing.B) {
				for b.Loop() {
					s, err := m.Score(b.Context(), r)
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(s.Value, "score")
				}
			})
		}
	}
}
