package sparse

import (
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/check"
)

// A Matrix is a symmetric matrix in compressed rows, with both its triangles.
type Matrix struct {
	Start []int     // n+1: the entries of row i are Start[i] to Start[i+1]
	At    []int32   // the column of each entry, no column twice in a row
	Value []float64 // finite
}

// Len returns the number of rows.
func (s *Matrix) Len() int { return len(s.Start) - 1 }

// Of returns the columns and values of row i.
func (s *Matrix) Of(i int) ([]int32, []float64) {
	return s.At[s.Start[i]:s.Start[i+1]], s.Value[s.Start[i]:s.Start[i+1]]
}

// Bound returns how large an eigenvalue can be, by Gershgorin's discs. It refuses
// values that are not finite.
func (s *Matrix) Bound() (float64, error) {
	var most float64
	for i := range s.Len() {
		var sum float64
		for e := s.Start[i]; e < s.Start[i+1]; e++ {
			sum += math.Abs(s.Value[e])
		}
		if math.IsNaN(sum) || math.IsInf(sum, 0) {
			return 0, &engine.Error{Cause: fmt.Sprintf("row %d of the matrix adds up to %v: values must be finite", i, sum), Remedy: check.ImputeOrScale()}
		}
		most = max(most, sum)
	}
	return most, nil
}
