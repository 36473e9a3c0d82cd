package network

import "unfold/engine/internal/simd"

// An Activation is what hidden neurons make of their sums.
type Activation int

// The activations.
const (
	Tanh      Activation = iota // φ(s) = tanh s: smooth, and bounded
	Rectified                   // φ(s) = max(0, s)
)

// Activations are the activations by their words.
var Activations = map[string]Activation{"tanh": Tanh, "relu": Rectified}

// values fills h with φ of the sums.
func (a Activation) values(h, sums []float64) {
	if a == Tanh {
		simd.Tanh(h, sums)
		return
	}
	for i, s := range sums {
		h[i] = max(0, s)
	}
}

// scale multiplies gradients by the slopes φ′ of the neurons with the values h.
func (a Activation) scale(gradients, h []float64) {
	if a == Tanh {
		for i, v := range h {
			gradients[i] *= 1 - float64(v*v)
		}
		return
	}
	for i, v := range h {
		if v == 0 {
			gradients[i] = 0
		}
	}
}
