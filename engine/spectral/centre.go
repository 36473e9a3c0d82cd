// Package spectral turns dissimilarities into coordinates: double centring,
// the leading eigenpairs, residual variance and its elbow.
package spectral

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
)

// Centre returns S = −½ J D² J (n×n), where D² are the squared dissimilarities
// and J = I − 11ᵀ/n takes means off: for Euclidean distances the inner
// products of the centred points (Torgerson 1952, doi:10.1007/BF02288916).
// J is never formed: the means of rows and columns come off each entry.
// Time O(n²) beyond the rows of d, memory n² numbers, asked for before they
// are taken.
func Centre(ctx context.Context, d engine.Distances) (*mat.Dense, error) {
	n := d.Len()
	if err := memory.Need(memory.Square(1, n), fmt.Sprintf("inner products of %d rows", n), "take fewer rows: put sample(n=...) after the source"); err != nil {
		return nil, err
	}
	s, mean := mat.NewDense(n, n, nil), make([]float64, n)
	err := parallel.Try(ctx, n, grain(n), func() struct{} { return struct{}{} }, func(_ struct{}, lo, hi int) error {
		for i := lo; i < hi; i++ {
			row := s.RawRowView(i)
			d.Row(row, i)
			for j, v := range row {
				row[j] = v * v
				mean[i] += row[j]
			}
			mean[i] /= float64(n)
			if math.IsNaN(mean[i]) || math.IsInf(mean[i], 0) {
				return &engine.Error{Cause: fmt.Sprintf("squared dissimilarities of row %d add up to %v: values must be finite", i, mean[i]), Remedy: "put impute before it if cells are missing, or scale if they are very large"}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var grand float64
	for _, m := range mean {
		grand += m / float64(n)
	}
	if grand == 0 {
		return nil, Identical()
	}
	return s, parallel.For(ctx, n, grain(n), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := s.RawRowView(i)
			for j, v := range row {
				row[j] = -(v - (mean[i] + mean[j]) + grand) / 2
			}
		}
	})
}

// Identical is the error that rows are all the same.
func Identical() error {
	return &engine.Error{Cause: "all points are identical: no distance scale can be estimated", Remedy: "look at the columns that are left; dedupe shows how many distinct rows there are"}
}

func grain(n int) int { return max(1, min(64, 1<<18/max(1, n))) }
