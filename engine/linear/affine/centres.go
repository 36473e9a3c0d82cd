package affine

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/codec"
	"unfold/engine/internal/moments"
	"unfold/engine/linear/spectral"
)

// Centres are points that rows are seen from, with coordinates along the leading
// principal axes of all rows: an engine.Codebook.
type Centres struct {
	axes Map
	at   *mat.Dense // of each centre, along the axes
}

// About returns the centres (k×d) with up to so many of the axes of the rows of x. It
// fails for rows that are all equal. Time O(n d²).
func About(ctx context.Context, x, centres *mat.Dense, most int) (*Centres, error) {
	centred := mat.DenseCopyOf(x)
	mean := moments.Centre(centred)
	n, d := x.Dims()
	found, err := spectral.Principal(ctx, centred, min(n-1, d, most))
	if err != nil {
		return nil, err
	}
	if len(found.Values) == 0 {
		return nil, spectral.Identical()
	}
	c := &Centres{axes: NewMap(mean, found.Vectors, min(most, len(found.Values)))}
	c.at, err = c.axes.Place(ctx, centres)
	return c, err
}

func init() { codec.Register[*Centres]("centres.affine", 1) }

// Fields tells the axes, and where the centres are along them.
func (c *Centres) Fields(f *codec.Fields) {
	f.Group("axes", c.axes.Fields)
	f.Matrix("at", &c.at)
	if f.Good() {
		_, d := c.at.Dims()
		f.Check(d == c.axes.Dim(), "centres along %d axes of %d", d, c.axes.Dim())
	}
}

// Count returns how many centres there are, and Directions how many axes.
func (c *Centres) Count() int      { k, _ := c.at.Dims(); return k }
func (c *Centres) Directions() int { return c.axes.Dim() }

// Noise is none: unseen rows differ as the others do along the leading axes.
func (c *Centres) Noise() float64 { return 0 }

// Coordinates fills dst (centres×axes) with the differences of a row from each centre.
func (c *Centres) Coordinates(dst, row []float64) {
	size := c.axes.Dim()
	place := make([]float64, size)
	c.axes.Row(place, row)
	for k := range c.Count() {
		for j, v := range c.at.RawRowView(k) {
			dst[k*size+j] = place[j] - v
		}
	}
}
