package laplacian

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

// Dense returns D^−½ W D^−½ of w_ij = exp(−d_ij²/t) / (q_i q_j)^alpha between all
// rows, q being the sums of rows before that, with q^−alpha and √d. Time O(n²), memory
// that of two n×n matrices for what follows, asked for before it is taken.
func Dense(ctx context.Context, d engine.Distances, t, alpha float64) (s *mat.Dense, scale, root []float64, err error) {
	n := d.Len()
	if err := memory.Claim(ctx, memory.Square(2, n), fmt.Sprintf("weights between all %d rows", n), remedy.Set("k", 64).Or(remedy.FewerRows())); err != nil {
		return nil, nil, nil, err
	}
	s = mat.NewDense(n, n, nil)
	grain := parallel.Grain(n)
	err = parallel.Each(ctx, n, grain, func(lo, hi int) error {
		for i := lo; i < hi; i++ {
			row := s.RawRowView(i)
			d.Row(row, i)
			if err := check.Dissimilarities(row, i); err != nil {
				return err
			}
			for j, v := range row {
				row[j] = elementary.Exp(-v * v / t)
			}
		}
		return nil
	})
	if err != nil {
		return nil, nil, nil, err
	}
	q, err := divide(ctx, s, nil)
	if err != nil {
		return nil, nil, nil, err
	}
	scale = powers(q, -alpha)
	degrees, err := divide(ctx, s, scale)
	if err != nil {
		return nil, nil, nil, err
	}
	root = make([]float64, n)
	for i, v := range degrees {
		root[i] = math.Sqrt(v)
	}
	_, err = divide(ctx, s, powers(root, -1))
	return s, scale, root, err
}

// divide multiplies s_ij by f_i f_j, if there are any, and returns the sums of rows.
func divide(ctx context.Context, s *mat.Dense, f []float64) ([]float64, error) {
	n, _ := s.Dims()
	sums := make([]float64, n)
	return sums, parallel.For(ctx, n, parallel.Grain(n), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := s.RawRowView(i)
			for j := range row {
				if f != nil {
					row[j] *= f[i] * f[j]
				}
				sums[i] += row[j]
			}
		}
	})
}
