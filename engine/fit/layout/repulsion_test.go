package layout

import (
	"fmt"
	"math"
	"testing"

	"unfold/engine/internal/random"
)

// scattered returns points as a layout has them: clumps of some size, thin and
// dense, with some masses above one.
func scattered(n, dim int, size float64) *Points {
	r := random.New(1, "scattered")
	mass := make([]float64, n)
	for i := range mass {
		mass[i] = 1 + float64(i%97/96)
	}
	z := NewPoints(mass, dim)
	const clumps = 12
	for c := range z.At {
		middles := make([]float64, clumps)
		for k := range middles {
			middles[k] = size * r.Normal()
		}
		for i := range z.At[c] {
			k := i % clumps
			z.At[c][i] = middles[k] + float64(size/float64(3+k)*r.Normal())
		}
	}
	return z
}

// differ returns the relative distance of forces, in Frobenius norm.
func differ(a, b *Points) float64 {
	var square, size float64
	for c := range a.At {
		for i, v := range a.At[c] {
			square += (v - b.At[c][i]) * (v - b.At[c][i])
			size += v * v
		}
	}
	return math.Sqrt(square / size)
}

// TestRepulsionIsNear holds the tree and the grid to all pairs, for layouts from
// the start of a descent to its end.
func TestRepulsionIsNear(t *testing.T) {
	if testing.Short() {
		t.Skip("long: compares many rows with all pairs")
	}
	const n = 1000
	for _, method := range []string{"tree", "grid"} {
		for dim := 1; dim <= 3; dim++ {
			for _, size := range []float64{1e-4, 0.3, 5, 40} {
				for _, dof := range []float64{1, 0.5, 3} {
					if method == "tree" && dim == 1 || method == "grid" && dim == 3 {
						continue
					}
					t.Run(fmt.Sprintf("%s %d size %g dof %g", method, dim, size, dof), func(t *testing.T) {
						z := scattered(n, dim, size)
						want, got := NewPoints(z.Mass, dim), NewPoints(z.Mass, dim)
						exact, rough := pushed(t, "exact", z, want, dof), pushed(t, method, z, got, dof)
						if miss := differ(got, want); !(miss < 1e-3) {
							t.Errorf("forces are off by %.2g", miss)
						}
						if miss := math.Abs(rough/exact - 1); !(miss < 1e-3) {
							t.Errorf("their sum is off by %.2g", miss)
						}
					})
				}
			}
		}
	}
}

// pushed sets forces by a method, and returns Σφ.
func pushed(t *testing.T, method string, z, forces *Points, dof float64) float64 {
	t.Helper()
	r, err := NewRepulsion(method, z.Dim(), dof)
	if err != nil {
		t.Fatal(err)
	}
	sum, err := r.Push(t.Context(), z, forces)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}
