package neighbour

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// roll is a swiss roll of n points in three columns.
func roll(seed uint64, n int) *mat.Dense {
	r := rand.New(rand.NewPCG(seed, 0))
	x := mat.NewDense(n, 3, nil)
	for i := range n {
		t := 1.5 * math.Pi * (1 + 2*r.Float64())
		x.SetRow(i, []float64{t * math.Cos(t), 21 * r.Float64(), t * math.Sin(t)})
	}
	return x
}

func BenchmarkNearest(b *testing.B) {
	for _, c := range []struct{ n, d, k int }{{5000, 3, 10}, {200000, 3, 10}, {3500, 21, 10}, {5000, 21, 10}, {20000, 16, 10}, {20000, 20, 64}, {60000, 50, 15}} {
		x := points(1, c.n, c.d, 0)
		if c.d == 3 {
			x = roll(1, c.n)
		}
		b.Run(fmt.Sprintf("n=%d/d=%d/k=%d", c.n, c.d, c.k), func(b *testing.B) {
			for b.Loop() {
				if _, err := Nearest(b.Context(), engine.Euclidean(x), c.k); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkStored(b *testing.B) {
	const n = 5000
	d, q := engine.Euclidean(points(3, n, 5, 0)), mat.NewDense(n, n, nil)
	for i := range n {
		d.Row(q.RawRowView(i), i)
	}
	b.SetBytes(8 * n * n)
	for b.Loop() {
		if _, err := Nearest(b.Context(), stored{q}, 10); err != nil {
			b.Fatal(err)
		}
	}
}

// latent are n points near a surface of few dimensions in d columns.
func latent(seed uint64, n, d, dim int) *mat.Dense {
	z, w := points(seed, n, dim, 0), points(seed+1, dim, d, 0)
	x := new(mat.Dense)
	x.Mul(z, w)
	r := rand.New(rand.NewPCG(seed, 9))
	x.Apply(func(_, _ int, v float64) float64 { return math.Sin(v) + 0.05*r.NormFloat64() }, x)
	return x
}

func BenchmarkApproximate(b *testing.B) {
	for _, c := range []struct{ n, d, dim, k int }{{100000, 50, 8, 15}} {
		x := latent(2, c.n, c.d, c.dim)
		for name, mode := range map[string]Mode{"exact": Exact, "approximate": Approximate} {
			b.Run(fmt.Sprintf("n=%d/d=%d/k=%d/%s", c.n, c.d, c.k, name), func(b *testing.B) {
				ctx, notes := engine.WithNotes(b.Context(), "")
				for b.Loop() {
					if _, err := Find(ctx, engine.Euclidean(x), c.k, mode); err != nil {
						b.Fatal(err)
					}
				}
				b.Log(notes())
			})
		}
	}
}
