package stochastic

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/random"
)

// spread returns count rows of x, in order, that lie as all of them do: rows are cut
// into cells of one size, first along their first principal component and then along
// the second, and one of each cell is drawn.
func spread(ctx context.Context, x *mat.Dense, count, seed int) ([]int, error) {
	n, _ := x.Dims()
	placed, _, err := principalAxes(ctx, x, 2)
	if err != nil {
		return nil, err
	}
	rows, stream := make([]int, n), random.New(seed, "landmarks")
	for i := range rows {
		rows[i] = i
	}
	along := func(c int) func(a, b int) int {
		return func(a, b int) int {
			if v, w := placed.At(a, c), placed.At(b, c); v != w {
				return map[bool]int{true: -1, false: 1}[v < w]
			}
			return a - b
		}
	}
	slices.SortFunc(rows, along(0))
	strips, drawn := int(math.Ceil(math.Sqrt(float64(count)))), make([]int, 0, count)
	for s := range strips {
		lo, hi := s*count/strips, (s+1)*count/strips // the cells of the strip
		strip := rows[lo*n/count : hi*n/count]
		slices.SortFunc(strip, along(1))
		for cell := lo; cell < hi; cell++ {
			from, to := cell*n/count-lo*n/count, (cell+1)*n/count-lo*n/count
			drawn = append(drawn, strip[from+stream.Below(to-from)])
		}
	}
	slices.Sort(drawn)
	return drawn, nil
}
