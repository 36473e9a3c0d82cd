package form

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/elementary"
	"unfold/engine/internal/parallel"
)

// pieces are a division with shares of rows in its pieces, and coordinates that are
// standardised within each.
type pieces struct {
	division
	soft         bool
	width        float64   // s
	mean, spread []float64 // pieces×directions; nil for coordinates as they are
}

// A local is a row as its pieces see it.
type local struct {
	coordinates []float64 // pieces×directions
	shares      []float64 // of the pieces, zero but for one where borders are crisp
}

func (c *pieces) newLocal() local {
	return local{make([]float64, c.Count()*c.Directions()), make([]float64, c.Count())}
}

// square returns d_k.
func (c *pieces) square(at local, k int) (sum float64) {
	m := c.Directions()
	for _, v := range at.coordinates[k*m : (k+1)*m] {
		sum += float64(v * v)
	}
	return sum
}

// read fills at with a row.
func (c *pieces) read(at local, row []float64) {
	c.Coordinates(at.coordinates, row)
	for k := range at.shares {
		at.shares[k] = c.square(at, k)
	}
	nearest := 0
	for k, v := range at.shares {
		if v < at.shares[nearest] {
			nearest = k
		}
	}
	if c.soft {
		c.soften(at.shares, at.shares[nearest])
	} else {
		clear(at.shares)
		at.shares[nearest] = 1
	}
	for a, m := range c.mean {
		at.coordinates[a] = (at.coordinates[a] - m) / c.spread[a]
	}
}

// soften makes shares of squared distances, of which one is given as the least: the
// largest exponential is one, so that their sum is.
func (c *pieces) soften(shares []float64, least float64) {
	var sum float64
	for k, d := range shares {
		shares[k] = elementary.Exp((least - d) / c.width / c.width / 2)
		sum += shares[k]
	}
	for k := range shares {
		shares[k] /= sum
	}
}

// medianWidth is a tenth of the median distance of rows from all centres.
func (c *pieces) medianWidth(ctx context.Context, x *mat.Dense) (float64, error) {
	n, _ := x.Dims()
	distances := make([]float64, n*c.Count())
	err := parallel.With(ctx, n, 64, c.newLocal, func(at local, lo, hi int) {
		for i := lo; i < hi; i++ {
			c.Coordinates(at.coordinates, x.RawRowView(i))
			for k := range at.shares {
				distances[i*c.Count()+k] = math.Sqrt(c.square(at, k))
			}
		}
	})
	if err != nil {
		return 0, err
	}
	slices.Sort(distances)
	if width := distances[len(distances)/2] / 10; width > 0 {
		return width, nil
	}
	return 1, nil // most rows are centres: any width tells them apart
}
