package simd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestMoments compares every level with the portable code to the bit, and that
// with plain sums.
func TestMoments(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	for _, n := range []int{0, 1, 7, 8, 9, 64, 301} {
		for _, single := range []bool{false, true} {
			square, y, d := make([]float64, n), make([]float64, n), make([]float64, n)
			for j := range n {
				square[j], y[j], d[j] = r.Float64(), r.NormFloat64(), r.NormFloat64()
			}
			yi, e0 := r.NormFloat64(), r.Float64()
			var want Moments
			wantSquare := append([]float64(nil), square...)
			func() {
				defer Use(Portable)()
				want.Add(wantSquare, y, d, yi, e0, single)
			}()
			var plain [3]float64
			for j := range n {
				e := math.Sqrt(square[j]+(y[j]-yi)*(y[j]-yi)) - e0
				plain[0], plain[1], plain[2] = plain[0]+e, plain[1]+e*e, plain[2]+d[j]*e
			}
			tolerance := 1e-12 * float64(n)
			if single {
				tolerance = 1e-6 * float64(n)
			}
			if e, ee, de := want.Sums(); math.Abs(plain[0]-e)+math.Abs(plain[1]-ee)+math.Abs(plain[2]-de) > tolerance {
				t.Errorf("%d pairs: %v, %v, %v, plain sums are %v", n, e, ee, de, plain)
			}
			eachLevel(t, func(t *testing.T) {
				got := append([]float64(nil), square...)
				var s Moments
				if s.Add(got, y, d, yi, e0, single); s != want {
					t.Errorf("%d pairs: %v, want %v", n, s, want)
				}
				for j, v := range got {
					if v != wantSquare[j] {
						t.Fatalf("square %d of %d is %v, want %v", j, n, v, wantSquare[j])
					}
				}
			})
		}
	}
}

func BenchmarkMoments(b *testing.B) {
	square, y, d := make([]float64, 512), make([]float64, 512), make([]float64, 512)
	for l := Portable; l <= Best(); l++ {
		for _, single := range []bool{false, true} {
			b.Run(fmt.Sprintf("%v/single=%v", l, single), func(b *testing.B) {
				defer Use(l)()
				s := new(Moments)
				for b.Loop() {
					s.Add(square, y, d, 0, 1, single)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/512, "ns/pair")
			})
		}
	}
}
