// Package surface is the family of embedders that fit a sheet to the rows: of units
// tied to each other, of a grid bent by smooth functions, of what a network decodes.
//
// A place on the sheet leads back to a row, and a row to the place on the sheet that
// is nearest or most likely. So each brings a map, which places any row by itself.
// None reads labels. Copies of a row have one image.
//
// Each method has a file, which reads as the paper does. The package imports the
// engine's vocabulary, its internal packages and the tools that families share, and no
// other family. Start reading at som.go.
package surface

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/internal/moments"
	"unfold/engine/linear/spectral"
	"unfold/engine/remedy"
)

var family engine.Family

// Stages returns the stages of the family.
func Stages() []engine.Stage { return family.Stages() }

func declare(s engine.Stage, make func() engine.Embedder) {
	engine.Declare(&family, engine.EmbedderRole, s, make)
}

// rows are those of a sample about their mean, and the directions they vary in.
type rows struct {
	x     *mat.Dense // n×d, centred
	mean  []float64
	axes  *spectral.Pairs // variances and directions (d×count), as many as there are of those asked for
	total float64         // variance of all columns together
	wide  float64         // how many columns vary
}

// rowsOf centres the rows of a sample and finds up to count directions. It refuses
// cells that are no numbers, fewer than two rows, and rows that are all equal.
func rowsOf(ctx context.Context, s engine.Sample, count int) (*rows, error) {
	if _, err := check.Distances(s); err != nil {
		return nil, err
	}
	if _, euclidean := s.Distances.(engine.Pointed); s.Distances != nil && !euclidean {
		engine.Remark(ctx, "it works on the columns: the metric before it changes nothing")
	}
	if err := check.Finite(s); err != nil {
		return nil, err
	}
	x := mat.DenseCopyOf(s.X)
	r := &rows{x: x, mean: moments.Centre(x)}
	n, d := x.Dims()
	for c := range d {
		variance := moments.Variance(mat.Col(nil, c, x))
		if variance > 0 {
			r.wide++
		}
		r.total += variance
	}
	if !(r.total <= math.MaxFloat64) {
		return nil, &engine.Error{Cause: "values are so large that their squares are no numbers", Remedy: remedy.Put("scale")}
	}
	var err error
	if r.axes, err = spectral.Principal(ctx, x, min(count, n-1, d)); err != nil {
		return nil, err
	}
	if len(r.axes.Values) == 0 {
		return nil, spectral.Identical()
	}
	return r, nil
}

// size returns n and d.
func (r *rows) size() (n, d int) { return r.x.Dims() }

// block returns the rows from lo up to but not hi, one behind the other.
func (r *rows) block(lo, hi int) []float64 {
	_, d := r.size()
	return r.x.RawMatrix().Data[lo*d : hi*d]
}

// along returns the row at the mean plus steps along the directions, each in units of
// the standard deviation there.
func (r *rows) along(dst []float64, steps ...float64) {
	clear(dst)
	for p, step := range steps[:min(len(steps), len(r.axes.Values))] {
		size := float64(step * math.Sqrt(r.axes.Values[p]))
		for c := range dst {
			dst[c] += float64(size * r.axes.Vectors.At(c, p))
		}
	}
}
