package form

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/parallel"
)

// pieces are those about the centres of a codebook, with shares of rows in them, and
// coordinates of variance one over all of them.
type pieces struct {
	engine.Codebook
	soft  bool
	width float64   // s
	sizes []float64 // what coordinates are divided by, for each direction
}

// fields tells the centres, and what is made of coordinates.
func (c *pieces) fields(f *codec.Fields) {
	f.Bool("soft", &c.soft)
	f.Float("width", &c.width)
	f.Floats("sizes", &c.sizes)
	shape := f.Shape // predictors with prototypes tell their classes by numbers that are no more asked for
	shape.Classes = math.MaxInt
	codec.ValueFor(f, "about", &c.Codebook, shape)
	if f.Good() {
		f.Check(c.width > 0 && len(c.sizes) == c.Directions() && c.Count() > 0, "%d sizes of %d directions", len(c.sizes), c.Directions())
		f.Check(!slices.ContainsFunc(c.sizes, func(s float64) bool { return s == 0 }), "a size is zero")
	}
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
	for a := range at.coordinates {
		at.coordinates[a] /= c.sizes[a%len(c.sizes)]
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

// measure finds the sizes of coordinates over all rows and pieces: those of rows in their
// own piece would not do, where a predictor has learned to overlook how the rows of a class
// differ. Unseen rows differ more there, and a map that told its own apart would throw them
// far out. Where no width is given it is a tenth of the median distance.
func (c *pieces) measure(ctx context.Context, x *mat.Dense) error {
	n, _ := x.Dims()
	k, m := c.Count(), c.Directions()
	squares := make([]float64, n*k)
	parts, err := parallel.Blocks(ctx, n, 64, func(lo, hi int) []float64 {
		at, sums := c.newLocal(), make([]float64, m)
		for i := lo; i < hi; i++ {
			c.Coordinates(at.coordinates, x.RawRowView(i))
			for a, v := range at.coordinates {
				sums[a%m] += float64(v * v)
			}
			for piece := range k {
				squares[i*k+piece] = c.square(at, piece)
			}
		}
		return sums
	})
	if err != nil {
		return err
	}
	c.sizes = make([]float64, m)
	for _, sums := range parts {
		for a, v := range sums {
			c.sizes[a] += v
		}
	}
	for a, v := range c.sizes {
		if c.sizes[a] = math.Sqrt(v / float64(n*k)); v == 0 {
			c.sizes[a] = 1 // no row differs from any centre
		}
	}
	if c.width == 0 {
		slices.Sort(squares)
		c.width = math.Sqrt(squares[len(squares)/2]) / 10
	}
	if c.width == 0 {
		c.width = 1 // most rows are centres: any width tells them apart
	}
	return nil
}
