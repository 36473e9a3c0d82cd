package pairwise

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/random"
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
			p, err := NewPairs(t.Context(), towards(graphOf(t, neighbourhood.KNN{K: c.k}, x), y))
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
	for _, d := range []int{2, summedUpTo + 1} {
		x, y := mat.NewDense(n, d, nil), make([]float64, n)
		for i := range n {
			for c := range d {
				x.Set(i, c, math.Sin(float64((c+1)*i)/n))
			}
			y[i] = float64(i)
		}
		p, err := NewPairs(t.Context(), towards(graphOf(t, neighbourhood.KNN{K: 4}, x), y))
		if err != nil {
			t.Fatal(err)
		}
		if _, strain, err := momentsOf(t.Context(), x, p); err != nil || strain < 1e8 {
			t.Errorf("the strain of %d columns is %.2g (%v)", d, strain, err)
		}
		s, err := summarise(t.Context(), x, p)
		if err != nil {
			t.Fatal(err)
		}
		if (s != nil) != (d <= summedUpTo) {
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
	p, err := NewPairs(t.Context(), towards(graphOf(t, neighbourhood.KNN{K: 9}, x), make([]float64, 2100)))
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

// TestStatisticsHaveTheirMinimum: without the ridge of the start, M of full rank
// is what an independent program found.
func TestStatisticsHaveTheirMinimum(t *testing.T) {
	x, y, _ := waves()
	s := statisticsOfAll(t, x, stressOf(t, towards(graphOf(t, neighbourhood.KNN{K: 4}, x), y)).pairs)
	var v mat.VecDense
	if err := v.SolveVec(s.a, mat.NewVecDense(6, s.b)); err != nil {
		t.Fatal(err)
	}
	for k, want := range []float64{0.737390732475, 0.125773075621, 0.00295756407352, 0.296368774674, 0.939811235703, 1.62122303555} {
		near(t, fmt.Sprintf("entry %d of M", k), v.AtVec(k), want, 1e-9)
	}
}

// BenchmarkStatistics sums up pairs one by one and by moments of the rows.
func BenchmarkStatistics(b *testing.B) {
	for _, c := range []struct{ n, d, k int }{{10_000, 6, 30}, {10_000, 20, 64}} {
		r := random.New(1, "tilted")
		x, y := mat.NewDense(c.n, c.d, drawn(c.n*c.d, r)), drawn(c.n, r)
		p, err := NewPairs(b.Context(), towards(graphOf(b, neighbourhood.KNN{K: c.k}, x), y))
		if err != nil {
			b.Fatal(err)
		}
		for name, sum := range map[string]func(context.Context) error{
			"pairs":   func(ctx context.Context) error { _, err := statisticsOf(ctx, x, p, 1); return err },
			"moments": func(ctx context.Context) error { _, _, err := momentsOf(ctx, x, p); return err },
		} {
			b.Run(fmt.Sprintf("n=%d/d=%d/k=%d/%s", c.n, c.d, c.k, name), func(b *testing.B) {
				for b.Loop() {
					if err := sum(b.Context()); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
