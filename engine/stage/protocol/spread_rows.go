package protocol

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
)

// farthest returns rows of which each is the farthest from those before, the first
// drawn at random; fewer than count where all others coincide with one of them.
func farthest(ctx context.Context, stream *random.Stream, x *mat.Dense, count int) ([]int, error) {
	near := newNearest(x)
	rows := []int{stream.Below(near.rows())}
	for {
		if err := near.add(ctx, x.RawRowView(rows[len(rows)-1])); err != nil {
			return nil, err
		}
		next := 0
		for i, d := range near.squares {
			if d > near.squares[next] {
				next = i
			}
		}
		if len(rows) == count || near.squares[next] == 0 {
			return rows, nil
		}
		rows = append(rows, next)
	}
}

// nearMeans returns the rows nearest to the means of count clusters, each row once;
// fewer where fewer rows differ.
func nearMeans(ctx context.Context, stream *random.Stream, x *mat.Dense, count int) ([]int, error) {
	centres, err := drawCentres(ctx, stream, x, count)
	if err != nil || len(centres) < count {
		return make([]int, len(centres)), err
	}
	if err := moveToMeans(ctx, x, centres); err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	taken, rows := make([]bool, n), make([]int, 0, count)
	for _, c := range centres {
		best, least := -1, math.Inf(1)
		for i := range n {
			if d := squareBetween(x.RawRowView(i), c); !taken[i] && (best < 0 || d < least) {
				best, least = i, d
			}
		}
		taken[best] = true
		rows = append(rows, best)
	}
	return rows, ctx.Err()
}

// drawCentres draws rows to start from, each with a probability by its squared
// distance to the nearest before (Arthur, Vassilvitskii 2007, SODA).
func drawCentres(ctx context.Context, stream *random.Stream, x *mat.Dense, count int) ([][]float64, error) {
	near := newNearest(x)
	var centres [][]float64
	next := stream.Below(near.rows())
	for {
		centre := append([]float64(nil), x.RawRowView(next)...)
		centres = append(centres, centre)
		if err := near.add(ctx, centre); err != nil {
			return nil, err
		}
		var sum float64
		for _, d := range near.squares {
			sum += d
		}
		if len(centres) == count || sum == 0 {
			return centres, nil
		}
		left := float64(sum * stream.Uniform())
		for i, d := range near.squares {
			if d > 0 {
				next = i // the last that may be drawn, where rounding leaves something over
				if left < d {
					break
				}
				left -= d
			}
		}
	}
}

// moveToMeans moves each centre to the mean of the rows that are nearest to it, until
// these stay the same (Lloyd 1982, doi:10.1109/TIT.1982.1056489). A centre that loses
// its last row stays where it is.
func moveToMeans(ctx context.Context, x *mat.Dense, centres [][]float64) error {
	const patience = 100
	n, d := x.Dims()
	of := make([]int, n)
	for i := range of {
		of[i] = -1
	}
	for range patience {
		changed, err := assign(ctx, x, centres, of)
		if err != nil || !changed {
			return err
		}
		sums, sizes := make([][]float64, len(centres)), make([]float64, len(centres))
		for c := range sums {
			sums[c] = make([]float64, d)
		}
		for i, c := range of {
			sizes[c]++
			for j, v := range x.RawRowView(i) {
				sums[c][j] += v
			}
		}
		for c, size := range sizes {
			for j := range sums[c] {
				if size > 0 {
					centres[c][j] = sums[c][j] / size
				}
			}
		}
	}
	return nil
}

// assign finds the centre nearest to each row, and reports whether any is another than
// before.
func assign(ctx context.Context, x *mat.Dense, centres [][]float64, of []int) (changed bool, err error) {
	const grain = 256
	n, _ := x.Dims()
	moved, err := parallel.Sum(ctx, n, grain, func(lo, hi int) (count float64) {
		for i := lo; i < hi; i++ {
			best, least := 0, math.Inf(1)
			for c, centre := range centres {
				if d := squareBetween(x.RawRowView(i), centre); d < least {
					best, least = c, d
				}
			}
			if best != of[i] {
				count++
			}
			of[i] = best
		}
		return count
	})
	return moved > 0, err
}

// A nearest knows how far each row is from the nearest of some places, squared.
type nearest struct {
	x       *mat.Dense
	squares []float64
}

func newNearest(x *mat.Dense) *nearest {
	n, _ := x.Dims()
	near := &nearest{x, make([]float64, n)}
	for i := range near.squares {
		near.squares[i] = math.Inf(1)
	}
	return near
}

func (n *nearest) rows() int { return len(n.squares) }

// add takes in another place.
func (n *nearest) add(ctx context.Context, place []float64) error {
	const grain = 1024
	return parallel.For(ctx, n.rows(), grain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			n.squares[i] = min(n.squares[i], squareBetween(n.x.RawRowView(i), place))
		}
	})
}

// squareBetween is the squared distance of two rows.
func squareBetween(a, b []float64) float64 {
	var sum float64
	for c, v := range a {
		sum += float64((v - b[c]) * (v - b[c]))
	}
	return sum
}
