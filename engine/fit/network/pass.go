package network

import (
	"fmt"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/linalg"
	"unfold/engine/internal/simd"
	own "unfold/engine/linear/blas"
)

// A Pass takes rows forward through a network and gradients back. It is the workspace
// of one goroutine.
type Pass struct {
	net *Network
	// values[l] are what layer l gives of the rows that went forward last; those of
	// layer 0 are the rows themselves, which belong to the caller.
	values [][]float64
	wide   [2][]float64 // sums of a layer, or gradients by them and by those before
}

// NewPass returns a pass for up to so many rows at once. It takes 8 bytes for each
// row and neuron, and twice that for the widest hidden layer.
func (n *Network) NewPass(rows int) *Pass {
	p := &Pass{net: n, values: make([][]float64, n.layers())}
	widest := 0
	for l := 1; l < n.layers(); l++ {
		p.values[l] = make([]float64, rows*n.sizes[l])
		widest = max(widest, n.sizes[l])
	}
	for i := range p.wide {
		p.wide[i] = make([]float64, rows*widest)
	}
	return p
}

// Forward fills y (m×outputs) with the images of the rows of x (m×inputs) under the
// parameters w. The pass keeps x until the next rows go forward. An image depends on
// its row and w alone, to the bit: the products are ours whatever library others are
// left to.
func (p *Pass) Forward(y, x, w []float64) {
	rows := len(x) / p.net.Inputs()
	if len(y) != rows*p.net.Outputs() || len(w) != p.net.Parameters() {
		panic(fmt.Sprintf("network: %d numbers are no images of %d rows, or %d no parameters", len(y), rows, len(w)))
	}
	p.values[0] = x
	last := p.net.layers() - 1
	for l := range last {
		size := rows * p.net.sizes[l+1]
		p.sum(p.wide[0][:size], w, l, rows)
		p.net.activation.values(p.values[l+1][:size], p.wide[0][:size])
	}
	p.sum(y, w, last, rows)
}

// sum fills dst with h A + b of layer l. A row alone is a product with a vector,
// which has the bits that it has among others.
func (p *Pass) sum(dst, w []float64, l, rows int) {
	in, out := p.net.sizes[l], p.net.sizes[l+1]
	a, b := p.net.layer(w, l)
	for i := range rows {
		copy(dst[i*out:(i+1)*out], b)
	}
	if rows == 1 {
		linalg.Gemv(blas.Trans, in, out, 1, a, out, p.values[l], 1, 1, dst, 1)
		return
	}
	linalg.Gemm(blas.NoTrans, blas.NoTrans, rows, out, in, 1, p.values[l], in, a, out, 1, dst, out)
}

// Back takes g (m×outputs), a gradient by the images of the rows that went forward
// last under the same w. It adds the gradient by the parameters to gradient, and fills
// inputs (m×inputs) with that by the rows; either may be nil. A batch adds up what its
// rows would add one by one, but for rounding.
func (p *Pass) Back(gradient, inputs, w, g []float64) {
	rows := len(g) / p.net.Outputs()
	above := g // the gradient by the sums of the layer at hand
	for l := p.net.layers() - 1; l >= 0; l-- {
		if gradient != nil {
			p.addGradient(gradient, l, rows, above)
		}
		if l == 0 {
			if inputs != nil {
				p.multiplyBack(inputs, w, l, rows, above)
			}
			return
		}
		size := rows * p.net.sizes[l]
		below := p.wide[l%2][:size]
		p.multiplyBack(below, w, l, rows, above)
		p.net.activation.scale(below, p.values[l][:size])
		above = below
	}
}

// addGradient adds ∂/∂A = hᵀ above and ∂/∂b = Σ above of layer l.
func (p *Pass) addGradient(gradient []float64, l, rows int, above []float64) {
	in, out := p.net.sizes[l], p.net.sizes[l+1]
	a, b := p.net.layer(gradient, l)
	for i := range rows {
		for j, v := range above[i*out : (i+1)*out] {
			b[j] += v
		}
	}
	if rows == 1 {
		for k, h := range p.values[l][:in] {
			simd.AddScaled(a[k*out:(k+1)*out], h, above)
		}
		return
	}
	own.Single[float64]{}.Gemm(blas.Trans, blas.NoTrans, in, out, rows, 1, p.values[l], in, above, out, 1, a, out)
}

// multiplyBack fills below with above Aᵀ of layer l.
func (p *Pass) multiplyBack(below, w []float64, l, rows int, above []float64) {
	in, out := p.net.sizes[l], p.net.sizes[l+1]
	a, _ := p.net.layer(w, l)
	if rows == 1 {
		simd.DotRows(below[:in], a, out, above)
		return
	}
	own.Single[float64]{}.Gemm(blas.NoTrans, blas.Trans, rows, in, out, 1, above, out, a, out, 0, below, in)
}
