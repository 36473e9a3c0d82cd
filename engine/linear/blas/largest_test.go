package blas

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"
)

// symmetric are matrices whose spectra differ in kind.
var symmetric = map[string]func(r *rand.Rand, i, j, n int) float64{
	"random":    func(r *rand.Rand, i, j, n int) float64 { return r.NormFloat64() },
	"zero":      func(*rand.Rand, int, int, int) float64 { return 0 },
	"all equal": func(*rand.Rand, int, int, int) float64 { return 3 },
	"identity":  func(_ *rand.Rand, i, j, n int) float64 { return map[bool]float64{true: 2}[i == j] },
	"huge":      func(r *rand.Rand, i, j, n int) float64 { return r.NormFloat64() * 1e30 },
	"tiny":      func(r *rand.Rand, i, j, n int) float64 { return r.NormFloat64() * 1e-30 },
	"distances": func(_ *rand.Rand, i, j, n int) float64 { return -math.Abs(float64(i-j)) / float64(n) },
}

func TestLargest(t *testing.T) {
	const tolerance = 1e-12
	r := rand.New(rand.NewPCG(10, 10))
	for kind, entry := range symmetric {
		for _, n := range []int{1, 2, 3, 9, 127, 131, 170} {
			for _, ul := range triangles {
				lda := n + 2
				a, s, norm := drawnSymmetric(r, entry, ul, n, lda)
				count := max(1, n/3)
				if n < 10 {
					count = n
				}
				values, vectors, err := Largest(t.Context(), ul, n, a, lda, count)
				if err != nil {
					t.Fatalf("%s, n = %d: %v", kind, n, err)
				}
				wantLargest(t, fmt.Sprintf("%s, n = %d", kind, n), s, tolerance*norm, values, vectors)
			}
		}
	}
}

// drawnSymmetric is a matrix by one of its triangles, NaN elsewhere, and as a
// whole, with its norm.
func drawnSymmetric(r *rand.Rand, entry func(r *rand.Rand, i, j, n int) float64, ul blas.Uplo, n, lda int) (a []float64, s *mat.SymDense, norm float64) {
	a, s = make([]float64, n*lda), mat.NewSymDense(n, nil)
	for i := range n {
		for j := range lda {
			a[i*lda+j] = math.NaN() // what lies beyond the triangle is not looked at
		}
	}
	for i := range n {
		for j := i; j < n; j++ {
			v := entry(r, i, j, n)
			s.SetSym(i, j, v)
			norm = math.Hypot(norm, v)
			if ul == blas.Upper {
				a[i*lda+j] = v
			} else {
				a[j*lda+i] = v
			}
		}
	}
	return a, s, norm
}

// wantLargest compares pairs with those of a decomposition of all, and looks
// whether they are pairs and orthonormal.
func wantLargest(t *testing.T, what string, s *mat.SymDense, tolerance float64, values, vectors []float64) {
	t.Helper()
	n := s.SymmetricDim()
	var all mat.EigenSym
	all.Factorize(s, false)
	rising := all.Values(nil)
	for c, v := range values {
		if math.Abs(v-rising[n-1-c]) > tolerance {
			t.Fatalf("%s: value %d is %v, want %v", what, c, v, rising[n-1-c])
		}
		x := mat.NewVecDense(n, nil)
		for i := range n {
			x.SetVec(i, vectors[c*n+i])
		}
		var y mat.VecDense
		y.MulVec(s, x)
		y.AddScaledVec(&y, -v, x)
		if mat.Norm(&y, 2) > tolerance {
			t.Fatalf("%s: pair %d leaves %v", what, c, mat.Norm(&y, 2))
		}
		for b := range c + 1 {
			want, dot := map[bool]float64{true: 1}[b == c], 0.0
			for i := range n {
				dot += vectors[b*n+i] * vectors[c*n+i]
			}
			if math.Abs(dot-want) > 1e-11 {
				t.Fatalf("%s: vectors %d and %d have product %v", what, b, c, dot)
			}
		}
	}
}

func TestLargestRefuses(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(-1)} {
		a := make([]float64, 100)
		a[37] = bad
		if _, _, err := Largest(t.Context(), blas.Upper, 10, a, 10, 2); err == nil {
			t.Errorf("a matrix with %v was decomposed", bad)
		}
	}
	for _, count := range []int{-1, 4} {
		if _, _, err := Largest(t.Context(), blas.Upper, 3, make([]float64, 9), 3, count); err == nil {
			t.Errorf("%d pairs of 3 were not refused", count)
		}
	}
	if values, vectors, err := Largest(t.Context(), blas.Upper, 0, []float64{}, 1, 0); len(values)+len(vectors) > 0 || err != nil {
		t.Errorf("no pairs of nothing are %v, %v, %v", values, vectors, err)
	}
}

func TestLargestHonoursItsContext(t *testing.T) {
	const n = 1200
	r := rand.New(rand.NewPCG(11, 11))
	a := make([]float64, n*n)
	for i := range a {
		a[i] = r.NormFloat64()
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	begun := time.Now()
	if _, _, err := Largest(ctx, blas.Upper, n, a, n, 5); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error is %v, want %v", err, context.DeadlineExceeded)
	}
	if took := time.Since(begun); took > 10*time.Second {
		t.Errorf("stopped after %v", took)
	}
}

func TestLargestIsTheSameBitsAtAnyProcs(t *testing.T) {
	const n = 500
	pairs := func() []float64 {
		r := rand.New(rand.NewPCG(12, 12))
		a := random(r, n*n)
		values, vectors, err := Largest(t.Context(), blas.Upper, n, a, n, 70)
		if err != nil {
			t.Fatal(err)
		}
		return append(values, vectors...)
	}
	want := pairs()
	for _, procs := range []int{1, 5} {
		before := runtime.GOMAXPROCS(procs)
		got := pairs()
		runtime.GOMAXPROCS(before)
		for i := range want {
			if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
				t.Fatalf("GOMAXPROCS = %d: entry %d is %v, was %v", procs, i, got[i], want[i])
			}
		}
	}
}

func BenchmarkLargest(b *testing.B) {
	const n = 1000
	a, s := make([]float64, n*n), definite(rand.New(rand.NewPCG(1, 1)), n)
	for b.Loop() {
		copy(a, s.RawSymmetric().Data)
		if _, _, err := Largest(b.Context(), blas.Upper, n, a, n, 10); err != nil {
			b.Fatal(err)
		}
	}
}
