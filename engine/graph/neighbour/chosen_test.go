package neighbour

import (
	"slices"
	"testing"
)

// TestChosen: the nearest of some rows by their distances, nearest first, as many as are
// asked for, or as usual, or as there are.
func TestChosen(t *testing.T) {
	far := []float64{9, 1, 4, 0, 4, 2}
	for _, c := range []struct {
		usual, k int
		want     []int32
	}{{2, 0, []int32{0, 3}}, {2, 3, []int32{0, 3, 1}}, {0, 0, []int32{0, 3, 1, 2}}, {2, 9, []int32{0, 3, 1, 2}}} {
		chosen := Chosen{Rows: []int{1, 2, 4, 5}, K: c.usual}
		for range 2 { // again in the same room
			chosen.Near(far, c.k, func(near []Candidate) {
				var got []int32
				for _, n := range near {
					got = append(got, n.Index)
				}
				if !slices.Equal(got, c.want) {
					t.Errorf("K = %d, k = %d: %v, want %v", c.usual, c.k, got, c.want)
				}
			})
		}
	}
}
