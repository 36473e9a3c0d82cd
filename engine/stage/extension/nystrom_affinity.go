package extension

import (
	"cmp"
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/internal/simd"
	"unfold/engine/remedy"
)

// drawn is the map by the weights that rows have for one another.
func (m *Nystrom) drawn(outward engine.Outward, e *engine.Embedding) (*engine.Extension, error) {
	const least = 1e-6 // below which a division would tell nothing but rounding
	n, dim := e.Y.Dims()
	columns := make([][]float64, dim) // y_p / μ_p
	for p, mu := range e.Affinity.Eigenvalues() {
		if !(mu > least) {
			return nil, &engine.Error{Cause: fmt.Sprintf("eigenvalue %d of the walk is %.2g: new rows have no place along it", p+1, mu), Remedy: remedy.Reduce("dim").Of(engine.EmbedderRole)}
		}
		columns[p] = make([]float64, n)
		for i := range n {
			columns[p][i] = e.Y.At(i, p) / mu
		}
	}
	return newExtension(&affinityMap{rowMetric{outward}, e.Affinity, columns, m.K}, m.Train), nil
}

func init() { codec.Register[*affinityMap]("nystrom.affinity", 1) }

// An affinityMap places rows by weights of training rows.
type affinityMap struct {
	metric   rowMetric
	affinity engine.Affinity
	columns  [][]float64 // y_p / μ_p
	k        int
}

// Fields tells the metric, the weights and the places.
func (m *affinityMap) Fields(f *codec.Fields) {
	f.Int("k", &m.k)
	n := 0
	codec.List(f, "columns", &m.columns, func(f *codec.Fields, c *[]float64) {
		f.Floats("column", c)
		n = cmp.Or(n, len(*c))
		f.Check(n > 0 && len(*c) == n, "a column of %d among others of %d", len(*c), n)
	})
	f.Check(len(m.columns) > 0 && m.k >= 0, "there are no columns")
	if f.Good() {
		m.metric.fields(f, n)
		shape := f.Shape
		shape.Rows = n
		codec.ValueFor(f, "affinity", &m.affinity, shape)
	}
}

// Dim returns the number of columns of an image.
func (m *affinityMap) Dim() int { return len(m.columns) }

// Apply fills dst with the images of the rows of x.
func (m *affinityMap) Apply(ctx context.Context, dst, x *mat.Dense) error {
	return applyRows(ctx, m.cost(), m.fresh, m.row, dst, x)
}

func (m *affinityMap) cost() int { return len(m.columns[0]) * (m.Dim() + 8) }

// affinityRow is the workspace for one row: how far training rows are, and their weights.
type affinityRow struct{ far, weights []float64 }

func (m *affinityMap) fresh() *affinityRow {
	n := len(m.columns[0])
	return &affinityRow{make([]float64, n), make([]float64, n)}
}

func (m *affinityMap) row(w *affinityRow, image, x []float64) error {
	m.metric.From(w.far, x)
	m.affinity.Draw(w.weights, w.far, x, m.k)
	for p := range image {
		image[p] = simd.Dot(w.weights, m.columns[p])
	}
	return nil
}
