package simd

import (
	"math"
	"math/rand/v2"
	"testing"

	"unfold/engine/internal/elementary"
)

// TestTanh holds every level against the bits of one number, whose error its own
// package tests.
func TestTanh(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	const n = 4099
	x := make([]float64, n)
	for i := range x {
		x[i] = math.Copysign(math.Pow(10, r.Float64()*12-9), r.Float64()-0.5)
	}
	copy(x, []float64{0, math.Copysign(0, -1), 0.125, -0.125, math.Inf(1), math.Inf(-1), math.NaN(), 400, -400, 1e-310})
	eachLevel(t, func(t *testing.T) {
		got := make([]float64, n+1)
		got[n] = 7
		Tanh(got[:n], x)
		for i, v := range x {
			if want := elementary.Tanh(v); differ(got[i], want) || math.Signbit(got[i]) != math.Signbit(want) && want == 0 {
				t.Errorf("tanh(%v) = %v, want %v", v, got[i], want)
			}
		}
		if got[n] != 7 {
			t.Error("a number beyond the last was written")
		}
	})
}

func BenchmarkTanh(b *testing.B) {
	x, y := make([]float64, 1<<12), make([]float64, 1<<12)
	for i := range x {
		x[i] = float64(i%97)/24 - 2
	}
	for b.Loop() {
		Tanh(y, x)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(1<<12), "ns/number")
}
