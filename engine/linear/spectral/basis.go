package spectral

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/linalg"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
)

// Orthonormal returns the Q (d×q) of w = Q R whose R has a positive diagonal, by
// the modified Gram–Schmidt process done twice. A column that depends on those
// before it is left as it is but for rounding. Time O(d q²).
func Orthonormal(w *mat.Dense) *mat.Dense {
	_, dim := w.Dims()
	q := mat.DenseCopyOf(w.T())
	for c := range dim {
		v := q.RawRowView(c)
		for range 2 { // twice is enough
			for b := range c {
				u := q.RawRowView(b)
				simd.AddScaled(v, -simd.Dot(v, u), u)
			}
		}
		if length := linalg.Length(v); length > 0 {
			shrink := 1 / length
			for i := range v {
				v[i] *= shrink
			}
		}
	}
	return mat.DenseCopyOf(q.T())
}

// Symmetrise replaces s (n×n) by factor (s + sᵀ)/2, which takes off the rounding
// that keeps it from being symmetric. Time O(n²).
func Symmetrise(ctx context.Context, s *mat.Dense, factor float64) error {
	n, _ := s.Dims()
	data := s.RawMatrix().Data
	return parallel.For(ctx, n, parallel.Grain(n), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			for j := range i + 1 {
				mean := factor * (data[i*n+j] + data[j*n+i]) / 2
				data[i*n+j], data[j*n+i] = mean, mean
			}
		}
	})
}
