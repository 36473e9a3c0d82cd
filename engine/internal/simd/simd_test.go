package simd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// eachLevel runs a test at every level that the machine has.
func eachLevel(t *testing.T, test func(t *testing.T)) {
	for l := Portable; l <= Best(); l++ {
		t.Run(l.String(), func(t *testing.T) {
			defer Use(l)()
			test(t)
		})
	}
}

func TestWishedLevel(t *testing.T) {
	for l := Portable; l <= Best(); l++ {
		if got := wished(l.String()); got != l {
			t.Errorf("wished for %v, got %v", l, got)
		}
	}
	if got := wished("no such thing"); got != Best() {
		t.Errorf("an unknown level gives %v, want the best, %v", got, Best())
	}
}

func TestSquares(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	eachLevel(t, func(t *testing.T) {
		for n := range 150 {
			src := make([]float32, n)
			for i := range src {
				src[i] = float32(r.NormFloat64() * math.Pow(10, float64(r.IntN(60)-30)))
			}
			dst := make([]float64, n+1)
			dst[n] = -1
			Squares(dst[:n], src)
			for i, v := range src {
				if want := float64(v) * float64(v); dst[i] != want {
					t.Fatalf("square %d of %d is %v, want %v", i, n, dst[i], want)
				}
			}
			if dst[n] != -1 {
				t.Fatalf("a number beyond the %d was written", n)
			}
		}
	})
}

func BenchmarkSquares(b *testing.B) {
	src, dst := make([]float32, 1<<14), make([]float64, 1<<14)
	for l := Portable; l <= Best(); l++ {
		b.Run(fmt.Sprint(l), func(b *testing.B) {
			defer Use(l)()
			b.SetBytes(12 * int64(len(src)))
			for b.Loop() {
				Squares(dst, src)
			}
		})
	}
}
