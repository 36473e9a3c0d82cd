package surface

import "unfold/engine/export"

// Export says the image of a row under the encoder.
func (m *encoderMap) Export(x export.Value) (export.Value, error) {
	return m.net.Export(x.Sub(x.Row("mean", m.mean)).Div(x.Number(m.scale)), m.w), nil
}
