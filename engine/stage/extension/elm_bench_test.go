package extension

import (
	"fmt"
	"testing"

	"unfold/engine"
)

// BenchmarkELM fits 100 neurons to very many rows, and chooses their number for
// some.
func BenchmarkELM(b *testing.B) {
	for _, c := range []struct {
		n, d int
		m    ELM
	}{
		{1_000_000, 20, ELM{Neurons: 100, Ridge: 1e-4, Draws: 1}},
		{1_000_000, 20, ELM{Neurons: 100, Ridge: 1e-4}},
		{500, 20, ELM{Ridge: 1e-4}},
		{5000, 20, ELM{Ridge: 1e-4}},
		{500, 20, ELM{}},
		{5000, 20, ELM{}},
	} {
		x, y := cloud(1, c.n, c.d), cloud(2, c.n, 2)
		b.Run(fmt.Sprintf("%d×%d,neurons=%d,ridge=%g,draws=%d", c.n, c.d, c.m.Neurons, c.m.Ridge, c.m.Draws), func(b *testing.B) {
			for b.Loop() {
				if _, err := c.m.Extend(b.Context(), engine.Sample{X: x}, &engine.Embedding{Y: y}); err != nil {
					b.Fatal(err)
				}
			}
			s, _ := c.m.Estimate(c.n, c.d)
			b.ReportMetric(s, "estimated-s")
		})
	}
}
