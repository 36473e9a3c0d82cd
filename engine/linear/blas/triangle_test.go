package blas

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
)

// triangle returns an n×n matrix with the given stride, well conditioned in
// both its triangles.
func triangle[T Float](r *rand.Rand, n, stride int) []T {
	a := make([]T, n*stride)
	for i := range n {
		for j := range n {
			a[i*stride+j] = T(r.NormFloat64() / float64(n))
		}
		a[i*stride+i] = T(1 + r.Float64())
	}
	return a
}

func testInvertTriangle[T Float](t *testing.T, tolerance float64) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, n := range []int{0, 1, 2, 23, 255, 256, 257, 600} {
		for _, ul := range triangles {
			lda := n + 3
			a := triangle[T](r, n, lda)
			inverse := append([]T(nil), a...)
			if at, err := InvertTriangle(t.Context(), ul, n, inverse, lda); at >= 0 || err != nil {
				t.Fatalf("n = %d: failed at row %d, %v", n, at, err)
			}
			product := make([]T, len(a))
			for i := range n {
				for j := range lda {
					inside := j < n && (j >= i) == (ul == blas.Upper) || j == i
					if !inside {
						if inverse[i*lda+j] != a[i*lda+j] {
							t.Fatalf("n = %d: entry %d, %d beyond the triangle was written", n, i, j)
						}
						continue
					}
					product[i*lda+j] = inverse[i*lda+j]
				}
			}
			Single[T]{}.Trmm(blas.Right, ul, blas.NoTrans, blas.NonUnit, n, n, 1, a, lda, product, max(1, lda))
			for i := range n {
				for j := range n {
					want := 0.0
					if i == j {
						want = 1
					}
					if got := float64(product[i*lda+j]); math.Abs(got-want) > tolerance {
						t.Fatalf("n = %d: entry %d, %d of the product with the inverse is %v", n, i, j, got)
					}
				}
			}
		}
	}
}

func TestInvertTriangle(t *testing.T) {
	t.Run("float64", func(t *testing.T) { testInvertTriangle[float64](t, 1e-13) })
	t.Run("float32", func(t *testing.T) { testInvertTriangle[float32](t, 1e-5) })
}

func TestInvertTriangleTellsTheZero(t *testing.T) {
	for _, bad := range []float64{0, math.NaN()} {
		a := triangle[float64](rand.New(rand.NewPCG(8, 8)), 300, 300)
		a[270*300+270] = bad
		before := append([]float64(nil), a...)
		if at, err := InvertTriangle(t.Context(), blas.Lower, 300, a, 300); at != 270 || err != nil {
			t.Errorf("%v on the diagonal: failed at row %d, %v; want row 270", bad, at, err)
		}
		for i, v := range before {
			if math.Float64bits(a[i]) != math.Float64bits(v) {
				t.Fatal("a matrix that has no inverse was written to")
			}
		}
	}
}

func TestCancelledWorkStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	const n = 600
	a := triangle[float64](rand.New(rand.NewPCG(9, 9)), n, n)
	for i := range n {
		a[i*n+i] += n
	}
	c := make([]float64, n*n)
	calls := map[string]func() error{
		"Cholesky":       func() error { _, _, err := Cholesky(ctx, blas.Lower, n, a, n); return err },
		"InvertTriangle": func() error { _, err := InvertTriangle(ctx, blas.Lower, n, a, n); return err },
		"Gemm":           func() error { return Gemm(ctx, blas.NoTrans, blas.NoTrans, n, n, n, 1, a, n, a, n, 0, c, n) },
		"Syrk":           func() error { return Syrk(ctx, blas.Lower, blas.NoTrans, n, n, 1, a, n, 0, c, n) },
		"Trsm": func() error {
			return Trsm(ctx, blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, n, n, 1, a, n, c, n)
		},
	}
	for name, call := range calls {
		if err := call(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s of a cancelled context returns %v, want %v", name, err, context.Canceled)
		}
	}
}
