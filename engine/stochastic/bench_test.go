package stochastic

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
)

// BenchmarkTSNE takes no steps but the first, which is the search for neighbours and
// the start, and a hundred.
func BenchmarkTSNE(b *testing.B) {
	const n, d = 10_000, 50
	r, x := random.New(1, "rows"), mat.NewDense(n, d, nil)
	x.Apply(func(i, j int, _ float64) float64 { return r.Normal() + 4*float64((i+j)%7%2) }, x)
	for _, steps := range []int{1, 101} {
		b.Run(fmt.Sprintf("%d steps", steps), func(b *testing.B) {
			m := usualTSNE()
			m.Steps = steps
			for b.Loop() {
				if _, err := m.Embed(b.Context(), engine.Sample{X: x}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
