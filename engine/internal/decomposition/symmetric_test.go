package decomposition

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"
)

// spectra are symmetric matrices that differ in kind.
var spectra = map[string]func(r *rand.Rand, n int) *mat.SymDense{
	"random":    entries(func(r *rand.Rand, i, j, n int) float64 { return r.NormFloat64() }),
	"zero":      entries(func(*rand.Rand, int, int, int) float64 { return 0 }),
	"all equal": entries(func(*rand.Rand, int, int, int) float64 { return 3 }),
	"huge":      entries(func(r *rand.Rand, i, j, n int) float64 { return r.NormFloat64() * 1e300 }),
	"tiny":      entries(func(r *rand.Rand, i, j, n int) float64 { return r.NormFloat64() * 1e-300 }),
	"distances": entries(func(_ *rand.Rand, i, j, n int) float64 { return -math.Abs(float64(i-j)) / float64(n) }),
	"diagonal": entries(func(r *rand.Rand, i, j, n int) float64 {
		if i == j {
			return float64((i*7)%5) - 2
		}
		return 0
	}),
	"Wilkinson": entries(func(_ *rand.Rand, i, j, n int) float64 {
		switch {
		case i == j:
			return math.Abs(float64(i) - float64(n-1)/2)
		case j == i+1:
			return 1
		}
		return 0
	}),
	"glued Wilkinson": entries(func(_ *rand.Rand, i, j, n int) float64 {
		switch {
		case i == j:
			return math.Abs(float64(i%21) - 10)
		case j == i+1 && j%21 != 0:
			return 1
		case j == i+1:
			return 1e-14
		}
		return 0
	}),
	"second differences": entries(func(_ *rand.Rand, i, j, n int) float64 {
		switch {
		case i == j:
			return 2
		case j == i+1:
			return -1
		}
		return 0
	}),
	"graded": entries(func(r *rand.Rand, i, j, n int) float64 {
		return r.NormFloat64() * math.Pow(10, -20*float64(i+j)/float64(2*n))
	}),
	"graded up": entries(func(r *rand.Rand, i, j, n int) float64 {
		return r.NormFloat64() * math.Pow(10, -300*float64(2*n-i-j)/float64(2*n))
	}),
	"of low rank": func(r *rand.Rand, n int) *mat.SymDense {
		low := mat.NewDense(n, max(1, n/10), nil)
		low.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, low)
		s := mat.NewSymDense(n, nil)
		s.SymOuterK(1, low)
		return s
	},
	"two clusters": func(r *rand.Rand, n int) *mat.SymDense {
		low := mat.NewDense(n, max(1, n/3), nil)
		low.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, low)
		var qr mat.QR
		qr.Factorize(low)
		var q mat.Dense
		qr.QTo(&q)
		s := mat.NewSymDense(n, nil)
		s.SymOuterK(1, q.Slice(0, n, 0, max(1, n/3)))
		return s
	},
}

func entries(entry func(r *rand.Rand, i, j, n int) float64) func(r *rand.Rand, n int) *mat.SymDense {
	return func(r *rand.Rand, n int) *mat.SymDense {
		s := mat.NewSymDense(n, nil)
		for i := range n {
			for j := i; j < n; j++ {
				s.SetSym(i, j, entry(r, i, j, n))
			}
		}
		return s
	}
}

// triangleOf writes one triangle of s, and what is not a number elsewhere.
func triangleOf(s *mat.SymDense, ul blas.Uplo, lda int) []float64 {
	n := s.SymmetricDim()
	a := make([]float64, n*lda)
	for i := range a {
		a[i] = math.NaN()
	}
	for i := range n {
		for j := i; j < n; j++ {
			if ul == blas.Upper {
				a[i*lda+j] = s.At(i, j)
			} else {
				a[j*lda+i] = s.At(i, j)
			}
		}
	}
	return a
}

// TestSymmetric holds residuals, lengths and angles against rounding, and values
// against QL steps without vectors.
func TestSymmetric(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for kind, make := range spectra {
		for _, n := range []int{1, 2, 3, 9, 31, 32, 33, 64, 65, 66, 97, 130, 257} {
			if testing.Short() && n > 100 {
				continue
			}
			s := make(r, n)
			ul := []blas.Uplo{blas.Upper, blas.Lower}[n%2]
			for _, count := range []int{n, max(1, n/7), 1} {
				values, vectors, err := Symmetric(t.Context(), ul, n, triangleOf(s, ul, n+n%3), n+n%3, count)
				if err != nil {
					t.Fatalf("%s, n = %d: %v", kind, n, err)
				}
				checkPairs(t, fmt.Sprintf("%s, n = %d, the largest %d", kind, n, count), s, values, vectors)
				all, err := SymmetricValues(t.Context(), ul, n, triangleOf(s, ul, n), n)
				if err != nil {
					t.Fatalf("%s, n = %d: %v", kind, n, err)
				}
				for i, v := range values {
					if want := all[n-count+i]; math.Abs(v-want) > 1e-15*float64(n+3)*max(all[n-1], -all[0]) {
						t.Fatalf("%s, n = %d: value %d is %v, want %v", kind, n, i, v, want)
					}
				}
			}
		}
	}
}

type absolute struct{ mat.Matrix }

func (a absolute) At(i, j int) float64 { return math.Abs(a.Matrix.At(i, j)) }

// checkPairs allows n roundings of the largest number in a residual, some in a
// length and an angle.
func checkPairs(t *testing.T, what string, s *mat.SymDense, values, vectors []float64) {
	t.Helper()
	n, count := s.SymmetricDim(), len(values)
	largest := mat.Max(absolute{s})
	if largest == 0 {
		largest = 1
	}
	v := mat.NewDense(count, n, vectors)
	var image, inner mat.Dense
	scaled := mat.NewSymDense(n, nil)
	scaled.ScaleSym(math.Ldexp(1, -ilogb(largest)), s)
	image.Mul(v, scaled)
	inner.Mul(v, v.T())
	for i := range count {
		if i > 0 && values[i] < values[i-1] {
			t.Fatalf("%s: values %v do not rise", what, values)
		}
		for c := range n {
			if left := image.At(i, c) - math.Ldexp(values[i], -ilogb(largest))*v.At(i, c); !(math.Abs(left) <= 2e-15*float64(n+3)) {
				t.Fatalf("%s: pair %d of %v leaves %v", what, i, values[i], left)
			}
		}
		for j := range i + 1 {
			want := map[bool]float64{true: 1}[i == j]
			if !(math.Abs(inner.At(i, j)-want) <= 1e-15*float64(n+10)) {
				t.Fatalf("%s: vectors %d and %d have product %v", what, i, j, inner.At(i, j))
			}
		}
	}
}

func ilogb(x float64) int { _, e := math.Frexp(x); return e }

func TestSymmetricRefuses(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for _, ul := range []blas.Uplo{blas.Upper, blas.Lower} {
			a := make([]float64, 100)
			a[3*10+7], a[7*10+3] = bad, bad
			if _, _, err := Symmetric(t.Context(), ul, 10, a, 10, 2); !errors.Is(err, ErrNoPairs) {
				t.Errorf("a matrix with %v gives %v, want %v", bad, err, ErrNoPairs)
			}
		}
	}
}

func TestSymmetricHonoursItsContext(t *testing.T) {
	const n = 1200
	a := random(1, n*n)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	begun := time.Now()
	if _, _, err := Symmetric(ctx, blas.Upper, n, a, n, n); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error is %v, want %v", err, context.DeadlineExceeded)
	}
	if took := time.Since(begun); took > 10*time.Second {
		t.Errorf("stopped after %v", took)
	}
}

// random draws numbers.
func random(seed uint64, n int) []float64 {
	r := rand.New(rand.NewPCG(seed, 1))
	x := make([]float64, n)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	return x
}

func BenchmarkSymmetric(b *testing.B) {
	for _, n := range []int{500, 1000, 2000} {
		for _, count := range []int{n, 10} {
			from, a := random(1, n*n), make([]float64, n*n)
			b.Run(fmt.Sprintf("n=%d/count=%d", n, count), func(b *testing.B) {
				for b.Loop() {
					copy(a, from)
					if _, _, err := Symmetric(b.Context(), blas.Upper, n, a, n, count); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
