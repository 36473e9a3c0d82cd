package rank

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// roll is a Swiss roll and, with a little noise, the plane it was rolled from:
// an embedding that keeps most neighbours.
func roll(n int) (x, y *mat.Dense) {
	noise := points(1, n, 4, 12)
	x, y = mat.NewDense(n, 3, nil), mat.NewDense(n, 2, nil)
	for i := range n {
		turn := 1.5 * math.Pi * (1 + 2*math.Mod(float64(i)*0.6180339887498949, 1))
		height := 21 * math.Mod(float64(i)*0.7548776662466927, 1)
		x.SetRow(i, []float64{turn * math.Cos(turn), height, turn * math.Sin(turn)})
		y.SetRow(i, []float64{turn*turn/2 + 0.3*noise.At(i, 0), height + 0.3*noise.At(i, 1)})
	}
	return x, y
}

// BenchmarkCompare measures all curves to k = 100, and to n−1, of an embedding
// that keeps neighbours and of one that keeps none.
func BenchmarkCompare(b *testing.B) {
	for _, n := range []int{1000, 5000, 20000} {
		x, y := roll(n)
		for _, c := range []struct {
			name   string
			placed *mat.Dense
			k      int
		}{{"roll", y, 10}, {"roll", y, 100}, {"random", points(2, n, 2, 12), 100}, {"roll", y, n - 1}} {
			if n > 5000 && c.k > 100 {
				continue
			}
			b.Run(fmt.Sprintf("%s/n=%d/k=%d", c.name, n, c.k), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					a, err := Compare(b.Context(), engine.Euclidean(x), engine.Euclidean(c.placed), c.k, nil)
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(a.Trustworthiness(min(c.k, 10)), "trustworthiness")
				}
			})
		}
	}
}
