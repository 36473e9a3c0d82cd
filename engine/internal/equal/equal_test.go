package equal

import (
	"math"
	"math/rand/v2"
	"testing"
)

var extremes = []float64{0, 5e-324, 1e-310, 0x1p-1022, 1, 1 + 0x1p-52, math.Pi, 1e300, math.MaxFloat64, math.Inf(1)}

// TestGrainsAreInOrder: the edges of a grain enclose its numbers, have its
// number, and the next ones beyond have others.
func TestGrainsAreInOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	values := extremes
	for range 10000 {
		values = append(values, math.Exp(20*r.NormFloat64()))
	}
	for _, v := range values {
		least, middle, most, grain := Least(v), Middle(v), Most(v), Grain(v)
		if !(least <= v && v <= most && least <= middle && middle <= most) {
			t.Errorf("%v lies in a grain from %v by %v to %v", v, least, middle, most)
		}
		if Grain(least) != grain || Grain(middle) != grain || Grain(most) != grain {
			t.Errorf("edges of the grain of %v are in others", v)
		}
		if below := math.Nextafter(least, -1); below > 0 && Grain(below) != grain-1 {
			t.Errorf("%v is not in the grain before that of %v", below, v)
		}
		if above := math.Nextafter(most, math.Inf(1)); most < math.MaxFloat64 && Grain(above) != grain+1 {
			t.Errorf("%v is not in the grain after that of %v", above, v)
		}
		if most-least > 0x1p-36*v && v > 1e-300 && v < 1e300 {
			t.Errorf("the grain of %v is %v wide", v, most-least)
		}
	}
}

// TestWhatIsEqual: numbers that differ by some roundings are equal, also zeros
// of two signs; whole numbers and their roots are not; and negative ones come
// in their order.
func TestWhatIsEqual(t *testing.T) {
	for _, n := range []float64{1, 2, 3, 1 << 20, 1<<35 - 1} {
		if Compare(n, n+1) >= 0 || Compare(math.Sqrt(n), math.Sqrt(n+1)) >= 0 || Compare(-n, -n-1) <= 0 {
			t.Errorf("%v and the next are equal, or their roots", n)
		}
		if Compare(n, n*(1+0x1p-50)) != 0 || Compare(n, n*(1-0x1p-50)) != 0 {
			t.Errorf("%v is not equal to what rounding makes of it", n)
		}
	}
	if Compare(0, math.Copysign(0, -1)) != 0 || Compare(-1, 0) >= 0 || Most(math.MaxFloat64) != math.MaxFloat64 {
		t.Error("zeros of two signs differ, or numbers are out of order")
	}
}
