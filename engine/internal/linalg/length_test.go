package linalg

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestLength compares with lengths made step by step, of numbers scaled by a power
// of two, which scales the length alike.
func TestLength(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	for _, n := range []int{1, 2, 31, 32, 33, 500} {
		x := numbers[float64](r, n)
		var want float64
		for _, v := range x {
			want = math.Hypot(want, v)
		}
		for _, power := range []int{0, 300, -300, 900, -900, 1000, -1000} {
			scaled := make([]float64, n)
			for i, v := range x {
				scaled[i] = math.Ldexp(v, power)
			}
			if got := math.Ldexp(Length(scaled), -power); math.Abs(got-want) > 1e-14*want {
				t.Errorf("the length of %d numbers times 2^%d is %v, want %v", n, power, got, want)
			}
		}
	}
	for _, c := range []struct {
		x    []float64
		want float64
	}{
		{nil, 0}, {[]float64{0, 0}, 0}, {[]float64{3, -4}, 5}, {[]float64{1, math.Inf(-1)}, math.Inf(1)},
		{[]float64{math.Inf(1), math.NaN()}, math.NaN()}, {[]float64{0x1p-1074}, 0x1p-1074}, {[]float64{math.MaxFloat64}, math.MaxFloat64},
	} {
		if got := Length(c.x); got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("the length of %v is %v, want %v", c.x, got, c.want)
		}
	}
}
