package neighbourhood

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/random"
)

// Degrees in the unit cube of five columns are those that a prototype measured
// on 800 rows of the parity data: 18.4 within the usual radius, 62 natural
// neighbours, 18 by Gabriel; 65 % of the rows enclosed, by 28 rows in the median
// and 86 on average, those outside counted with 200.
func TestDegreesInTheUnitCube(t *testing.T) {
	if testing.Short() {
		t.Skip("long: draws many rows")
	}
	const n = 800
	s := random.New(1, "cube")
	x := mat.NewDense(n, 5, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return s.Uniform() }, x)
	mean := func(f Function) float64 { return float64(graphOf(t, f, x, nil).Edges()) / n }
	for _, c := range []struct {
		f          Function
		want, room float64
	}{{Epsilon{}, 18.4, 1.5}, {Gabriel{}, 18, 1.5}, {Natural{}, 62, 3}, {Enclosing{}, 86, 6}} {
		if got := mean(c.f); math.Abs(got-c.want) > c.room {
			t.Errorf("%v: mean degree is %.1f, want about %v", c.f, got, c.want)
		}
	}
	k := degrees(graphOf(t, Enclosing{}, x, nil))
	slices.Sort(k)
	enclosed, _ := slices.BinarySearch(k, 200)
	if share := float64(enclosed) / n; math.Abs(share-0.65) > 0.05 || math.Abs(float64(k[n/2])-28) > 8 {
		t.Errorf("%.0f %% of the rows are enclosed, by %d in the median, want 65 %% and about 28", 100*share, k[n/2])
	}
}
