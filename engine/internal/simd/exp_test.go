package simd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"unfold/engine/internal/elementary"
)

// ulps is how many units in the last place of want, of a format with that many
// bits, got is off.
func ulps(got, want float64, bits int) float64 {
	_, exponent := math.Frexp(want)
	return math.Abs(got-want) / math.Ldexp(1, exponent-bits)
}

// TestExp holds results in float64 against the bits of one number, whose error
// its own package tests, and in float32 against the standard library's.
func TestExp(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	const n = 20011
	x := make([]float64, n)
	for i := range x {
		x[i] = -math.Pow(10, r.Float64()*9-6)
	}
	copy(x, []float64{0, -1, -708, math.Nextafter(-708, -1000), -1e300, math.Inf(-1), math.NaN(), -87, -88, math.Copysign(0, -1), -math.Ln2, -math.Ln2 / 2})
	narrow := make([]float32, n)
	for i := range x {
		narrow[i] = float32(x[i])
	}
	eachLevel(t, func(t *testing.T) {
		double, single := make([]float64, n+1), make([]float32, n+1)
		double[n], single[n] = -1, -1
		Exp(double[:n], x)
		Exp(single[:n], narrow)
		for i, v := range x {
			want := elementary.Exp(v)
			switch {
			case math.IsNaN(v):
				if !math.IsNaN(double[i]) || !math.IsNaN(float64(single[i])) {
					t.Errorf("exp of what is no number is %v and %v", double[i], single[i])
				}
				continue
			case v < -708:
				want = 0
			}
			if got := double[i]; got != want {
				t.Errorf("exp(%v) = %v, want %v", v, got, want)
			}
			want = math.Exp(float64(narrow[i]))
			if narrow[i] < -87 {
				want = 0
			}
			if got := float64(single[i]); got != want && !(ulps(got, want, 24) <= 1.5) {
				t.Errorf("float32: exp(%v) = %v, want %v", narrow[i], got, want)
			}
		}
		if double[n] != -1 || single[n] != -1 {
			t.Error("a number beyond the last was written")
		}
	})
}

// FuzzExp holds every level against the portable code, to the bit.
func FuzzExp(f *testing.F) {
	f.Add(uint64(1), uint16(70), 1.0)
	f.Add(uint64(2), uint16(129), 1e3)
	f.Fuzz(func(t *testing.T, seed uint64, length uint16, scale float64) {
		r := rand.New(rand.NewPCG(seed, 0))
		n := int(length % 500)
		x, shifts, narrow := make([]float64, n), make([]float64, n), make([]float32, n)
		for i := range x {
			x[i] = -math.Abs(r.NormFloat64() * scale)
			narrow[i] = float32(x[i])
			shifts[i] = math.Abs(r.NormFloat64() * scale)
		}
		of := func(l Level) (double, gauss []float64, single []float32) {
			defer Use(l)()
			double, gauss, single = make([]float64, n), make([]float64, n), make([]float32, n)
			Exp(double, x)
			Exp(single, narrow)
			for i := range gauss {
				gauss[i] = -x[i]
			}
			Gauss(gauss, 0.5*scale, shifts)
			return double, gauss, single
		}
		double, gauss, single := of(Portable)
		for l := AVX2; l <= Best(); l++ {
			d, g, s := of(l)
			for i := range x {
				if differ(d[i], double[i]) || differ(g[i], gauss[i]) || differ(float64(s[i]), float64(single[i])) {
					t.Fatalf("%v: number %d of %d: %v, %v, %v; portable code has %v, %v, %v", l, i, n, d[i], g[i], s[i], double[i], gauss[i], single[i])
				}
			}
		}
	})
}

// differ reports whether two numbers differ; what is not a number equals its
// like.
func differ(a, b float64) bool { return a != b && !(math.IsNaN(a) && math.IsNaN(b)) }

func BenchmarkExp(b *testing.B) {
	double, single := make([]float64, 1<<12), make([]float32, 1<<12)
	for i := range double {
		double[i] = -float64(i) / 100
		single[i] = float32(double[i])
	}
	shifts, to, narrow := make([]float64, 1<<12), make([]float64, 1<<12), make([]float32, 1<<12)
	for l := Portable; l <= Best(); l++ {
		for name, f := range map[string]func(){
			"float64": func() { Exp(to, double) },
			"float32": func() { Exp(narrow, single) },
			"gauss":   func() { Gauss(to, 1, shifts) },
		} {
			b.Run(fmt.Sprintf("%v/%s", l, name), func(b *testing.B) {
				defer Use(l)()
				for b.Loop() {
					f()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(1<<12), "ns/number")
			})
		}
	}
}
