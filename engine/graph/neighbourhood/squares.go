package neighbourhood

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/internal/selection"
)

// meanSquare returns the mean of d_ij² over pairs. Time O(nd) for points, O(n²)
// for others.
func meanSquare(ctx context.Context, d engine.Distances) (float64, error) {
	if p, ok := d.(engine.Pointed); ok {
		return meanOfPoints(p.Points()), ctx.Err()
	}
	n := float64(d.Len())
	sum, err := parallel.Sum(ctx, d.Len(), parallel.Grain(d.Len()), func(lo, hi int) float64 {
		row, sum := make([]float64, d.Len()), 0.0
		for i := lo; i < hi; i++ {
			d.Row(row, i)
			for _, v := range row {
				sum += float64(v * v)
			}
		}
		return sum
	})
	return sum / (n * (n - 1)), err
}

// meanOfPoints returns the mean squared distance of two rows, which is twice the
// sum of the variances of the columns.
func meanOfPoints(x *mat.Dense) float64 {
	n, d := x.Dims()
	var total float64
	for c := range d {
		var mean, sum float64
		for i := range n {
			mean += x.At(i, c) / float64(n)
		}
		for i := range n {
			v := x.At(i, c) - mean
			sum += float64(v * v)
		}
		total += 2 * sum / float64(n-1)
	}
	return total
}

// medianOfRows returns the median dissimilarity of rows to others: of all rows
// up to 1000, and of 1000 drawn with a fixed seed of more.
func medianOfRows(ctx context.Context, d engine.Distances) (float64, error) {
	const most = 1000
	n := d.Len()
	rows := random.New(1, "neighbourhood: median").Permutation(n)
	rows = rows[:min(n, most)]
	width := min(n, most)
	values := make([]float64, 0, len(rows)*width)
	row := make([]float64, n)
	for _, i := range rows {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		d.Row(row, i)
		for _, j := range rows {
			if j != i {
				values = append(values, row[j])
			}
		}
	}
	half := len(values) / 2
	selection.Least(values, half, func(a, b float64) bool { return a < b })
	return values[half], nil
}

// distancesTo returns a function for the dissimilarities of row i to some others.
func distancesTo(d engine.Distances) func(i int, others []int32) []float64 {
	if p, ok := d.(engine.Pointed); ok {
		x := p.Points()
		return func(i int, others []int32) []float64 {
			own, lengths := x.RawRowView(i), make([]float64, len(others))
			for l, j := range others {
				var sum float64
				for c, v := range x.RawRowView(int(j)) {
					sum += float64((own[c] - v) * (own[c] - v))
				}
				lengths[l] = math.Sqrt(sum)
			}
			return lengths
		}
	}
	return func(i int, others []int32) []float64 {
		row, lengths := make([]float64, d.Len()), make([]float64, len(others))
		d.Row(row, i)
		for l, j := range others {
			lengths[l] = row[j]
		}
		return lengths
	}
}
