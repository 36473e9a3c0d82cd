package simd

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestDot holds sums of any length against exact ones, and levels against one
// another, to the bit.
func TestDot(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	for n := range 200 {
		x, y := make([]float64, n), make([]float64, n)
		exact, size := new(big.Float).SetPrec(300), 0.0
		for i := range x {
			x[i], y[i] = r.NormFloat64(), r.NormFloat64()*1e3
			exact.Add(exact, new(big.Float).SetPrec(300).Mul(big.NewFloat(x[i]), big.NewFloat(y[i])))
			size += math.Abs(x[i] * y[i])
		}
		want, _ := exact.Float64()
		first := math.NaN()
		eachLevel(t, func(t *testing.T) {
			got := Dot(x, y)
			if math.Abs(got-want) > 1e-14*size {
				t.Errorf("product of %d numbers is %v, want %v", n, got, want)
			}
			if Current() == Portable {
				first = got
			}
			if got != first {
				t.Errorf("product of %d numbers is %v, and %v at other levels", n, got, first)
			}
		})
	}
}

func BenchmarkDot(b *testing.B) {
	x, y := make([]float64, 3500), make([]float64, 3500)
	for l := Portable; l <= Best(); l++ {
		b.Run(fmt.Sprint(l), func(b *testing.B) {
			defer Use(l)()
			for b.Loop() {
				Dot(x, y)
			}
		})
	}
}
