package predictor

import (
	"fmt"
	"testing"
)

// BenchmarkLogistic takes both searches, for two classes and for more.
func BenchmarkLogistic(b *testing.B) {
	for _, c := range []struct{ n, d, classes int }{{5000, 20, 2}, {5000, 20, 3}, {5000, 20, 10}, {16000, 16, 26}, {2000, 150, 2}, {2000, 390, 2}, {2000, 100, 3}} {
		s := overlapping(c.n, c.d)
		s.Classes = make([]string, c.classes)
		for i := range s.Labels {
			s.Labels[i] = i % c.classes
			s.X.Set(i, i%c.classes%c.d, s.X.At(i, i%c.classes%c.d)+1)
		}
		for name, search := range map[string]func(p *likelihood) error{
			"newton": func(p *likelihood) error { _, err := p.newton(b.Context()); return err },
			"lbfgs":  func(p *likelihood) error { _, err := p.descend(b.Context()); return err },
		} {
			b.Run(fmt.Sprintf("%d×%d,classes=%d,%s", c.n, c.d, c.classes, name), func(b *testing.B) {
				p := likelihoodOf(b, s, 1)
				for b.Loop() {
					if err := search(p); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
