package kmeans

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
)

// Groups are rows by their nearest mean.
type Groups struct {
	Means   *mat.Dense // k×d
	Nearest []int      // of each row
	Settled bool       // no row would change its group any more
}

// Means returns the means of count groups of the rows of x (n×d), by moving each to the
// mean of the rows next to it, at most so many times (Lloyd 1982,
// doi:10.1109/TIT.1982.1056489). They start at rows that are drawn, each as likely as its
// squared distance to the nearest before it (Arthur, Vassilvitskii 2007, k-means++). There
// are fewer where fewer rows are distinct. A group that loses its rows keeps its mean; of
// equally near means the first is taken.
//
// Time O(n d count moves), memory O(n + count d). Rows are finite. It is deterministic for
// a stream.
func Means(ctx context.Context, x *mat.Dense, count, moves int, stream *random.Stream) (*Groups, error) {
	n, _ := x.Dims()
	means, err := spread(ctx, x, min(n, count), stream)
	if err != nil {
		return nil, err
	}
	g := &Groups{Means: means, Nearest: make([]int, n)}
	for move := range moves {
		changed, err := g.assign(ctx, x)
		if err != nil {
			return nil, err
		}
		if g.Settled = move > 0 && !changed; g.Settled {
			break
		}
		g.average(x)
	}
	_, err = g.assign(ctx, x)
	return g, err
}

// spread returns rows far apart from one another.
func spread(ctx context.Context, x *mat.Dense, count int, stream *random.Stream) (*mat.Dense, error) {
	n, d := x.Dims()
	means := mat.NewDense(count, d, nil)
	means.SetRow(0, x.RawRowView(stream.Below(n)))
	squares := make([]float64, n)
	for i := range squares {
		squares[i] = Square(x.RawRowView(i), means.RawRowView(0))
	}
	for k := 1; k < count; k++ {
		var total float64
		for _, v := range squares {
			total += v
		}
		if total == 0 { // every distinct row is a mean
			return mat.DenseCopyOf(means.Slice(0, k, 0, d)), nil
		}
		means.SetRow(k, x.RawRowView(pick(squares, float64(total*stream.Uniform()))))
		err := parallel.For(ctx, n, parallel.Grain(d), func(lo, hi int) {
			for i := lo; i < hi; i++ {
				squares[i] = min(squares[i], Square(x.RawRowView(i), means.RawRowView(k)))
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return means, nil
}

// pick returns where the sum of weights reaches a value, at a weight above zero.
func pick(weights []float64, value float64) (at int) {
	for i, w := range weights {
		if w == 0 {
			continue
		}
		if at = i; value < w {
			break
		}
		value -= w
	}
	return at
}

// assign gives each row its nearest mean, and reports whether any has another than before.
func (g *Groups) assign(ctx context.Context, x *mat.Dense) (changed bool, err error) {
	n, d := x.Dims()
	k, _ := g.Means.Dims()
	parts, err := parallel.Blocks(ctx, n, parallel.Grain(d*k), func(lo, hi int) (changed bool) {
		for i := lo; i < hi; i++ {
			if near := g.nearest(x.RawRowView(i)); near != g.Nearest[i] {
				g.Nearest[i], changed = near, true
			}
		}
		return changed
	})
	for _, part := range parts {
		changed = changed || part
	}
	return changed, err
}

func (g *Groups) nearest(row []float64) (near int) {
	k, _ := g.Means.Dims()
	least := Square(row, g.Means.RawRowView(0))
	for c := 1; c < k; c++ {
		if square := Square(row, g.Means.RawRowView(c)); square < least {
			near, least = c, square
		}
	}
	return near
}

// average moves each mean to that of its rows.
func (g *Groups) average(x *mat.Dense) {
	k, d := g.Means.Dims()
	sums, counts := mat.NewDense(k, d, nil), make([]float64, k)
	for i, c := range g.Nearest {
		counts[c]++
		sum := sums.RawRowView(c)
		for j, v := range x.RawRowView(i) {
			sum[j] += v
		}
	}
	for c, count := range counts {
		for j := range d {
			if count > 0 {
				g.Means.Set(c, j, sums.At(c, j)/count)
			}
		}
	}
}

// Square returns ‖a − b‖².
func Square(a, b []float64) (sum float64) {
	for j, v := range a {
		sum += float64((v - b[j]) * (v - b[j]))
	}
	return sum
}
