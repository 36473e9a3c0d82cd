package blas

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// A layout is one way of calling the routines: sizes, flags, strides beyond the
// columns and steps beyond one.
type layout struct {
	m, n, k, pad, step int
	ta, tb             blas.Transpose
	ul                 blas.Uplo
	side               blas.Side
	diag               blas.Diag
	alpha, beta        float64
	seed               uint64
}

// layoutOf reads a layout out of a number.
func layoutOf(m, n, k int, bits, seed uint64) layout {
	pick := func(count uint64) int { v := bits % count; bits /= count; return int(v) }
	return layout{
		m: m, n: n, k: k, seed: seed,
		ta: transposes[pick(2)], tb: transposes[pick(2)], ul: triangles[pick(2)],
		side: []blas.Side{blas.Left, blas.Right}[pick(2)], diag: []blas.Diag{blas.NonUnit, blas.Unit}[pick(2)],
		pad: pick(4), step: 1 + pick(3),
		alpha: []float64{1, 0, -0.7}[pick(3)], beta: []float64{0, 1, -0.4}[pick(3)],
	}
}

// numbers draws what fills a slice.
func numbers[T Float](r *rand.Rand, n int) []T {
	v := make([]T, n)
	for i := range v {
		v[i] = T(r.NormFloat64())
	}
	return v
}

// plain are gonum's routines, in Go.
func plain[T Float]() *kernels[T] {
	var g gonum.Implementation
	return kernelsFor[T](&routines{
		single: kernels[float32]{gemm: g.Sgemm, syrk: g.Ssyrk, trsm: g.Strsm, trmm: g.Strmm, gemv: g.Sgemv, symv: g.Ssymv},
		double: kernels[float64]{gemm: g.Dgemm, syrk: g.Dsyrk, trsm: g.Dtrsm, trmm: g.Dtrmm, gemv: g.Dgemv, symv: g.Dsymv},
	})
}

// agree calls every routine in the given layout, by all ways that lead to it,
// and gonum's own, and compares what they leave in all of a result's slice,
// beyond its columns too.
func agree[T Float](t *testing.T, l layout, tolerance float64) {
	t.Helper()
	r, ctx := rand.New(rand.NewPCG(l.seed, 1)), context.Background()
	reference, one := plain[T](), Single[T]{}
	alpha, beta := T(l.alpha), T(l.beta)
	check := func(routine string, size int, c []T, want, tiled, single func(c []T)) {
		t.Helper()
		compare(t, fmt.Sprintf("%s, %+v", routine, l), tolerance*math.Sqrt(float64(size+1)), c, want, tiled, single)
	}
	as, bs := storedShape(l.ta, l.m, l.k), storedShape(l.tb, l.k, l.n)
	lda, ldb, ldc := max(1, as.cols+l.pad), max(1, bs.cols+l.pad), max(1, l.n+l.pad)
	a, b, c := numbers[T](r, as.rows*lda), numbers[T](r, bs.rows*ldb), numbers[T](r, l.m*ldc)
	check("gemm", l.k, c,
		func(c []T) { reference.gemm(l.ta, l.tb, l.m, l.n, l.k, alpha, a, lda, b, ldb, beta, c, ldc) },
		func(c []T) { _ = Gemm(ctx, l.ta, l.tb, l.m, l.n, l.k, alpha, a, lda, b, ldb, beta, c, ldc) },
		func(c []T) { one.Gemm(l.ta, l.tb, l.m, l.n, l.k, alpha, a, lda, b, ldb, beta, c, ldc) })

	as = storedShape(l.ta, l.n, l.k)
	lda = max(1, as.cols+l.pad)
	a, c = numbers[T](r, as.rows*lda), numbers[T](r, l.n*ldc)
	check("syrk", l.k, c,
		func(c []T) { reference.syrk(l.ul, l.ta, l.n, l.k, alpha, a, lda, beta, c, ldc) },
		func(c []T) { _ = Syrk(ctx, l.ul, l.ta, l.n, l.k, alpha, a, lda, beta, c, ldc) },
		func(c []T) { one.Syrk(l.ul, l.ta, l.n, l.k, alpha, a, lda, beta, c, ldc) })

	order := l.m
	if l.side == blas.Right {
		order = l.n
	}
	lda = max(1, order+l.pad)
	a, b = triangle[T](r, order, lda), numbers[T](r, l.m*ldc)
	check("trsm", order, b,
		func(b []T) { reference.trsm(l.side, l.ul, l.ta, l.diag, l.m, l.n, alpha, a, lda, b, ldc) },
		func(b []T) { _ = Trsm(ctx, l.side, l.ul, l.ta, l.diag, l.m, l.n, alpha, a, lda, b, ldc) },
		func(b []T) { one.Trsm(l.side, l.ul, l.ta, l.diag, l.m, l.n, alpha, a, lda, b, ldc) })
	check("trmm", order, b,
		func(b []T) { reference.trmm(l.side, l.ul, l.ta, l.diag, l.m, l.n, alpha, a, lda, b, ldc) }, nil,
		func(b []T) { one.Trmm(l.side, l.ul, l.ta, l.diag, l.m, l.n, alpha, a, lda, b, ldc) })

	lda = max(1, l.n+l.pad)
	a = numbers[T](r, max(l.m, l.n)*lda)
	x, y := numbers[T](r, l.step*max(l.m, l.n)), numbers[T](r, (l.step+1)*max(l.m, l.n))
	check("gemv", max(l.m, l.n), y,
		func(y []T) { reference.gemv(l.ta, l.m, l.n, alpha, a, lda, x, l.step, beta, y, l.step+1) }, nil,
		func(y []T) { one.Gemv(l.ta, l.m, l.n, alpha, a, lda, x, l.step, beta, y, l.step+1) })
	check("symv", l.n, y,
		func(y []T) { reference.symv(l.ul, l.n, alpha, a, lda, x, l.step, beta, y, l.step+1) }, nil,
		func(y []T) { one.Symv(l.ul, l.n, alpha, a, lda, x, l.step, beta, y, l.step+1) })
}

// compare runs ways to fill a slice, and holds them against the one that is right.
func compare[T Float](t *testing.T, what string, tolerance float64, c []T, want, tiled, single func(c []T)) {
	t.Helper()
	expected := append([]T(nil), c...)
	want(expected)
	for name, way := range map[string]func([]T){"tiled": tiled, "single": single} {
		if way == nil {
			continue
		}
		got := append([]T(nil), c...)
		way(got)
		for i, w := range expected {
			if !(math.Abs(float64(got[i]-w)) <= tolerance*(1+math.Abs(float64(w)))) {
				t.Fatalf("%s, %s: number %d is %v, want %v", name, what, i, got[i], w)
			}
		}
	}
}

// TestRoutinesAgreeWithGonum compares sizes that are zero, one, no multiples of
// a register or a tile, on both sides of what is worth a call or a goroutine.
func TestRoutinesAgreeWithGonum(t *testing.T) {
	sizes := [][3]int{{0, 3, 2}, {3, 0, 2}, {2, 3, 0}, {1, 1, 1}, {3, 5, 2}, {9, 8, 7}, {1, 700, 9}, {700, 1, 9}, {40, 33, 21}, {129, 65, 31}}
	r := rand.New(rand.NewPCG(1, 1))
	for _, s := range sizes {
		for range 8 {
			l := layoutOf(s[0], s[1], s[2], r.Uint64(), r.Uint64())
			agree[float64](t, l, 1e-13)
			agree[float32](t, l, 1e-5)
		}
	}
	for _, s := range [][3]int{{600, 530, 70}, {17, 530, 2100}} { // several tiles; several calls for a tile
		for range 2 {
			l := layoutOf(s[0], s[1], s[2], r.Uint64(), r.Uint64())
			agree[float64](t, l, 1e-13)
			agree[float32](t, l, 1e-5)
		}
	}
}

func FuzzRoutines(f *testing.F) {
	f.Add(uint8(3), uint8(5), uint8(2), uint64(1), uint64(1))
	f.Add(uint8(40), uint8(33), uint8(200), uint64(77), uint64(2))
	f.Fuzz(func(t *testing.T, m, n, k uint8, bits, seed uint64) {
		l := layoutOf(int(m), int(n), int(k), bits, seed)
		agree[float64](t, l, 1e-13)
		agree[float32](t, l, 1e-5)
	})
}

// TestCallersAtOnce has more goroutines than processors call everything.
func TestCallersAtOnce(t *testing.T) {
	var group sync.WaitGroup
	for g := range 8 {
		group.Go(func() {
			r := rand.New(rand.NewPCG(uint64(g), 3))
			for range 4 {
				l := layoutOf(20+g, 140, 300, r.Uint64(), r.Uint64())
				agree[float64](t, l, 1e-13)
				agree[float32](t, l, 1e-5)
			}
		})
	}
	group.Wait()
}

// TestSizesBeyond32Bits never reach a library: our own routines serve, or refuse.
func TestSizesBeyond32Bits(t *testing.T) {
	huge := math.MaxInt32 + 1
	for _, sizes := range [][]int{{huge}, {1, huge}, {-1}, {math.MaxInt}} {
		if fitInt32(sizes...) {
			t.Errorf("%v fits 32 bits", sizes)
		}
	}
	if got := kernelsForCall[float64](1e9, huge); got != kernelsFor[float64](&ownRoutines) {
		t.Error("a size beyond 32 bits is told to the library")
	}
	a, b, c := numbers[float64](rand.New(rand.NewPCG(1, 1)), 200), make([]float64, 200), make([]float64, 1)
	for i := range b {
		b[i] = 1
	}
	one := Single[float64]{}
	one.Gemm(blas.NoTrans, blas.Trans, 1, 1, 200, 1, a, huge, b, huge, 0, c, huge) // one row: the stride does not matter
	var want float64
	for _, v := range a {
		want += v
	}
	if math.Abs(c[0]-want) > 1e-12 {
		t.Errorf("a product with strides beyond 32 bits is %v, want %v", c[0], want)
	}
	for name, call := range map[string]func(){
		"gemm": func() {
			one.Gemm(blas.NoTrans, blas.NoTrans, huge, huge, huge, 1, a, huge, b, huge, 0, c, huge)
		},
		"tiled gemm": func() {
			_ = Gemm(t.Context(), blas.NoTrans, blas.NoTrans, huge, huge, huge, 1, a, huge, b, huge, 0, c, huge)
		},
		"product that wraps": func() {
			_ = Syrk(t.Context(), blas.Upper, blas.NoTrans, math.MaxInt/2, 3, 1, a, 3, 0, c, math.MaxInt/2)
		},
		"trsm": func() {
			one.Trsm(blas.Left, blas.Upper, blas.NoTrans, blas.NonUnit, huge, 1, 1, a, huge, b, 1)
		},
		"gemv":     func() { one.Gemv(blas.NoTrans, huge, 2, 1, a, 2, b, 1, 0, c, 1) },
		"cholesky": func() { _, _, _ = Cholesky(t.Context(), blas.Lower, huge, a, huge) },
		"invert":   func() { _, _ = InvertTriangle(t.Context(), blas.Lower, huge, a, huge) },
		"largest":  func() { _, _, _ = Largest(t.Context(), blas.Lower, huge, a, huge, 1) },
		"short":    func() { one.Gemm(blas.NoTrans, blas.NoTrans, 20, 20, 20, 1, a[:19], 20, b, 20, 0, c, 20) },
		"negative": func() { one.Gemm(blas.NoTrans, blas.NoTrans, -20, -20, 20, 1, a, 20, b, 20, 0, c, 20) },
	} {
		func() {
			defer func() {
				if p := recover(); p == nil {
					t.Errorf("%s of slices that are too short was accepted", name)
				} else if _, index := p.(interface{ RuntimeError() }); index {
					t.Errorf("%s: %v, want a message of its own", name, fmt.Sprint(p))
				}
			}()
			call()
		}()
	}
}

// TestTrsmSolvesBlockByBlock has several blocks and strips under all flags.
func TestTrsmSolvesBlockByBlock(t *testing.T) {
	t.Run("float64", func(t *testing.T) { testTrsm[float64](t, 1e-12) })
	t.Run("float32", func(t *testing.T) { testTrsm[float32](t, 1e-4) })
}

func testTrsm[T Float](t *testing.T, tolerance float64) {
	r := rand.New(rand.NewPCG(14, 14))
	const n, few = 530, 9
	a, b := triangle[T](r, n, n+1), numbers[T](r, n*n)
	for _, s := range []blas.Side{blas.Left, blas.Right} {
		rows, cols := n, few
		if s == blas.Right {
			rows, cols = few, n
		}
		for _, ul := range triangles {
			for _, ta := range transposes {
				for _, d := range []blas.Diag{blas.NonUnit, blas.Unit} {
					want, got := append([]T(nil), b[:rows*cols]...), append([]T(nil), b[:rows*cols]...)
					plain[T]().trsm(s, ul, ta, d, rows, cols, -0.3, a, n+1, want, cols)
					if err := Trsm(t.Context(), s, ul, ta, d, rows, cols, -0.3, a, n+1, got, cols); err != nil {
						t.Fatal(err)
					}
					for i, w := range want {
						if math.Abs(float64(got[i]-w)) > tolerance*(1+math.Abs(float64(w))) {
							t.Fatalf("%c%c%c%c: number %d is %v, want %v", s, ul, ta, d, i, got[i], w)
						}
					}
				}
			}
		}
	}
}
