package linalg

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/simd"
)

// BenchmarkGemm in one goroutine, by level.
func BenchmarkGemm(b *testing.B) {
	b.Run("float64", benchGemm[float64])
	b.Run("float32", benchGemm[float32])
}

func benchGemm[T Float](b *testing.B) {
	for l := simd.AVX2; l <= simd.Best(); l++ {
		for _, s := range [][3]int{{8, 8, 8}, {16, 16, 16}, {32, 32, 32}, {64, 64, 64}, {128, 128, 128}, {256, 16, 1024}, {2000, 16, 2000}, {16, 2000, 2000}, {500, 500, 500}, {2000, 2000, 2000}} {
			for _, tb := range transposes {
				b.Run(fmt.Sprintf("%v/%dx%dx%d%c", l, s[0], s[1], s[2], tb), func(b *testing.B) {
					defer simd.Use(l)()
					m, n, k := s[0], s[1], s[2]
					x, y, z := make([]T, m*k), make([]T, k*n), make([]T, m*n)
					shape := storedShape(tb, k, n)
					for b.Loop() {
						Gemm(blas.NoTrans, tb, m, n, k, 1, x, k, y, shape.cols, 0, z, n)
					}
					b.ReportMetric(2*float64(m)*float64(n)*float64(k)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
				})
			}
		}
	}
}
