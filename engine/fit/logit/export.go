package logit

import (
	"gonum.org/v1/gonum/mat"

	"unfold/engine/export"
)

// Export says the scores s of the classes.
func (m *Model) Export(x export.Value) export.Value {
	functions, d := m.Weights.Dims()
	without := m.Classes - functions // classes whose score is zero
	weights, intercepts := mat.NewDense(d, m.Classes, nil), make([]float64, m.Classes)
	for f := range functions {
		weights.SetCol(without+f, m.Weights.RawRowView(f))
		intercepts[without+f] = m.Intercepts[f]
	}
	return x.Sub(x.Row("mean", m.Mean)).MatMul(export.NewTable("weights", weights)).Add(x.Row("intercepts", intercepts))
}
