package blas

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	reference "gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/mat"
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

// TestRoutinesAgreeWithGonum compares all flags, strides beyond the columns
// and sizes on both sides of the tiles with gonum's own code.
func TestRoutinesAgreeWithGonum(t *testing.T) {
	impl, gonum := blas64.Implementation(), reference.Implementation{}
	r := rand.New(rand.NewPCG(1, 1))
	sizes := [][3]int{{1, 1, 1}, {3, 5, 2}, {9, 8, 7}, {40, 33, 21}, {600, 530, 70}}
	for _, s := range sizes {
		m, n, k, pad := s[0], s[1], s[2], s[0]%3
		for _, ta := range transposes {
			for _, tb := range transposes {
				as, bs := turn(ta, m, k), turn(tb, k, n)
				a, b := random(r, as.rows*(as.cols+pad)), random(r, bs.rows*(bs.cols+pad))
				c := random(r, m*(n+pad))
				want := append([]float64(nil), c...)
				impl.Dgemm(ta, tb, m, n, k, 0.7, a, as.cols+pad, b, bs.cols+pad, -0.4, c, n+pad)
				gonum.Dgemm(ta, tb, m, n, k, 0.7, a, as.cols+pad, b, bs.cols+pad, -0.4, want, n+pad)
				same(t, "Dgemm", c, want)
			}
			for _, ul := range triangles {
				as := turn(ta, n, k)
				a, c := random(r, as.rows*(as.cols+pad)), random(r, n*(n+pad))
				want := append([]float64(nil), c...)
				impl.Dsyrk(ul, ta, n, k, 0.7, a, as.cols+pad, -0.4, c, n+pad)
				gonum.Dsyrk(ul, ta, n, k, 0.7, a, as.cols+pad, -0.4, want, n+pad)
				same(t, "Dsyrk", c, want)

				for _, side := range []blas.Side{blas.Left, blas.Right} {
					order := map[blas.Side]int{blas.Left: m, blas.Right: n}[side]
					tri, b := random(r, order*order), random(r, m*(n+pad))
					for i := range order { // well conditioned
						for j := range order {
							tri[i*order+j] /= float64(order)
						}
						tri[i*order+i] += 2
					}
					want := append([]float64(nil), b...)
					impl.Dtrsm(side, ul, ta, blas.NonUnit, m, n, 0.7, tri, order, b, n+pad)
					gonum.Dtrsm(side, ul, ta, blas.NonUnit, m, n, 0.7, tri, order, want, n+pad)
					same(t, "Dtrsm", b, want)
				}
			}
			a, x, y := random(r, m*(n+pad)), random(r, 2*max(m, n)), random(r, 3*max(m, n))
			want := append([]float64(nil), y...)
			impl.Dgemv(ta, m, n, 0.7, a, n+pad, x, 2, -0.4, y, 3)
			gonum.Dgemv(ta, m, n, 0.7, a, n+pad, x, 2, -0.4, want, 3)
			same(t, "Dgemv", y, want)
		}
		for _, ul := range triangles {
			a, x, y := random(r, n*(n+pad)), random(r, 2*n), random(r, 3*n)
			want := append([]float64(nil), y...)
			impl.Dsymv(ul, n, 0.7, a, n+pad, x, 2, -0.4, y, 3)
			gonum.Dsymv(ul, n, 0.7, a, n+pad, x, 2, -0.4, want, 3)
			same(t, "Dsymv", y, want)
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
		if Name() == "gonum" {
			t.Skip("gonum's own decomposition is not ours to test")
		}
		var e mat.EigenSym
		if e.Factorize(s, true) {
			t.Errorf("a matrix with %v was decomposed", bad)
		}
	}
}

func TestSameBitsAtAnyProcs(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	a, s := mat.NewDense(700, 300, random(r, 700*300)), definite(r, 600)
	results := func() []float64 {
		var p mat.Dense
		p.Mul(a, a.T())
		l := mat.DenseCopyOf(s)
		Cholesky(t.Context(), blas.Lower, 600, l.RawMatrix().Data, 600)
		var e mat.EigenSym
		e.Factorize(s, true)
		return append(append(e.Values(nil), l.RawMatrix().Data...), p.RawMatrix().Data...)
	}
	want := results()
	for _, procs := range []int{1, 3, 16} {
		before := runtime.GOMAXPROCS(procs)
		got := results()
		runtime.GOMAXPROCS(before)
		for i := range want {
			if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
				t.Fatalf("GOMAXPROCS = %d: entry %d is %v, was %v", procs, i, got[i], want[i])
			}
		}
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
	t.Logf("%s %s %s", Name(), Version(), Path())
	if (Name() == "OpenBLAS") != (Reason() == nil) || (Path() == "") != (Name() == "gonum") {
		t.Errorf("name %q, path %q and reason %v do not agree", Name(), Path(), Reason())
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
