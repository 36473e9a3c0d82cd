package simd

import (
	"fmt"
	"testing"
)

func TestTranspose(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		checkTranspose(t, SingleLanes, TransposeSingle)
		checkTranspose(t, DoubleLanes, TransposeDouble)
	})
}

func checkTranspose[T float32 | float64](t *testing.T, n int, transpose func(dst, src []T)) {
	t.Helper()
	src, dst := make([]T, n*n), make([]T, n*n+1)
	for i := range src {
		src[i] = T(i)
	}
	dst[n*n] = -1
	transpose(dst, src)
	for i := range n {
		for j := range n {
			if got, want := dst[i*n+j], T(j*n+i); got != want {
				t.Fatalf("entry %d, %d of %d is %v, want %v", i, j, n, got, want)
			}
		}
	}
	if dst[n*n] != -1 {
		t.Error("a number beyond the square was written")
	}
}

func BenchmarkTranspose(b *testing.B) {
	for l := Portable; l <= Best(); l++ {
		b.Run(fmt.Sprint(l), func(b *testing.B) {
			defer Use(l)()
			const size = SingleLanes * SingleLanes
			dst, src := make([]float32, size), make([]float32, size)
			b.SetBytes(8 * size)
			for b.Loop() {
				TransposeSingle(dst, src)
			}
		})
	}
}
