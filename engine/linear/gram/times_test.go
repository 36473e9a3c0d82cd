package gram

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestTimes(t *testing.T) {
	for _, n := range []int{1, 7, 256, 257, 700} {
		for _, r := range []int{1, 3, 6} {
			x, v := points(4, n, 3), points(5, r, n)
			e := NewEntries(RBF{Sigma: 1.5}, x)
			got := mat.NewDense(r, n, nil)
			if err := e.Times(t.Context(), got.RawMatrix().Data, v.RawMatrix().Data, r); err != nil {
				t.Fatal(err)
			}
			k, _ := Matrix(t.Context(), RBF{Sigma: 1.5}, x)
			var want mat.Dense
			want.Mul(v, k)
			if !mat.EqualApprox(got, &want, 1e-11) {
				t.Errorf("%d vectors of %d: product differs", r, n)
			}
		}
	}
}

// TestTimesOfAVectorAreItsOwn: a product has the same bits whatever vectors are
// beside it, with entries that are cached and without.
func TestTimesOfAVectorAreItsOwn(t *testing.T) {
	const n, r = 700, 5
	e, v := NewEntries(RBF{Sigma: 2}, points(2, n, 4)), points(3, r, n).RawMatrix().Data
	all, alone := make([]float64, n*r), make([]float64, n)
	if err := e.Times(t.Context(), all, v, r); err != nil {
		t.Fatal(err)
	}
	if err := e.Cache(t.Context()); err != nil {
		t.Fatal(err)
	}
	for q := range r {
		if err := e.Times(t.Context(), alone, v[q*n:(q+1)*n], 1); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(alone, all[q*n:(q+1)*n]) {
			t.Errorf("product %d has other bits alone", q)
		}
	}
}
