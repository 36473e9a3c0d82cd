package embedding

import (
	"math"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/random"
	around "unfold/engine/neighbourhood"
)

// TestMomentsAreTheSumsOverPairs holds them against the sums pair by pair, of
// rows in several lots, to what rounding may take by the strain.
func TestMomentsAreTheSumsOverPairs(t *testing.T) {
	for _, c := range []struct{ n, d, k int }{{30, 1, 4}, {40, 5, 39}, {2500, 3, 12}, {1100, 12, 20}} {
		r := random.New(c.n, "moments")
		y := make([]float64, c.n)
		for i := range y {
			y[i] = r.Normal()
		}
		for data, x := range troubles(c.n, c.d, r) {
			p, err := newPairs(t.Context(), graphOf(t, around.KNN{K: c.k}, x), false, towards(y))
			if err != nil {
				t.Fatal(err)
			}
			want, err := statisticsOf(t.Context(), x, p, 1)
			if err != nil {
				t.Fatal(err)
			}
			got, strain, err := momentsOf(t.Context(), x, p)
			if err != nil {
				t.Fatal(err)
			}
			if data == "drawn" && strain > mostStrain {
				t.Errorf("%d rows of %d columns are strained by %.2g: the moments would not be used", c.n, c.d, strain)
			}
			room := 0x1p-50 * strain
			for name, v := range map[string][2]float64{
				"A": {normOf(got.a, want.a), mat.Norm(want.a, 2)},
				"b": {normOf(mat.NewVecDense(len(got.b), got.b), mat.NewVecDense(len(want.b), want.b)), mat.Norm(mat.NewVecDense(len(want.b), want.b), 2)},
				"c": {math.Abs(got.c - want.c), want.c},
			} {
				if v[0] > room*v[1] {
					t.Errorf("%d %s rows of %d columns: %s is off by %.2g, with a strain of %.2g", c.n, data, c.d, name, v[0]/v[1], strain)
				}
			}
		}
	}
}

func normOf(a, b mat.Matrix) float64 {
	var off mat.Dense
	off.Sub(a, b)
	return mat.Norm(&off, 2)
}

// TestStrainTellsCancellation has neighbours much nearer than the rows are wide:
// pairs must be summed themselves, or passed over where they are too many
// columns for that.
func TestStrainTellsCancellation(t *testing.T) {
	const n = 3000
	for _, d := range []int{2, condensedUpTo + 1} {
		x, y := mat.NewDense(n, d, nil), make([]float64, n)
		for i := range n {
			for c := range d {
				x.Set(i, c, math.Sin(float64((c+1)*i)/n))
			}
			y[i] = float64(i)
		}
		p, err := newPairs(t.Context(), graphOf(t, around.KNN{K: 4}, x), false, towards(y))
		if err != nil {
			t.Fatal(err)
		}
		if _, strain, err := momentsOf(t.Context(), x, p); err != nil || strain < 1e8 {
			t.Errorf("the strain of %d columns is %.2g (%v)", d, strain, err)
		}
		s, err := condensed(t.Context(), x, p)
		if err != nil {
			t.Fatal(err)
		}
		if (s != nil) != (d <= condensedUpTo) {
			t.Errorf("%d columns have statistics: %v", d, s != nil)
		}
		if s == nil {
			continue
		}
		if want, _ := statisticsOf(t.Context(), x, p, 1); !mat.Equal(s.a, want.a) {
			t.Error("they are not the sums of all pairs")
		}
	}
}

func TestMomentsAreTheSameBits(t *testing.T) {
	r := random.New(5, "moments")
	x := troubles(2100, 7, r)["drawn"]
	p, err := newPairs(t.Context(), graphOf(t, around.KNN{K: 9}, x), false, towards(make([]float64, 2100)))
	if err != nil {
		t.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var first *statistics
	for _, procs := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(procs)
		s, _, err := momentsOf(t.Context(), x, p)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = s
		}
		if !mat.Equal(s.a, first.a) || !slices.Equal(s.b, first.b) || s.c != first.c {
			t.Errorf("%d processors give other bits", procs)
		}
	}
}
