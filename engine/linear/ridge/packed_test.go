package ridge

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/simd"
)

// TestPanelsMultiply a matrix and its transpose of any shape at every level,
// with no bit of what lies beyond the products changed.
func TestPanelsMultiply(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0))
	for _, shape := range [][3]int{{1, 1, 1}, {31, 5, 2}, {32, 256, 12}, {33, 257, 13}, {100, 600, 25}, {5, 1, 30}} {
		rows, depth, count := shape[0], shape[1], shape[2]
		a, turned := make([]float64, rows*depth), make([]float64, rows*depth)
		for i := range rows {
			for j := range depth {
				v := float64(float32(r.NormFloat64()))
				a[i*depth+j], turned[j*rows+i] = v, v
			}
		}
		v := make([]float32, count*depth)
		for i := range v {
			v[i] = float32(r.NormFloat64())
		}
		for level := simd.Portable; level <= simd.Best(); level++ {
			restore := simd.Use(level)
			plain, err := pack(t.Context(), blas.NoTrans, rows, depth, a)
			if err != nil {
				t.Fatal(err)
			}
			other, err := pack(t.Context(), blas.Trans, rows, depth, turned)
			if err != nil {
				t.Fatal(err)
			}
			dst, again := make([]float32, count*rows+1), make([]float32, count*rows)
			dst[count*rows] = 77
			if err := plain.times(t.Context(), dst, v, count); err != nil {
				t.Fatal(err)
			}
			if err := other.times(t.Context(), again, v, count); err != nil {
				t.Fatal(err)
			}
			restore()
			if !slices.Equal(dst[:count*rows], again) || dst[count*rows] != 77 {
				t.Fatalf("%v, %v: the transpose has other products", level, shape)
			}
			for q := range count {
				for i := range rows {
					var sum, size float64
					for j := range depth {
						product := a[i*depth+j] * float64(v[q*depth+j])
						sum, size = sum+product, size+math.Abs(product)
					}
					if off := math.Abs(float64(dst[q*rows+i]) - sum); off > float64(depth+2)*size/(1<<23) {
						t.Fatalf("%v, %v: product %d of row %d is off by %g", level, shape, q, i, off)
					}
				}
			}
		}
	}
}

func TestPanelsGiveTheSameBitsAtAnyProcs(t *testing.T) {
	const n, count = 300, 20
	a, v := gaussian(1, n, n).RawMatrix().Data, convert[float32](gaussian(2, count, n).RawMatrix().Data)
	var first []float32
	for _, procs := range []int{1, 2, 5} {
		before := runtime.GOMAXPROCS(procs)
		p, err := pack(t.Context(), blas.NoTrans, n, n, a)
		if err != nil {
			t.Fatal(err)
		}
		dst := make([]float32, count*n)
		err = p.times(t.Context(), dst, v, count)
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = dst
		}
		if !slices.Equal(first, dst) {
			t.Errorf("GOMAXPROCS = %d gives other bits", procs)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := pack(ctx, blas.NoTrans, n, n, a); !errors.Is(err, context.Canceled) {
		t.Errorf("error after cancel is %v", err)
	}
}
