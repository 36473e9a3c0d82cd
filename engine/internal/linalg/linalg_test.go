package linalg

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/simd"
)

var (
	transposes = []blas.Transpose{blas.NoTrans, blas.Trans}
	triangles  = []blas.Uplo{blas.Upper, blas.Lower}
	sides      = []blas.Side{blas.Left, blas.Right}
	diagonals  = []blas.Diag{blas.NonUnit, blas.Unit}
)

// eachLevel runs a test at every level that the machine has.
func eachLevel(t *testing.T, test func(t *testing.T)) {
	for l := simd.Portable; l <= simd.Best(); l++ {
		t.Run(l.String(), func(t *testing.T) {
			defer simd.Use(l)()
			test(t)
		})
	}
}

// eachType runs tests for both types.
func eachType(t *testing.T, double, single func(t *testing.T)) {
	t.Run("float64", func(t *testing.T) { eachLevel(t, double) })
	t.Run("float32", func(t *testing.T) { eachLevel(t, single) })
}

// numbers draws what fills a slice, of several sizes.
func numbers[T Float](r *rand.Rand, n int) []T {
	v := make([]T, n)
	for i := range v {
		v[i] = T(math.Ldexp(r.NormFloat64(), r.IntN(9)-4))
	}
	return v
}

// pattern is the bits of a number; those of every NaN are the same.
func pattern[T Float](v T) uint64 {
	switch {
	case v != v:
		return math.Float64bits(math.NaN())
	case unsafe.Sizeof(v) == 4:
		return uint64(math.Float32bits(float32(v)))
	}
	return math.Float64bits(float64(v))
}

// same compares all of a result's slice, to the bit.
func same[T Float](t *testing.T, what string, got, want []T) {
	t.Helper()
	for i, w := range want {
		if pattern(got[i]) != pattern(w) {
			t.Fatalf("%s: number %d is %v, want %v", what, i, got[i], w)
		}
	}
}

// chained is Gemm by its definition.
func chained[T Float](ta, tb blas.Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) {
	aRow, aColumn := strides(ta, lda)
	bRow, bColumn := strides(tb, ldb)
	for i := range m {
		for j := range n {
			at := &c[i*ldc+j]
			switch beta {
			case 1:
			case 0:
				*at = 0
			default:
				*at *= beta
			}
			if alpha == 0 {
				continue
			}
			for p := 0; p < k; p += Depth {
				var sum T
				for q := p; q < min(p+Depth, k); q++ {
					sum = simd.Fused(a[i*aRow+q*aColumn], b[q*bRow+j*bColumn], sum)
				}
				*at = simd.Fused(alpha, sum, *at)
			}
		}
	}
}

// A call is one way of calling the routines.
type call struct {
	m, n, k, pad int
	ta, tb       blas.Transpose
	alpha, beta  float64
}

// callOf reads a call out of a number.
func callOf(m, n, k int, from uint64) call {
	pick := func(count uint64) int { v := from % count; from /= count; return int(v) }
	return call{m: m, n: n, k: k, ta: transposes[pick(2)], tb: transposes[pick(2)], pad: pick(4),
		alpha: []float64{1, -1, 0, 0.7}[pick(4)], beta: []float64{0, 1, -0.4}[pick(3)]}
}

func testGemm[T Float](t *testing.T, r *rand.Rand, c call) {
	t.Helper()
	as, bs := storedShape(c.ta, c.m, c.k), storedShape(c.tb, c.k, c.n)
	lda, ldb, ldc := max(1, as.cols+c.pad), max(1, bs.cols+c.pad), max(1, c.n+c.pad)
	a, b, got := numbers[T](r, as.rows*lda), numbers[T](r, bs.rows*ldb), numbers[T](r, c.m*ldc)
	if c.beta == 0 && len(got) > 0 {
		got[0] = T(math.NaN())
	}
	want := append([]T(nil), got...)
	chained(c.ta, c.tb, c.m, c.n, c.k, T(c.alpha), a, lda, b, ldb, T(c.beta), want, ldc)
	Gemm(c.ta, c.tb, c.m, c.n, c.k, T(c.alpha), a, lda, b, ldb, T(c.beta), got, ldc)
	same(t, fmt.Sprintf("%+v", c), got, want)
}

// TestGemm holds sizes around registers, panels and blocks against the
// definition, to the bit.
func TestGemm(t *testing.T) {
	test := func(one func(t *testing.T, r *rand.Rand, c call)) func(t *testing.T) {
		return func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 1))
			sizes := []int{0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 15, 16, 17, 23, 24, 25, 31, 33, 47, 48, 49, 70}
			for range 150 {
				one(t, r, callOf(sizes[r.IntN(len(sizes))], sizes[r.IntN(len(sizes))], sizes[r.IntN(len(sizes))], r.Uint64()))
			}
			for _, k := range []int{255, 256, 257, 530} {
				one(t, r, callOf(9, 26, k, r.Uint64()))
				one(t, r, callOf(17, 50, k, r.Uint64()))
			}
		}
	}
	eachType(t, test(testGemm[float64]), test(testGemm[float32]))
}

// TestGemmInAnyParts hands out the parts of products one by one, the last first,
// and holds products of few rows, of several cells, against the definition.
func TestGemmInAnyParts(t *testing.T) { eachType(t, testParts[float64], testParts[float32]) }

func testParts[T Float](t *testing.T) {
	backwards := func(n, grain int, body func(lo, hi int)) error {
		for lo := (n - 1) / grain * grain; lo >= 0; lo -= grain {
			body(lo, min(lo+grain, n))
		}
		return nil
	}
	r := rand.New(rand.NewPCG(3, 1))
	for _, size := range [][3]int{{13, 482, 300}, {18, 241, 513}, {24, 500, 260}, {60, 119, 1100}, {120, 250, 30}, {121, 490, 260}} {
		m, n, k := size[0], size[1], size[2]
		if testing.Short() && m*n*k > 5e6 {
			continue
		}
		for _, tb := range transposes {
			ldb := storedShape(tb, k, n).cols
			a, b, got := numbers[T](r, m*k), numbers[T](r, k*n), numbers[T](r, m*n)
			want := append([]T(nil), got...)
			chained(blas.NoTrans, tb, m, n, k, 0.7, a, k, b, ldb, -0.4, want, n)
			if err := GemmIn(backwards, blas.NoTrans, tb, m, n, k, 0.7, a, k, b, ldb, -0.4, got, n); err != nil {
				t.Fatal(err)
			}
			same(t, fmt.Sprint(size, tb), got, want)
		}
	}
}

// TestGemmEndsWithItsLoop sees that the error of a loop is returned, whatever
// the shape.
func TestGemmEndsWithItsLoop(t *testing.T) {
	ended := errors.New("ended")
	for _, size := range [][3]int{{16, 16, 16}, {16, 500, 300}, {130, 500, 300}} {
		m, n, k := size[0], size[1], size[2]
		a, b, c := make([]float64, m*k), make([]float64, k*n), make([]float64, m*n)
		stop := func(int, int, func(lo, hi int)) error { return ended }
		if err := GemmIn(stop, blas.NoTrans, blas.NoTrans, m, n, k, 1, a, k, b, n, 0, c, n); err != ended {
			t.Errorf("%v: got %v", size, err)
		}
	}
}

func FuzzGemm(f *testing.F) {
	f.Add(uint8(3), uint8(5), uint16(2), uint64(1), uint64(1))
	f.Add(uint8(40), uint8(33), uint16(300), uint64(77), uint64(2))
	f.Fuzz(func(t *testing.T, m, n uint8, k uint16, from, seed uint64) {
		c := callOf(int(m), int(n), int(k%700), from)
		eachLevel(t, func(t *testing.T) {
			testGemm[float64](t, rand.New(rand.NewPCG(seed, 1)), c)
			testGemm[float32](t, rand.New(rand.NewPCG(seed, 1)), c)
		})
	})
}
