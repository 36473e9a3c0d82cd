package spectral

import (
	"context"
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/internal/parallel"
)

// A Sparse is a symmetric matrix in compressed rows, with both its triangles.
type Sparse struct {
	Start []int     // n+1: the entries of row i are Start[i] to Start[i+1]
	At    []int32   // the column of each entry
	Value []float64 // finite
}

// Len returns the number of rows.
func (s *Sparse) Len() int { return len(s.Start) - 1 }

// bound returns how large an eigenvalue can be, by Gershgorin's discs.
func (s *Sparse) bound() (float64, error) {
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

// combine sets dst to a S x + b x + c y; y may be dst.
func (s *Sparse) combine(ctx context.Context, dst *tall, a float64, x *tall, b float64, y *tall, c float64) error {
	return parallel.For(ctx, x.rows, rowBlock, func(lo, hi int) {
		sum := make([]float64, x.cols)
		for i := lo; i < hi; i++ {
			clear(sum)
			for e := s.Start[i]; e < s.Start[i+1]; e++ {
				v := s.Value[e]
				for k, u := range x.row(int(s.At[e])) {
					sum[k] += float64(v * u)
				}
			}
			own, other, into := x.row(i), y.row(i), dst.row(i)
			for k, v := range sum {
				into[k] = float64(a*v) + float64(b*own[k]) + float64(c*other[k])
			}
		}
	})
}
