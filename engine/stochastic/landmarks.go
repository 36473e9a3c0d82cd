package stochastic

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/neighbour"
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

// nearLandmarks is how many landmarks draw a row that was not laid out, the last of
// which has no weight.
const nearLandmarks = 16

// among places each row of x among the landmarks near it, that are at y:
//
//	z = Σ_j w_j y_j / Σ_j w_j,  w_j = (1/d_j − 1/R)²
//
// over the landmarks closer than the farthest of 16, at R. A landmark is where it was
// laid out; as a row moves, so does its image, without a leap (Shepard 1968,
// doi:10.1145/800186.810616; local as in Franke, Nielson 1980,
// doi:10.1002/nme.1620151110). A row's place depends on it alone.
func among(ctx context.Context, x, landmarks, y *mat.Dense) (*mat.Dense, error) {
	index, err := neighbour.NewIndex(parallel.Part(ctx, 0, 0.02), landmarks)
	if err != nil {
		return nil, err
	}
	n, d := x.Dims()
	_, dim := y.Dims()
	placed := mat.NewDense(n, dim, nil)
	count := parallel.Count(parallel.Part(ctx, 0.02, 1), "rows among landmarks", n)
	grain := parallel.Grain(index.Len() * d)
	return placed, parallel.Try(ctx, n, grain, func() *[]neighbour.Candidate { return new([]neighbour.Candidate) }, func(near *[]neighbour.Candidate, lo, hi int) error {
		for i := lo; i < hi; i++ {
			var err error
			if *near, err = index.Query(*near, x.RawRowView(i), nearLandmarks); err != nil {
				return err
			}
			mean(placed.RawRowView(i), *near, y)
		}
		count.Add(hi - lo)
		return nil
	})
}

// mean fills z with the weighted mean of the places of landmarks, the nearest first.
func mean(z []float64, near []neighbour.Candidate, y *mat.Dense) {
	nearest, farthest := near[0].Length, near[len(near)-1].Length
	if nearest == 0 || nearest == farthest {
		copy(z, y.RawRowView(int(near[0].Index)))
		return
	}
	var sum float64
	for _, c := range near {
		w := nearest/c.Length - nearest/farthest
		w *= w
		sum += w
		for k, v := range y.RawRowView(int(c.Index)) {
			z[k] += float64(w * v)
		}
	}
	for k := range z {
		z[k] /= sum
	}
}
