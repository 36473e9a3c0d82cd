package extension

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/internal/moments"
	"unfold/engine/internal/random"
	"unfold/engine/internal/simd"
	"unfold/engine/linear/spectral"
)

// A standard is what columns are compared by: those that vary over the training
// rows, with their means and deviations.
type standard struct {
	columns         []int
	mean, deviation []float64
}

// standardOf refuses rows that are all equal.
func standardOf(s engine.Sample) (standard, error) {
	n, d := s.X.Dims()
	means, squares := moments.ColumnMeans(s.X), make([]float64, d)
	for i := range n {
		for c, v := range s.X.RawRowView(i) {
			squares[c] += float64((v - means[c]) * (v - means[c]))
		}
	}
	var of standard
	for c, square := range squares {
		if square > 0 {
			of.columns = append(of.columns, c)
			of.mean, of.deviation = append(of.mean, means[c]), append(of.deviation, math.Sqrt(square/float64(n)))
		}
	}
	if of.columns == nil {
		return of, spectral.Identical()
	}
	return of, nil
}

// Neurons are the random ones between a row and its image: of a standard row z,
// the values h_j = s(w_j·z + b_j) with the sigmoid s(u) = 1/(1 + e⁻ᵘ), behind a
// constant 1 where there is one.
type neurons struct {
	standard
	weights  *mat.Dense // columns×neurons
	bias     []float64
	constant int // how many values are 1: one or none
}

// drawNeurons draws weights from −1 to 1, divided by the root of how many columns
// there are, so that a sum of many is no larger than one of few, and biases from
// −1 to 1. They are drawn neuron by neuron: few neurons are the first of many.
func drawNeurons(of standard, count, constant int, stream *random.Stream) *neurons {
	m := &neurons{of, mat.NewDense(len(of.columns), count, nil), make([]float64, count), constant}
	scale := math.Sqrt(float64(len(of.columns)))
	for j := range count {
		for c := range of.columns {
			m.weights.Set(c, j, stream.Between(-1, 1)/scale)
		}
		m.bias[j] = stream.Between(-1, 1)
	}
	return m
}

// fields tells the columns and the weights.
func (m *neurons) fields(f *codec.Fields) {
	f.Ints("columns", &m.columns)
	f.Floats("mean", &m.mean)
	f.Floats("deviation", &m.deviation)
	f.Matrix("weights", &m.weights)
	f.Floats("bias", &m.bias)
	f.Int("constant", &m.constant)
	codec.Indices(f, m.columns, f.Columns())
	if f.Good() {
		columns, count := m.weights.Dims()
		f.Check(columns == len(m.columns) && len(m.mean) == columns && len(m.deviation) == columns && count == len(m.bias), "weights %d×%d of %d columns", columns, count, len(m.columns))
		f.Check(m.constant == 0 || m.constant == 1, "%d constants", m.constant)
	}
}

// first returns so many of the neurons.
func (m *neurons) first(count int) *neurons {
	weights := mat.DenseCopyOf(m.weights.Slice(0, len(m.columns), 0, count))
	return &neurons{m.standard, weights, m.bias[:count], m.constant}
}

// values is how many there are of a row.
func (m *neurons) values() int { return m.constant + len(m.bias) }

// workspace is what fill works in.
func (m *neurons) workspace() []float64 { return make([]float64, len(m.columns)+len(m.bias)) }

// fill sets h to the values of a row. The sigmoid is ½ + ½ tanh(u/2), with the
// sign put on at the end: e⁻ᵘ of a large negative u would overflow, and a branch
// on the sign is one that no processor foresees.
func (m *neurons) fill(h, workspace, x []float64) {
	z, e := workspace[:len(m.columns)], workspace[len(m.columns):]
	for c, column := range m.columns {
		z[c] = (x[column] - m.mean[c]) / m.deviation[c]
	}
	for k := range m.constant {
		h[k] = 1
	}
	u := h[m.constant:m.values()]
	copy(u, m.bias)
	simd.AddRows(u, z, m.weights.RawMatrix().Data, len(u))
	for j, v := range u {
		e[j] = -math.Abs(v)
	}
	simd.Exp(e, e)
	for j, v := range u {
		u[j] = 0.5 + math.Copysign((1-e[j])/(2+float64(2*e[j])), v)
	}
}
