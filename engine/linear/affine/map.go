package affine

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/codec"
	"unfold/engine/internal/parallel"
)

// A Map is x ↦ (x − mean) W, with W (d×dim) kept by columns.
type Map struct {
	Mean    []float64   // d
	Columns [][]float64 // dim of d
}

func init() { codec.Register[Map]("affine", 1) }

// Fields tells the mean and the columns of W.
func (m *Map) Fields(f *codec.Fields) {
	f.Floats("mean", &m.Mean)
	codec.List(f, "columns", &m.Columns, func(f *codec.Fields, c *[]float64) {
		f.Floats("column", c)
		f.Check(len(*c) == len(m.Mean), "a column of %d for %d", len(*c), len(m.Mean))
	})
	f.Check(len(m.Mean) == f.Columns() && len(m.Columns) > 0, "a mean of %d columns for %d", len(m.Mean), f.Columns())
}

// NewMap takes the first dim columns of w.
func NewMap(mean []float64, w *mat.Dense, dim int) Map {
	m := Map{Mean: mean}
	for c := range dim {
		m.Columns = append(m.Columns, mat.Col(nil, c, w))
	}
	return m
}

// Dim returns dim.
func (m Map) Dim() int { return len(m.Columns) }

// Apply fills dst with the images of the rows of x. Time O(d dim) a row.
func (m Map) Apply(ctx context.Context, dst, x *mat.Dense) error {
	n, _ := x.Dims()
	return parallel.For(ctx, n, 64, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			m.Row(dst.RawRowView(i), x.RawRowView(i))
		}
	})
}

// Row fills image with that of one row.
func (m Map) Row(image, row []float64) {
	for p, w := range m.Columns {
		var sum float64
		for c, v := range row {
			sum += float64((v - m.Mean[c]) * w[c])
		}
		image[p] = sum
	}
}

// Slope fills dst with W, which is the slope at every row.
func (m Map) Slope(dst *mat.Dense, _ []float64) {
	for p, w := range m.Columns {
		dst.SetCol(p, w)
	}
}

// Place returns the images of the training rows themselves.
func (m Map) Place(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	n, _ := x.Dims()
	y := mat.NewDense(n, m.Dim(), nil)
	return y, m.Apply(ctx, y, x)
}
