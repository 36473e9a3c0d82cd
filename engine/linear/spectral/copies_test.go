package spectral

import (
	"fmt"
	"slices"
	"testing"

	"unfold/engine/internal/random"
	"unfold/engine/internal/triangle"
)

// repeated returns the distances of n points, of which those from half on are
// copies of the first, each moved by some roundings as paths are that are walked
// from the other end.
func repeated(n int, double bool) *triangle.Matrix {
	r := random.New(7, "copies")
	x := make([][3]float64, n)
	for i := range x {
		x[i] = [3]float64{5 * r.Normal(), 3 * r.Normal(), r.Normal()}
		if i >= n/2 {
			x[i] = x[(i-n/2)/2]
		}
	}
	d := triangle.NewSingle(n)
	if double {
		d = triangle.NewDouble(n)
	}
	for i := range n {
		for j := range i {
			length := euclidean(x[i][:], x[j][:]) * (1 + float64(i%3)*0x1p-51)
			if double {
				d.Double(i)[j] = length
			} else {
				d.Single(i)[j] = float32(length)
			}
		}
	}
	return d
}

// TestCopiesHaveOnePlace: rows at no distance that are as far from all others
// have the same coordinates to the bit, whole and by search, in either precision.
func TestCopiesHaveOnePlace(t *testing.T) {
	for _, n := range []int{101, 601} {
		for _, double := range []bool{true, false} {
			t.Run(fmt.Sprint(n, double), func(t *testing.T) {
				s, err := Scale(t.Context(), repeated(n, double), 3, 0)
				if err != nil {
					t.Fatal(err)
				}
				y := s.Coordinates(3)
				for i := n / 2; i < n; i++ {
					if first := (i - n/2) / 2; !slices.Equal(y.RawRowView(i), y.RawRowView(first)) {
						t.Fatalf("row %d is at %v, its copy %d at %v", i, y.RawRowView(i), first, y.RawRowView(first))
					}
				}
			})
		}
	}
}

// TestNoDistanceMakesNoCopies: rows of two classes at no distance from one
// another, which are not as far from others, keep places of their own; their
// copies of the same class have these.
func TestNoDistanceMakesNoCopies(t *testing.T) {
	d := triangle.NewDouble(5) // 0, 1 and 3 lie together; 3 is a copy of 1
	for i, row := range [][]float64{{}, {0}, {3, 4}, {0, 0, 4}, {5, 2, 1, 2}} {
		copy(d.Double(i), row)
	}
	if first, err := firstCopies(t.Context(), d); err != nil || !slices.Equal(first, []int32{0, 1, 2, 1, 4}) {
		t.Errorf("first copies are %v (%v)", first, err)
	}
}
