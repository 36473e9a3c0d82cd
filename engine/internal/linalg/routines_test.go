package linalg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
)

// TestSyrkIsATriangleOfGemm to the bit, and leaves the other one alone.
func TestSyrkIsATriangleOfGemm(t *testing.T) { eachType(t, testSyrk[float64], testSyrk[float32]) }

func testSyrk[T Float](t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	for _, n := range []int{0, 1, 7, 30, 97, 200} {
		for _, k := range []int{0, 1, 40, 300} {
			for _, ul := range triangles {
				c := callOf(n, n, k, r.Uint64())
				as := storedShape(c.ta, n, k)
				lda, ldc := max(1, as.cols+c.pad), max(1, n+c.pad)
				a, got := numbers[T](r, as.rows*lda), numbers[T](r, n*ldc)
				whole, want := append([]T(nil), got...), append([]T(nil), got...)
				Gemm(c.ta, otherTranspose(c.ta), n, n, k, T(c.alpha), a, lda, a, lda, T(c.beta), whole, ldc)
				copyTriangle(ul, n, want, ldc, whole, ldc)
				Syrk(ul, c.ta, n, k, T(c.alpha), a, lda, T(c.beta), got, ldc)
				same(t, fmt.Sprintf("%c, %+v", ul, c), got, want)
			}
		}
	}
}

// TestVectorsAreColumnsOfGemm to the bit, at steps of either sign.
func TestVectorsAreColumnsOfGemm(t *testing.T) {
	eachType(t, testVectors[float64], testVectors[float32])
}

func testVectors[T Float](t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for _, size := range [][2]int{{0, 3}, {1, 1}, {3, 8}, {8, 3}, {17, 300}, {300, 17}, {65, 130}, {530, 40}, {40, 1100}} {
		for range 6 {
			c := callOf(size[0], size[1], 0, r.Uint64())
			lenY, lenX := c.m, c.n
			if c.ta != blas.NoTrans {
				lenY, lenX = c.n, c.m
			}
			incX, incY := []int{1, 1, 3, -2}[r.IntN(4)], []int{1, 1, 2, -1}[r.IntN(4)]
			lda := c.n + c.pad
			a, x, got := numbers[T](r, c.m*lda), numbers[T](r, 3*lenX+1), numbers[T](r, 2*lenY+1)
			want, column, from := append([]T(nil), got...), make([]T, lenY), make([]T, lenX)
			for i := range from {
				from[i] = x[offset(i, lenX, incX)]
			}
			for i := range column {
				column[i] = want[offset(i, lenY, incY)]
			}
			Gemm(c.ta, blas.NoTrans, lenY, 1, lenX, T(c.alpha), a, lda, from, 1, T(c.beta), column, 1)
			if c.m == 0 || c.n == 0 {
				column = nil // of what has no numbers, y stays as it is
			}
			for i, v := range column {
				want[offset(i, lenY, incY)] = v
			}
			Gemv(c.ta, c.m, c.n, T(c.alpha), a, lda, x, incX, T(c.beta), got, incY)
			same(t, fmt.Sprintf("steps %d and %d, %+v", incX, incY, c), got, want)
		}
	}
	for _, n := range []int{0, 1, 9, 255, 257, 600} {
		for _, ul := range triangles {
			lda := n + 2
			a, whole := numbers[T](r, n*lda), make([]T, n*n)
			mirrorInto(whole, ul, n, a, lda)
			x, got := numbers[T](r, n), numbers[T](r, n)
			want := append([]T(nil), got...)
			Gemv(blas.NoTrans, n, n, -0.7, whole, max(1, n), x, 1, 0.3, want, 1)
			Symv(ul, n, -0.7, a, lda, x, 1, 0.3, got, 1)
			same(t, fmt.Sprintf("symv of order %d, %c", n, ul), got, want)
		}
	}
}

// conditioned returns an n×n matrix both of whose triangles are well
// conditioned.
func conditioned[T Float](r *rand.Rand, n, stride int) []T {
	a := make([]T, n*stride)
	for i := range n {
		for j := range n {
			a[i*stride+j] = T(r.NormFloat64() / float64(n))
		}
		a[i*stride+i] = T(1 + r.Float64())
	}
	return a
}

// TestTriangles multiplies by triangles, against sums in float64, and divides by
// them again; rows and columns that are solved for alone have the same bits.
func TestTriangles(t *testing.T) {
	eachType(t, func(t *testing.T) { testTriangles[float64](t, 1e-12) }, func(t *testing.T) { testTriangles[float32](t, 1e-4) })
}

func testTriangles[T Float](t *testing.T, tolerance float64) {
	r := rand.New(rand.NewPCG(4, 1))
	for _, size := range [][2]int{{0, 2}, {1, 1}, {5, 9}, {16, 17}, {33, 7}, {130, 20}, {300, 5}, {530, 3}} {
		for which := range 16 {
			s, ul, ta, d := sides[which&1], triangles[which>>1&1], transposes[which>>2&1], diagonals[which>>3]
			order, m, n := size[0], size[0], size[1]
			if s == blas.Right {
				m, n = n, m
			}
			lda, ldb := order+1, n+2
			a, b := conditioned[T](r, order, lda), numbers[T](r, m*ldb)
			what := fmt.Sprintf("%c%c%c%c, order %d, %d×%d", s, ul, ta, d, order, m, n)
			product := append([]T(nil), b...)
			Trmm(s, ul, ta, d, m, n, 0.5, a, lda, product, ldb)
			full := make([]T, order*order)
			triangle[T]{ul, ta, d == blas.Unit, a, lda}.fillSquare(0, order, full)
			for i := range m {
				for j := range n {
					var sum float64
					for p := range order {
						if s == blas.Left {
							sum += float64(full[i*order+p]) * float64(b[p*ldb+j])
						} else {
							sum += float64(b[i*ldb+p]) * float64(full[p*order+j])
						}
					}
					if got := float64(product[i*ldb+j]); math.Abs(got-sum/2) > tolerance*(1+math.Abs(sum)) {
						t.Fatalf("%s: product %d, %d is %v, want %v", what, i, j, got, sum/2)
					}
				}
			}
			solved := append([]T(nil), product...)
			Trsm(s, ul, ta, d, m, n, 2, a, lda, solved, ldb)
			for i, v := range b {
				if math.Abs(float64(solved[i]-v)) > tolerance*(1+math.Abs(float64(v))) {
					t.Fatalf("%s: number %d solved for is %v, want %v", what, i, solved[i], v)
				}
			}
			if s == blas.Left && n > 0 {
				column, want := make([]T, m), make([]T, m)
				for i := range m {
					column[i], want[i] = product[i*ldb], solved[i*ldb]
				}
				Trsm(s, ul, ta, d, m, 1, 2, a, lda, column, 1)
				same(t, what+", a column side by side", column, want)
			}
			if s == blas.Left && n > 2 {
				Trsm(s, ul, ta, d, m, n-2, 2, a, lda, product[1:], ldb)
				same(t, what, product[1:n-1], solved[1:n-1])
			} else if m > 2 {
				Trsm(s, ul, ta, d, m-2, n, 2, a, lda, product[ldb:], ldb)
				same(t, what, product[ldb:(m-1)*ldb-2], solved[ldb:(m-1)*ldb-2])
			}
		}
	}
}

func TestShortSlicesAreRefused(t *testing.T) {
	for name, call := range map[string]func(){
		"a": func() {
			Gemm(blas.NoTrans, blas.NoTrans, 2, 2, 3, 1, make([]float64, 5), 3, make([]float64, 6), 2, 0, make([]float64, 4), 2)
		},
		"b": func() {
			Gemm(blas.NoTrans, blas.Trans, 2, 2, 3, 1, make([]float64, 6), 3, make([]float64, 5), 3, 0, make([]float64, 4), 2)
		},
		"c": func() {
			Gemm(blas.NoTrans, blas.NoTrans, 2, 2, 3, 1, make([]float64, 6), 3, make([]float64, 6), 2, 0, make([]float64, 3), 2)
		},
		"stride":   func() { Syrk(blas.Upper, blas.NoTrans, 2, 3, 1, make([]float64, 9), 2, 0, make([]float64, 4), 2) },
		"negative": func() { Syrk(blas.Upper, blas.NoTrans, -2, 3, 1, make([]float64, 9), 3, 0, make([]float64, 4), 2) },
		"order": func() {
			Trsm(blas.Left, blas.Upper, blas.NoTrans, blas.Unit, 3, 1, 1, make([]float64, 8), 3, make([]float64, 3), 1)
		},
		"vector": func() {
			Gemv(blas.NoTrans, 2, 3, 1, make([]float64, 6), 3, make([]float64, 2), 1, 0, make([]float64, 2), 1)
		},
		"step": func() {
			Gemv(blas.NoTrans, 2, 3, 1, make([]float64, 6), 3, make([]float64, 3), 0, 0, make([]float64, 2), 1)
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: a slice that is too short was accepted", name)
				}
			}()
			call()
		}()
	}
}
