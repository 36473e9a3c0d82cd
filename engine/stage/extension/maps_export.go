package extension

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/export"
	"unfold/engine/graph/neighbour"
	"unfold/engine/remedy"
)

// Export says Σ_i w_i y_i / Σ_i w_i.
func (m *grnnMap) Export(x export.Value) (export.Value, error) {
	squares := x.Squares(export.NewTable("rows", m.profile.Rows()))
	scale := min(1/(2*m.sigma*m.sigma), math.MaxFloat64)
	weights := squares.Smallest().Sub(squares).Mul(x.Number(scale)).Exp()
	places := mat.DenseCopyOf(m.targets.columns.Slice(0, m.Dim(), 0, m.profile.Len()).T())
	return weights.MatMul(export.NewTable("places", places)).Div(weights.Sum()), nil
}

// Export says m + Bᵀh(x). A neuron that is always 1 is an addend.
func (m *networkMap) Export(x export.Value) (export.Value, error) {
	n := m.neurons
	z := x.Columns(n.columns...).Sub(x.Row("columnMean", n.mean)).Div(x.Row("deviation", n.deviation))
	u := z.MatMul(export.NewTable("weights", n.weights)).Add(x.Row("bias", n.bias))
	h := x.Number(1).Div(x.Number(1).Add(u.Negative().Exp()))
	values, dim := m.b.Dims()
	mean := append([]float64(nil), m.mean...)
	for k := range n.constant {
		for p := range mean {
			mean[p] += m.b.At(k, p)
		}
	}
	b := mat.DenseCopyOf(m.b.Slice(n.constant, values, 0, dim))
	return h.MatMul(export.NewTable("coefficients", b)).Add(x.Row("mean", mean)), nil
}

// Export says Σ_i w_i y_i of the k nearest rows. The weights come from a Cholesky factor
// of their products, entry by entry.
func (m *barycentreMap) Export(x export.Value) (export.Value, error) {
	const most = 12
	if m.k > most {
		return x, &engine.Error{Param: "k", Cause: fmt.Sprintf("the weights of k = %d neighbours are too many operations on rows to be written one by one", m.k), Remedy: remedy.Reduce("k").To(most)}
	}
	rows, places := export.NewTable("rows", m.index.Rows()), export.NewTable("places", m.y)
	near := x.Squares(rows).Sqrt().Coarse().Least(m.k)
	off, at := make([]export.Value, m.k), make([]export.Value, m.k)
	for i := range off {
		off[i], at[i] = near.Columns(i).Lookup(rows).Sub(x), near.Columns(i).Lookup(places)
	}
	weights := neighbour.ExportWeights(off, m.reg)
	image := weights[0].Mul(at[0])
	for i := 1; i < m.k; i++ {
		image = image.Add(weights[i].Mul(at[i]))
	}
	return image, nil
}
