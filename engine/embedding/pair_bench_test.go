package embedding

import (
	"context"
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
	around "unfold/engine/neighbourhood"
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

// BenchmarkStatistics sums up pairs one by one and by moments of the rows.
func BenchmarkStatistics(b *testing.B) {
	for _, c := range []struct{ n, d, k int }{{10_000, 6, 30}, {10_000, 20, 64}} {
		s := tilted(c.n, c.d)
		p, err := newPairs(b.Context(), graphOf(b, around.KNN{K: c.k}, s.X), false, targets{&goals{values: s.Response}, 1})
		if err != nil {
			b.Fatal(err)
		}
		for name, sum := range map[string]func(context.Context) error{
			"pairs":   func(ctx context.Context) error { _, err := statisticsOf(ctx, s.X, p, 1); return err },
			"moments": func(ctx context.Context) error { _, _, err := momentsOf(ctx, s.X, p); return err },
		} {
			b.Run(fmt.Sprintf("n=%d/d=%d/k=%d/%s", c.n, c.d, c.k, name), func(b *testing.B) {
				for b.Loop() {
					if err := sum(b.Context()); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
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
