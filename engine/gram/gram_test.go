package gram

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func points(seed uint64, n, d int) *mat.Dense {
	r := rand.New(rand.NewPCG(seed, 0))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for c := range d {
			x.Set(i, c, r.NormFloat64())
		}
	}
	return x
}

func TestKernels(t *testing.T) {
	x, y := []float64{1, 2, 3, 4, 5}, []float64{2, 0, 1, 1, 7}
	for _, c := range []struct {
		kernel Kernel
		want   float64
	}{
		{Linear{}, 2 + 3 + 4 + 35},
		{RBF{Sigma: 3}, math.Exp(-(1 + 4 + 4 + 9 + 4) / 18.0)},
		{Polynomial{Sigma: 2, Offset: 1, Degree: 3}, math.Pow(44.0/4+1, 3)},
	} {
		if got := c.kernel.Of(x, y); math.Abs(got-c.want) > 1e-13*c.want || got != c.kernel.Of(y, x) {
			t.Errorf("%#v of x and y is %v, want %v and symmetric", c.kernel, got, c.want)
		}
	}
}

func TestMatrixIsSymmetric(t *testing.T) {
	x := points(1, 150, 6)
	k := RBF{Sigma: 1.5}
	g, err := Matrix(t.Context(), k, x)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 150 {
		for j := range 150 {
			if want := k.Of(x.RawRowView(i), x.RawRowView(j)); math.Abs(g.At(i, j)-want) > 1e-13 || g.At(i, j) != g.At(j, i) {
				t.Fatalf("entry %d, %d is %v, want %v", i, j, g.At(i, j), want)
			}
		}
	}
}

func TestMedianDistance(t *testing.T) {
	for _, n := range []int{2, 3, 4, 51, 120} {
		x := points(uint64(n), n, 3)
		var all []float64
		for i := range n {
			for j := range i {
				all = append(all, math.Sqrt(Square(x.RawRowView(i), x.RawRowView(j))))
			}
		}
		slices.Sort(all)
		want := (all[len(all)/2] + all[(len(all)-1)/2]) / 2
		if got, err := MedianDistance(t.Context(), x); err != nil || math.Abs(got-want) > 1e-14 {
			t.Errorf("n = %d: median %v, want %v (%v)", n, got, want, err)
		}
	}
	many := points(9, 5200, 1) // drawn pairs come close to all: the median of |x−y| is 0.9539
	if got, err := MedianDistance(t.Context(), many); err != nil || math.Abs(got-0.9539) > 0.02 {
		t.Errorf("median of many is %v (%v)", got, err)
	}
}

func TestFinite(t *testing.T) {
	x := points(8, 4, 3)
	if err := Finite(x); err != nil {
		t.Error(err)
	}
	x.Set(2, 1, math.Inf(-1))
	want := "input row 2, column 1 is -Inf: values must be finite; put impute before it"
	if err := Finite(x); err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
}

func BenchmarkMatrix(b *testing.B) {
	x := points(1, 3500, 21)
	for b.Loop() {
		if _, err := Matrix(b.Context(), RBF{Sigma: 5}, x); err != nil {
			b.Fatal(err)
		}
	}
}

// TestMedianWithinAsksAgain: bounds that leave the median out are noticed.
func TestMedianWithinAsksAgain(t *testing.T) {
	x := points(3, 40, 2)
	all, ok, err := medianWithin(t.Context(), x, 0, math.Inf(1))
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	for _, bounds := range [][2]float64{{0, all * all / 2}, {all * all * 2, math.Inf(1)}} {
		if _, ok, _ := medianWithin(t.Context(), x, bounds[0], bounds[1]); ok {
			t.Errorf("a median of %v is found within %v", all, bounds)
		}
	}
	if got, ok, _ := medianWithin(t.Context(), x, all*all*0.9, all*all*1.1); !ok || got != all {
		t.Errorf("median is %v, and %v among those near to it", all, got)
	}
}

func BenchmarkMedianDistance(b *testing.B) {
	for _, n := range []int{3500, 8000} {
		x := points(1, n, 21)
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := MedianDistance(b.Context(), x); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
