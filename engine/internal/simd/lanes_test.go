package simd

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestTimesIsTheProduct for lengths around those of a block, at all levels.
func TestTimesIsTheProduct(t *testing.T) {
	testTimes[float32](t)
	testTimes[float64](t)
}

func testTimes[T Real](t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(1, 0))
		for n := range 70 {
			a, b, want := make([]T, n), make([]T, n), make([]T, n)
			for j := range n {
				a[j], b[j] = T(r.NormFloat64()), T(r.NormFloat64())
				want[j] = a[j] * b[j]
			}
			if Times(a, b); !slices.Equal(a, want) {
				t.Fatalf("%d numbers: %v, want %v", n, a, want)
			}
		}
	})
}

// TestGaussLanesAddUp to the weights of all squares, which have the same bits at all
// levels.
func TestGaussLanesAddUp(t *testing.T) {
	var bits []float64
	eachLevel(t, func(t *testing.T) {
		squares, sums, total := make([]float64, 37), make([]float64, Lanes[float64]()), 0.0
		for j := range squares {
			squares[j] = float64(j) / 9
			total += math.Exp(-squares[j])
		}
		weights := slices.Clone(squares)
		GaussLanes(weights, sums)
		for j, w := range weights {
			if want := math.Exp(-squares[j]); math.Abs(w-want) > 1e-15*want {
				t.Fatalf("the weight of %v is %v", squares[j], w)
			}
		}
		sum := SumLanes(sums)
		if math.Abs(sum-total) > 1e-14*total {
			t.Errorf("weights sum to %v, want %v", sum, total)
		}
		if bits = append(bits, sum); sum != bits[0] {
			t.Errorf("the sum is %v, at another level %v", sum, bits[0])
		}
	})
}
