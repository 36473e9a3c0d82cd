package gram

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

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
