package surface

import "unfold/engine"

// What steps take on a processor of about 3 GHz with AVX-512, in seconds.
const (
	perProduct  = 1e-10 // a product of a row with a unit, a point of a sheet or a weight
	perPoint    = 2e-9  // a point of a sheet that a row may come from, and its exponential
	perCompared = 1e-9  // a unit that a row is nearest to or not
	perNeuron   = 5e-9  // a neuron of a row, there and back
	perCell     = 5e-9  // a cell of a table that is centred and mapped
)

// Estimate counts the distances of all rows to all units in each epoch.
func (m *SOM) Estimate(n, d int) (seconds float64, bytes uint64) {
	width, height := usualSides(max(1, n), []float64{2, 1}, m.Width, m.Height)
	if m.Width != engine.Auto && m.Height != engine.Auto {
		width, height = m.Width, m.Height
	}
	rows, columns, units := float64(n), float64(d), float64(width)*float64(height)
	epoch := float64(rows*units*(float64(perProduct*columns)+perCompared)) + float64(units*units*(float64(perProduct*columns)+perPoint))
	return float64(perCell*rows*columns) + float64(float64(m.Epochs)*epoch), m.bytes(n, d, int(units))
}

// Estimate counts, for a usual fit, the distances of all rows to all points of the
// sheet in each step.
func (m *GTM) Estimate(n, d int) (seconds float64, bytes uint64) {
	const usual = 60 // steps until the likelihood hardly rises
	s := m.usualSides(n)
	rows, columns, points, functions := float64(n), float64(d), float64(s.count()), float64(s.functions()+1)
	step := float64(rows*points*(float64(2*perProduct*columns)+perPoint)) + float64(perProduct*points*functions*(functions+float64(2*columns)))
	return float64(perCell*rows*columns) + float64(float64(min(usual, m.Iterations))*step), s.bytes(n, d)
}

// Estimate counts products with the weights, forward and twice as many back, in each
// epoch.
func (m *Autoencoder) Estimate(n, d int) (seconds float64, bytes uint64) {
	encoder, decoder := m.networks(max(1, d))
	weights, neurons := float64(encoder.Parameters()+decoder.Parameters()), float64(2*m.Layers*m.Neurons)
	epochs, batch := float64(m.epochs(max(1, n))), max(1, m.atOnce(max(1, n)))
	steps := float64(epochs * float64((n+batch-1)/batch))
	seconds = float64(epochs*float64(n)*(float64(3*perProduct*weights)+float64(perNeuron*neurons))) + float64(20*perProduct*weights*steps)
	return float64(perCell*float64(n)*float64(d)) + seconds, m.bytes(n, d)
}
