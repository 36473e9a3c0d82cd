package network

import (
	"gonum.org/v1/gonum/mat"

	"unfold/engine/export"
)

// Export says the image of x under the parameters w.
func (n *Network) Export(x export.Value, w []float64) export.Value {
	for l := range n.layers() {
		a, b := n.layer(w, l)
		x = x.MatMul(export.NewTable("weights", mat.NewDense(n.sizes[l], n.sizes[l+1], a))).Add(x.Row("biases", b))
		switch {
		case l == n.layers()-1:
		case n.activation == Tanh:
			x = x.Tanh()
		default:
			x = x.Max(x.Number(0))
		}
	}
	return x
}
