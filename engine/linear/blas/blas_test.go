package blas

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/simd"
)

var (
	transposes = []blas.Transpose{blas.NoTrans, blas.Trans}
	triangles  = []blas.Uplo{blas.Upper, blas.Lower}
)

func random(r *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = r.NormFloat64()
	}
	return v
}

// same fails the test if two results differ by more than rounding.
func same(t *testing.T, what string, got, want []float64) {
	t.Helper()
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-9*(1+math.Abs(want[i])) {
			t.Fatalf("%s: entry %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}

// definite returns B Bᵀ + I for a random B.
func definite(r *rand.Rand, n int) *mat.SymDense {
	b := mat.NewDense(n, n, random(r, n*n))
	s := mat.NewSymDense(n, nil)
	s.SymOuterK(1, b)
	for i := range n {
		s.SetSym(i, i, s.At(i, i)+1)
	}
	return s
}

func TestCholeskyRebuildsTheMatrix(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, n := range []int{1, 2, 23, 24, 25, 256, 257, 600} {
		s := definite(r, n)
		for _, ul := range triangles {
			l := mat.DenseCopyOf(s)
			if failed, pivot, err := Cholesky(t.Context(), ul, n, l.RawMatrix().Data, n); failed >= 0 || err != nil {
				t.Fatalf("n = %d: pivot %v at row %d of a positive definite matrix, %v", n, pivot, failed, err)
			}
			for i := range n { // what lies beyond the triangle is left alone
				for j := range i {
					if at := [2]int{i, j}; l.At(at[0], at[1]) != s.At(i, j) && ul == blas.Upper || l.At(j, i) != s.At(i, j) && ul == blas.Lower {
						t.Fatalf("n = %d: the other triangle was written at %v", n, at)
					}
					if ul == blas.Upper {
						l.Set(i, j, 0)
					} else {
						l.Set(j, i, 0)
					}
				}
			}
			var product mat.Dense
			if ul == blas.Upper {
				product.Mul(l.T(), l)
			} else {
				product.Mul(l, l.T())
			}
			same(t, "product of the factors", product.RawMatrix().Data, mat.DenseCopyOf(s).RawMatrix().Data)
		}
	}
}

func TestCholeskyTellsTheBadPivot(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	s := definite(r, 400)
	s.SetSym(300, 300, -5)
	for _, ul := range triangles {
		if failed, pivot, _ := Cholesky(t.Context(), ul, 400, mat.DenseCopyOf(s).RawMatrix().Data, 400); failed != 300 || pivot > -5 {
			t.Errorf("failed at row %d with pivot %v, want row 300 and at most -5", failed, pivot)
		}
	}
	var c mat.Cholesky
	if c.Factorize(s) {
		t.Error("gonum's Cholesky does not see the failure")
	}
}

func TestEigenpairs(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, n := range []int{1, 2, 3, 40, 150} {
		s := definite(r, n)
		var e mat.EigenSym
		if !e.Factorize(s, true) {
			t.Fatalf("n = %d: no eigenpairs", n)
		}
		var v, sv mat.Dense
		e.VectorsTo(&v)
		sv.Mul(s, &v)
		for j, l := range e.Values(nil) {
			for i := range n {
				if math.Abs(sv.At(i, j)-l*v.At(i, j)) > 1e-10*mat.Trace(s) {
					t.Fatalf("n = %d: pair %d leaves a residual of %v", n, j, sv.At(i, j)-l*v.At(i, j))
				}
			}
		}
	}
}

func TestNotFiniteMatrixHasNoEigenpairs(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1)} {
		s := definite(rand.New(rand.NewPCG(5, 5)), 20)
		s.SetSym(3, 7, bad)
		if kernelsFor[float64](chosen().routines).syevd == nil {
			t.Skip("gonum's own decomposition is not ours to test")
		}
		var e mat.EigenSym
		if e.Factorize(s, true) {
			t.Errorf("a matrix with %v was decomposed", bad)
		}
	}
}

func TestSameBitsAtAnyProcs(t *testing.T) {
	t.Run("float64", testSameBits[float64])
	t.Run("float32", testSameBits[float32])
}

func testSameBits[T Float](t *testing.T) {
	const n, k = 600, 300
	r := rand.New(rand.NewPCG(6, 6))
	a := numbers[T](r, n*k)
	results := func() (all []T) {
		ctx, product, gram := t.Context(), make([]T, n*n), make([]T, n*n)
		_ = Gemm(ctx, blas.NoTrans, blas.Trans, n, n, k, 1, a, k, a, k, 0, product, n)
		_ = Syrk(ctx, blas.Lower, blas.NoTrans, n, k, 1.0/k, a, k, 0, gram, n)
		for i := range n {
			gram[i*n+i]++
		}
		_, _, _ = Cholesky(ctx, blas.Lower, n, gram, n)
		_ = Trsm(ctx, blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, n, n, 1, gram, n, product, n)
		all = append(append(all, product...), gram...)
		_, _ = InvertTriangle(ctx, blas.Lower, n, gram, n)
		return append(all, gram...)
	}
	want := results()
	for _, procs := range []int{1, 3, 16} {
		before := runtime.GOMAXPROCS(procs)
		got := results()
		runtime.GOMAXPROCS(before)
		for i := range want {
			if math.Float64bits(float64(got[i])) != math.Float64bits(float64(want[i])) {
				t.Fatalf("GOMAXPROCS = %d: entry %d is %v, was %v", procs, i, got[i], want[i])
			}
		}
	}
}

// TestAloneAndSharedAreTheSameBits: what one goroutine computes in one call, and
// many in parts, and at every level of vector instructions.
func TestAloneAndSharedAreTheSameBits(t *testing.T) {
	t.Run("float64", testAloneAndShared[float64])
	t.Run("float32", testAloneAndShared[float32])
}

func testAloneAndShared[T Float](t *testing.T) {
	if Name() != "unfold" {
		t.Skip("a library cuts its sums where it likes")
	}
	const m, n, k = 151, 140, 300
	r, ctx := rand.New(rand.NewPCG(16, 16)), t.Context()
	a, b, square, start := numbers[T](r, m*k), numbers[T](r, k*k), triangle[T](r, k, k), numbers[T](r, k*k)
	first := map[string][]T{}
	for level := simd.Portable; level <= simd.Best(); level++ {
		restore := simd.Use(level)
		check := func(what string, alone, shared func(c []T)) {
			t.Helper()
			for way, do := range []func(c []T){alone, shared} {
				c := append([]T(nil), start...)
				do(c)
				if first[what] == nil {
					first[what] = c
				}
				for i, want := range first[what] {
					if math.Float64bits(float64(c[i])) != math.Float64bits(float64(want)) {
						t.Fatalf("%s, way %d at level %v: entry %d is %v, want %v", what, way, level, i, c[i], want)
					}
				}
			}
		}
		var one Single[T]
		for _, ta := range transposes {
			lda := k
			if ta == blas.Trans {
				lda = m
			}
			check(fmt.Sprintf("gemm %c", ta),
				func(c []T) { one.Gemm(ta, blas.Trans, m, n, k, 0.7, a, lda, b, k, -0.3, c, n) },
				func(c []T) { _ = Gemm(ctx, ta, blas.Trans, m, n, k, 0.7, a, lda, b, k, -0.3, c, n) })
			check(fmt.Sprintf("syrk %c", ta),
				func(c []T) { one.Syrk(blas.Upper, ta, m, k, 0.7, a, lda, -0.3, c, m) },
				func(c []T) { _ = Syrk(ctx, blas.Upper, ta, m, k, 0.7, a, lda, -0.3, c, m) })
			for _, s := range []blas.Side{blas.Left, blas.Right} {
				check(fmt.Sprintf("trsm %c %c", ta, s),
					func(c []T) { one.Trsm(s, blas.Lower, ta, blas.NonUnit, k, k, 0.7, square, k, c, k) },
					func(c []T) { _ = Trsm(ctx, s, blas.Lower, ta, blas.NonUnit, k, k, 0.7, square, k, c, k) })
			}
		}
		restore()
	}
}

func TestShortSlicePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a slice that is too short was accepted")
		}
	}()
	blas64.Implementation().Dgemm(blas.NoTrans, blas.NoTrans, 20, 20, 20, 1, make([]float64, 399), 20, make([]float64, 400), 20, 0, make([]float64, 400), 20)
}

func TestBackendIsTold(t *testing.T) {
	t.Logf("%s %s %s, %v", Name(), Version(), Path(), Reason())
	if (Name() == "unfold") != (Path() == "") || Name() != "unfold" && Reason() != nil || Version() == "" && Name() != "BLAS" && Name() != "Accelerate" {
		t.Errorf("name %q, version %q, path %q and reason %v do not agree", Name(), Version(), Path(), Reason())
	}
	if wish := os.Getenv(Variable); (wish == "" || wish == "none") && (Name() != "unfold" || Reason() != nil) {
		t.Errorf("%s serves though nobody asked for a library; %v", Name(), Reason())
	}
}

func BenchmarkGemm(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	const n = 2000
	x, y := mat.NewDense(n, n, random(r, n*n)), mat.NewDense(n, n, nil)
	for b.Loop() {
		y.Mul(x, x)
	}
	b.ReportMetric(2*n*n*n*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
}

func BenchmarkCholesky(b *testing.B) {
	const n = 2000
	s := mat.DenseCopyOf(definite(rand.New(rand.NewPCG(1, 1)), n))
	l := mat.NewDense(n, n, nil)
	for b.Loop() {
		l.Copy(s)
		Cholesky(b.Context(), blas.Lower, n, l.RawMatrix().Data, n)
	}
	b.ReportMetric(n*n*n/3.0*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
}

func BenchmarkEigen(b *testing.B) {
	s := definite(rand.New(rand.NewPCG(1, 1)), 1000)
	for b.Loop() {
		var e mat.EigenSym
		e.Factorize(s, true)
	}
}

func TestMissingLibraryIsAnError(t *testing.T) {
	if _, err := open("no-such-library.so"); err == nil {
		t.Error("a library that is not there was opened")
	}
}

// TestCholeskyOfNearlySingularMatrices compares the residual |A − L Lᵀ| of
// Gram matrices whose spectrum falls to a small ridge with that of a
// factorisation by solves alone: products with inverses of diagonal blocks may
// not cost accuracy where it is needed most.
func TestCholeskyOfNearlySingularMatrices(t *testing.T) {
	t.Run("float64", func(t *testing.T) { testNearlySingular[float64](t, 1e-15) })
	t.Run("float32", func(t *testing.T) { testNearlySingular[float32](t, 1e-6) })
}

func testNearlySingular[T Float](t *testing.T, epsilon float64) {
	const n = 330
	r := rand.New(rand.NewPCG(15, 15))
	x := numbers[float64](r, n)
	for _, ridge := range []float64{1, 1e2, 1e4, 1e6} {
		a := make([]T, n*n)
		for i := range n {
			for j := range n {
				a[i*n+j] = T(math.Exp(-(x[i] - x[j]) * (x[i] - x[j]) / 8))
			}
			a[i*n+i] += T(ridge * n * epsilon)
		}
		residual := func(ul blas.Uplo, l []T) float64 {
			var worst float64
			for i := range n {
				for j := range i + 1 {
					sum := float64(a[i*n+j])
					for k := range j + 1 {
						if ul == blas.Lower {
							sum -= float64(l[i*n+k]) * float64(l[j*n+k])
						} else {
							sum -= float64(l[k*n+i]) * float64(l[k*n+j])
						}
					}
					worst = max(worst, math.Abs(sum))
				}
			}
			return worst
		}
		for _, ul := range triangles {
			fast, slow := append([]T(nil), a...), append([]T(nil), a...)
			failed, pivot, err := Cholesky(t.Context(), ul, n, fast, n)
			at, _ := choleskyBlock(ul, n, slow, n)
			if failed >= 0 && at < 0 || err != nil {
				t.Errorf("ridge %v, %c: pivot %v at row %d, but solves alone succeed; %v", ridge, ul, pivot, failed, err)
			}
			if failed >= 0 || at >= 0 {
				continue
			}
			got, want := residual(ul, fast), residual(ul, slow)
			t.Logf("ridge %v, %c: residual %.3g, by solves alone %.3g", ridge, ul, got, want)
			if got > 10*want+5*epsilon {
				t.Errorf("ridge %v, %c: residual %v, by solves alone %v", ridge, ul, got, want)
			}
		}
	}
}
