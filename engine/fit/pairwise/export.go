package pairwise

import "unfold/engine/export"

// Export says (f(x) − mean) V.
func (m turnedMap) Export(x export.Value) (export.Value, error) {
	z, err := export.Say(m.Map, x)
	if err != nil {
		return z, err
	}
	return z.Sub(x.Row("centre", m.mean)).MatMul(export.NewTable("axes", m.axes)), nil
}
