package layout

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/graph/neighbourhood"
)

// TestAffinitiesAreSymmetric: columns rise, weights are those of the other way too,
// and add up to what rows of different points have to do with each other.
func TestAffinitiesAreSymmetric(t *testing.T) {
	for _, again := range []int{0, 30} {
		x, of := drawnRows(200, 3, again)
		a := affinitiesOf(t, x, 8, 24, of)
		weights, total := map[[2]int32]float32{}, 0.0
		for i := range int32(a.Len()) {
			ends := a.End[a.Start[i]:a.Start[i+1]]
			if !slices.IsSorted(ends) {
				t.Errorf("the columns of point %d are %v", i, ends)
			}
			for e, j := range ends {
				weights[[2]int32{i, j}] = a.Weight[a.Start[i]+e]
				total += float64(a.Weight[a.Start[i]+e])
			}
		}
		for pair, w := range weights {
			if back := weights[[2]int32{pair[1], pair[0]}]; math.Abs(float64(back-w)) > 1e-6*float64(w) || pair[0] == pair[1] {
				t.Fatalf("%d copies: weight of %v is %v, %v the other way", again, pair, w, back)
			}
		}
		if again == 0 && math.Abs(total-1) > 1e-6 || again > 0 && !(total < 1) {
			t.Errorf("%d copies: weights add up to %v", again, total)
		}
	}
}

// TestPushAtOnePlace: points at one place do not push each other, and each pair of
// rows counts one.
func TestPushAtOnePlace(t *testing.T) {
	const n = 50
	y := mat.NewDense(n, 2, nil)
	for i := range n {
		y.SetRow(i, []float64{3, -2})
	}
	for _, method := range []string{"exact", "tree", "grid"} {
		z := PointsAt(y)
		forces := NewPoints(z.Mass, 2)
		sum := pushed(t, method, z, forces, 1)
		if math.Abs(sum-n*(n-1)) > 1e-6*n*n {
			t.Errorf("%s: the sum is %v, want %v", method, sum, n*(n-1))
		}
		for c, f := range forces.At {
			if most := max(slices.Max(f), -slices.Min(f)); most > 1e-9 {
				t.Errorf("%s: points push each other by %v along %d", method, most, c)
			}
		}
	}
}

// TestRowsOfAPointAreOne: copies laid out as one point have the gradient of rows
// that are at one place, each by itself.
func TestRowsOfAPointAreOne(t *testing.T) {
	x, of := drawnRows(40, 4, 9)
	joined := atLength(affinitiesOf(t, x, 9, 39, of), 2, 1, 1.5)
	apart := atLength(affinitiesOf(t, x, 9, 39, nil), 2, 1, 1.5)
	for c := range apart.z.At {
		for i, at := range of {
			apart.z.At[c][i] = joined.z.At[c][at]
		}
	}
	for _, d := range []*descent{joined, apart} {
		sum, err := d.forces(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		d.gradient(1, sum)
	}
	for c := range apart.z.At {
		for i, at := range of {
			one, all := joined.attraction.At[c][at], 0.0
			for j, other := range of {
				if other == at {
					all += apart.attraction.At[c][j] / joined.z.Mass[at]
				}
			}
			if math.Abs(one-all) > 1e-7*(math.Abs(all)+1e-3) {
				t.Errorf("row %d: the gradient is %v, by rows %v", i, one, all)
			}
		}
	}
}

// TestAffinitiesOfNearlyNothing: weights that vanish are no weights.
func TestAffinitiesOfNearlyNothing(t *testing.T) {
	g := &neighbourhood.Graph{Start: []int{0, 2, 3, 4, 4}, End: []int32{1, 2, 0, 3}, Weight: []float64{1, 5e-324, 1, 5e-324}}
	for _, of := range [][]int{nil, {0, 1, 2, 2}} {
		a, err := Symmetric(t.Context(), g, of)
		if err != nil {
			t.Fatal(err)
		}
		if math.IsNaN(a.entropy) {
			t.Error("the entropy is not a number")
		}
		for i := range a.Len() {
			if ends := a.End[a.Start[i]:a.Start[i+1]]; len(slices.Compact(slices.Clone(ends))) < len(ends) {
				t.Errorf("the columns of point %d are %v", i, ends)
			}
		}
	}
}
