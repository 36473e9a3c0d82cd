package layout

import (
	"fmt"
	"testing"
)

// BenchmarkPush pushes 10,000 points as far apart as they are at the end.
func BenchmarkPush(b *testing.B) {
	for _, method := range []string{"exact", "tree", "grid"} {
		for dim := 2; dim <= 3; dim++ {
			if method == "grid" && dim == 3 {
				continue
			}
			b.Run(fmt.Sprintf("%s, %d dimensions", method, dim), func(b *testing.B) {
				z := scattered(10_000, dim, 40)
				r, err := NewRepulsion(method, dim, 1)
				if err != nil {
					b.Fatal(err)
				}
				forces := NewPoints(z.Mass, dim)
				for b.Loop() {
					if _, err := r.Push(b.Context(), z, forces); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkAttract draws 10,000 points by the affinities of their 90 nearest.
func BenchmarkAttract(b *testing.B) {
	x, of := drawnRows(10_000, 4, 0)
	a := affinitiesOf(b, x, 30, 90, of)
	z, forces := scattered(a.Len(), 2, 40), NewPoints(a.Mass, 2)
	for b.Loop() {
		if err := a.attract(b.Context(), newKernel(1), z, forces); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(a.End)), "edges")
}
