package network

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/codec"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/internal/simd"
)

// A Network is the sizes of a multilayer perceptron's layers and the activation of its
// hidden neurons. Its parameters w lie layer after layer, A_l (inputs×neurons of the
// layer) by rows and b_l behind it. It is safe for concurrent use.
type Network struct {
	activation Activation
	sizes      []int
}

// New returns the networks with so many inputs, neurons in each hidden layer and
// outputs, in that order. It panics for fewer than two sizes, and sizes below one.
func New(a Activation, sizes ...int) *Network {
	for _, size := range sizes {
		if size < 1 || len(sizes) < 2 {
			panic(fmt.Sprintf("network: no network has layers of %v", sizes))
		}
	}
	return &Network{a, sizes}
}

// Fields tells the sizes and the activation.
func (n *Network) Fields(f *codec.Fields) {
	activation := int(n.activation)
	f.Int("activation", &activation)
	f.Ints("sizes", &n.sizes)
	f.Check(activation == int(Tanh) || activation == int(Rectified), "there is no activation %d", activation)
	n.activation = Activation(activation)
	f.Check(len(n.sizes) >= 2 && n.sizes[0] == f.Columns(), "layers of %v for %d columns", n.sizes, f.Columns())
	for _, size := range n.sizes {
		f.Check(size >= 1 && size <= mostNeurons, "a layer of %d", size)
	}
}

// mostNeurons is how large a layer is that is read, whose products with another can be
// counted.
const mostNeurons = 1 << 24

// Inputs returns how many numbers a row has.
func (n *Network) Inputs() int { return n.sizes[0] }

// Outputs returns how many numbers an image has.
func (n *Network) Outputs() int { return n.sizes[len(n.sizes)-1] }

// Parameters returns how many numbers w has. A row takes as many products forward,
// and twice as many back.
func (n *Network) Parameters() int {
	count := 0
	for l := range n.layers() {
		count += (n.sizes[l] + 1) * n.sizes[l+1]
	}
	return count
}

// layers is how many layers have weights.
func (n *Network) layers() int { return len(n.sizes) - 1 }

// layer cuts the weights and the biases of layer l out of parameters, or out of a
// gradient.
func (n *Network) layer(w []float64, l int) (a, b []float64) {
	for at := range l {
		w = w[(n.sizes[at]+1)*n.sizes[at+1]:]
	}
	in, out := n.sizes[l], n.sizes[l+1]
	return w[:in*out], w[in*out : (in+1)*out]
}

// Start draws parameters to start from: weights evenly from −u to u, biases zero, so
// that sums of neurons spread as much as their inputs do, and gradients on the way
// back. For layers of m inputs and k neurons u is √(6/(m+k)) (Glorot, Bengio 2010,
// Understanding the difficulty of training deep feedforward neural networks), before
// rectified neurons √(6/m) (He, Zhang, Ren, Sun 2015, doi:10.1109/ICCV.2015.123).
func (n *Network) Start(stream *random.Stream) []float64 {
	w := make([]float64, n.Parameters())
	for l := range n.layers() {
		in, out := n.sizes[l], n.sizes[l+1]
		most := math.Sqrt(6 / float64(in+out))
		if n.activation == Rectified && l < n.layers()-1 {
			most = math.Sqrt(6 / float64(in))
		}
		a, _ := n.layer(w, l)
		for i := range a {
			a[i] = stream.Between(-most, most)
		}
	}
	return w
}

// Turn changes the last layer of w so that images y become (y − mean) V, with V
// outputs×outputs.
func (n *Network) Turn(w, mean []float64, v *mat.Dense) {
	a, b := n.layer(w, n.layers()-1)
	for j, off := range mean {
		b[j] -= off
	}
	turned := make([]float64, n.Outputs())
	turn := func(row []float64) {
		clear(turned)
		simd.AddRows(turned, row, v.RawMatrix().Data, len(turned))
		copy(row, turned)
	}
	for at := 0; at < len(a); at += len(turned) {
		turn(a[at : at+len(turned)])
	}
	turn(b)
}

// Slope fills dst (inputs×outputs) with ∂y_k/∂x_j of one row x under the parameters w.
func (n *Network) Slope(dst *mat.Dense, x, w []float64) {
	pass, axis, slope := n.NewPass(1), make([]float64, n.Outputs()), make([]float64, n.Inputs())
	pass.Forward(make([]float64, n.Outputs()), x, w)
	for k := range axis {
		axis[k] = 1
		pass.Back(nil, slope, w, axis)
		dst.SetCol(k, slope)
		axis[k] = 0
	}
}

// passRows are the rows that Apply takes forward at once: their values stay in the
// second cache.
const passRows = 64

// Apply fills dst (m×outputs) with the images of the rows of x (m×inputs) under the
// parameters w, on all processors: each row's is the same bits in whatever batch it
// comes.
func (n *Network) Apply(ctx context.Context, dst, x *mat.Dense, w []float64) error {
	type workspace struct {
		pass *Pass
		x, y []float64
	}
	rows, _ := x.Dims()
	in, out := n.Inputs(), n.Outputs()
	fresh := func() workspace {
		most := min(passRows, rows)
		return workspace{n.NewPass(most), make([]float64, most*in), make([]float64, most*out)}
	}
	return parallel.With(ctx, rows, passRows, fresh, func(space workspace, lo, hi int) {
		from, to := space.x[:(hi-lo)*in], space.y[:(hi-lo)*out]
		for i := range hi - lo {
			copy(from[i*in:], x.RawRowView(lo+i))
		}
		space.pass.Forward(to, from, w)
		for i := range hi - lo {
			copy(dst.RawRowView(lo+i), to[i*out:])
		}
	})
}
