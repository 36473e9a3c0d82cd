package spectral

import (
	"context"

	"unfold/engine/internal/parallel"
	"unfold/engine/linear/sparse"
)

// combine sets dst to a S x + b x + c y; y may be dst.
func combine(ctx context.Context, s *sparse.Matrix, dst *tall, a float64, x *tall, b float64, y *tall, c float64) error {
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
