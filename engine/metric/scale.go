package metric

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/gram"
	"unfold/engine/internal/parallel"
)

// meanSquare returns the mean of ‖x_i − x_j‖² over all pairs of rows, which
// is twice the sum of squares about the mean over n − 1.
func meanSquare(x *mat.Dense) float64 {
	n, d := x.Dims()
	if n < 2 {
		return 0
	}
	mean, sum := make([]float64, d), 0.0
	for i := range n {
		for c, v := range x.RawRowView(i) {
			mean[c] += (v - mean[c]) / float64(i+1)
		}
	}
	for i := range n {
		sum += gram.Square(x.RawRowView(i), mean)
	}
	return 2 * sum / float64(n-1)
}

// meanDistance returns the mean of ‖x_i − x_j‖ over pairs of rows: all up to
// 5000 rows, beyond a million drawn with a fixed seed.
func meanDistance(ctx context.Context, x *mat.Dense) (float64, error) {
	const most, drawn = 5000, 1_000_000
	n, _ := x.Dims()
	if n < 2 {
		return 0, nil
	}
	if n > most {
		sum, err := parallel.Sum(ctx, drawn, 1<<12, func(lo, hi int) float64 {
			r, part := rand.New(rand.NewPCG(uint64(lo), 0)), 0.0
			for range hi - lo {
				i := r.IntN(n)
				part += math.Sqrt(gram.Square(x.RawRowView(i), x.RawRowView((i+1+r.IntN(n-1))%n)))
			}
			return part
		})
		return sum / drawn, err
	}
	sum, err := parallel.Sum(ctx, n, 16, func(lo, hi int) float64 {
		part := 0.0
		for i := lo; i < hi; i++ {
			for j := range i {
				part += math.Sqrt(gram.Square(x.RawRowView(i), x.RawRowView(j)))
			}
		}
		return part
	})
	return sum / float64(n*(n-1)/2), err
}

// maxDistance returns the largest distance of two rows.
func maxDistance(ctx context.Context, d engine.Distances) (float64, error) {
	n := d.Len()
	parts, err := parallel.Blocks(ctx, n, 16, func(lo, hi int) float64 {
		row, largest := make([]float64, n), 0.0
		for i := lo; i < hi; i++ {
			d.Row(row, i)
			for _, v := range row {
				largest = max(largest, v)
			}
		}
		return largest
	})
	largest := 0.0
	for _, p := range parts {
		largest = max(largest, p)
	}
	return largest, err
}
