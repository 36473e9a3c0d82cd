package decomposition

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/mat"

	"gonum.org/v1/gonum/lapack"
)

// rectangles are matrices that differ in kind.
var rectangles = map[string]func(r *rand.Rand, i, j, m, n int) float64{
	"random": func(r *rand.Rand, i, j, m, n int) float64 { return r.NormFloat64() },
	"zero":   func(*rand.Rand, int, int, int, int) float64 { return 0 },
	"ones":   func(*rand.Rand, int, int, int, int) float64 { return 1 },
	"huge":   func(r *rand.Rand, i, j, m, n int) float64 { return r.NormFloat64() * 1e300 },
	"tiny":   func(r *rand.Rand, i, j, m, n int) float64 { return r.NormFloat64() * 1e-300 },
	"graded": func(r *rand.Rand, i, j, m, n int) float64 { return r.NormFloat64() * math.Pow(10, -float64(j)) },
	"graded to nothing": func(r *rand.Rand, i, j, m, n int) float64 {
		return r.NormFloat64() * math.Pow(10, -300*float64(j)/float64(n))
	},
	"with copies":         func(_ *rand.Rand, i, j, m, n int) float64 { return float64((i%3)*(j%2) + i%3) },
	"with a column alone": func(_ *rand.Rand, i, j, m, n int) float64 { return map[bool]float64{true: 2}[j == n/2] },
}

// TestSingular puts the matrix together again, holds lengths and angles against
// rounding, and values against gonum's.
func TestSingular(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	for kind, entry := range rectangles {
		for _, size := range [][2]int{{1, 1}, {1, 5}, {5, 1}, {2, 2}, {7, 3}, {3, 7}, {33, 31}, {31, 40}, {200, 10}, {150, 70}} {
			m, n := size[0], size[1]
			a := mat.NewDense(m, n, nil)
			a.Apply(func(i, j int, _ float64) float64 { return entry(r, i, j, m, n) }, a)
			what := fmt.Sprintf("%s, %d×%d", kind, m, n)
			s, err := NewSingular(t.Context(), m, n, a.RawMatrix().Data, n)
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			k := len(s.Values)
			power := -ilogb(max(mat.Max(absolute{a}), 1e-310))
			u, v := mat.NewDense(k, m, s.U), mat.NewDense(k, n, s.V)
			for name, x := range map[string]*mat.Dense{"left": u, "right": v} {
				var inner mat.Dense
				inner.Mul(x, x.T())
				for i := range k {
					for j := range k {
						if want := map[bool]float64{true: 1}[i == j]; !(math.Abs(inner.At(i, j)-want) <= 1e-15*float64(m+n+10)) {
							t.Fatalf("%s: %s vectors %d and %d have product %v", what, name, i, j, inner.At(i, j))
						}
					}
				}
			}
			scaled := mat.NewDense(k, n, nil)
			scaled.Apply(func(i, j int, v float64) float64 { return math.Ldexp(s.Values[i], power) * v }, v)
			var again mat.Dense
			again.Mul(u.T(), scaled)
			for i := range m {
				for j := range n {
					if want := math.Ldexp(a.At(i, j), power); !(math.Abs(again.At(i, j)-want) <= 1e-15*float64(m+n+5)) {
						t.Fatalf("%s: number %d, %d is %v, want %v", what, i, j, again.At(i, j), want)
					}
				}
			}
			compareSingular(t, what, s.Values, a)
		}
	}
}

func compareSingular(t *testing.T, what string, got []float64, a *mat.Dense) {
	t.Helper()
	m, n := a.Dims()
	want, data := make([]float64, len(got)), mat.DenseCopyOf(a).RawMatrix().Data
	var g gonum.Implementation
	work := make([]float64, 1)
	g.Dgesvd(lapack.SVDNone, lapack.SVDNone, m, n, data, n, want, nil, 1, nil, 1, work, -1)
	work = make([]float64, int(work[0]))
	if !g.Dgesvd(lapack.SVDNone, lapack.SVDNone, m, n, data, n, want, nil, 1, nil, 1, work, len(work)) {
		t.Fatalf("%s: gonum finds no values", what)
	}
	for i, v := range got {
		if i > 0 && v > got[i-1] {
			t.Fatalf("%s: values %v do not fall", what, got)
		}
		if !(math.Abs(v-want[i]) <= 1e-15*float64(m+n+5)*want[0]) {
			t.Fatalf("%s: value %d is %v, want %v", what, i, v, want[i])
		}
	}
}

// TestSingularFindsSmallValues of a matrix whose columns differ in size alone, to
// full precision each: the columns are orthogonal but for that.
func TestSingularFindsSmallValues(t *testing.T) {
	h := []float64{1, 1, 1, 1, 1, -1, 1, -1, 1, 1, -1, -1, 1, -1, -1, 1}
	for i := range 4 {
		for j, size := range []float64{1e-12, 1, 1e-6, 1e-18} {
			h[i*4+j] *= size
		}
	}
	s, err := NewSingular(t.Context(), 4, 4, h, 4)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{2, 2e-6, 2e-12, 2e-18} {
		if math.Abs(s.Values[i]/want-1) > 1e-14 {
			t.Errorf("value %d is %v, want %v", i, s.Values[i], want)
		}
	}
}

func TestSingularRefuses(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1)} {
		a := make([]float64, 12)
		a[7] = bad
		if _, err := NewSingular(t.Context(), 3, 4, a, 4); !errors.Is(err, ErrNoPairs) {
			t.Errorf("a matrix with %v gives %v, want %v", bad, err, ErrNoPairs)
		}
	}
}
