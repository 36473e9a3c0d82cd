package unfolding

import "unfold/engine/export"

// Export says the image of a row of similarities.
func (m givenKernel) Export(x export.Value) (export.Value, error) {
	return x.Times("coefficients", m.columns).Sub(x.Row("shift", m.shift)), nil
}
