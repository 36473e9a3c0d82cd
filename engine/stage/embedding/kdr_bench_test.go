package embedding

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
)

// tilted are rows of independent normal numbers, and as responses the product of
// two of them.
func tilted(n, d int) engine.Sample {
	r := random.New(1, "tilted")
	x, y := mat.NewDense(n, d, nil), mat.NewDense(n, 1, nil)
	x.Apply(func(int, int, float64) float64 { return r.Normal() }, x)
	y.Apply(func(i, _ int, _ float64) float64 { return x.At(i, 0)*x.At(i, 1) + 0.1*r.Normal() }, y)
	return engine.Sample{X: x, Target: engine.Target{Response: y}}
}

// BenchmarkKDR descends by all rows, and by 300 cosines beyond 2000 rows.
func BenchmarkKDR(b *testing.B) {
	for _, n := range []int{200, 1000, 4000} {
		s := tilted(n, 8)
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			ctx, _ := engine.WithNotes(b.Context(), "")
			for b.Loop() {
				m := &KDR{}
				engine.SetDefaults(m)
				if _, err := m.Embed(ctx, s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
