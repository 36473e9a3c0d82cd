package affine

import "unfold/engine/export"

// Export says (x − mean) W.
func (m Map) Export(x export.Value) (export.Value, error) {
	return x.Sub(x.Row("mean", m.Mean)).Times("directions", m.Columns), nil
}
