package logit

import (
	"fmt"
	"testing"
)

// BenchmarkLogistic takes both searches, for two classes and for more.
func BenchmarkLogistic(b *testing.B) {
	for _, c := range []struct{ n, d, classes int }{{5000, 20, 2}, {5000, 20, 3}, {5000, 20, 10}, {16000, 16, 26}, {2000, 150, 2}, {2000, 390, 2}, {2000, 100, 3}} {
		for name, search := range map[string]func(p *likelihood) error{
			"newton": func(p *likelihood) error { _, err := p.newton(b.Context()); return err },
			"lbfgs":  func(p *likelihood) error { _, err := p.descend(b.Context()); return err },
		} {
			b.Run(fmt.Sprintf("%d×%d,classes=%d,%s", c.n, c.d, c.classes, name), func(b *testing.B) {
				p := likelihoodOf(c.n, c.d, c.classes, 1)
				for b.Loop() {
					if err := search(p); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
