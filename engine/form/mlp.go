package form

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/moments"
	"unfold/engine/network"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "mlp",
		Summary:  "maps every row by a multilayer perceptron",
		Formula:  "h_0 = x,  h_l = φ(h_{l−1} A_l + b_l),  z = h_{L−1} A_L + b_L",
		Citation: "van der Maaten 2009, Learning a parametric embedding by preserving local structure; Rumelhart, Hinton, Williams 1986, doi:10.1038/323533a0",
		Examples: []string{`swissroll(n=300) | nerv(map=mlp)`, `waveform(n=300) | scale | sne(map=mlp(hidden=32)) | svm`},
		Maps:     true,
	}, func() engine.Form { return new(MLP) })
}

// MLP maps are multilayer perceptrons: those of parametric t-SNE, for any cost.
//
//	h_0 = (x − mean)/sd,  h_l = φ(h_{l−1} A_l + b_l),  z = h_{L−1} A_L + b_L
//
// Columns are standardised, so that their units do not matter; the last layer is linear,
// and z is in the units that the cost gives it. hidden are the sizes of the layers
// between, "64,64" for two; hidden=64 is one.
//
// A start near given places draws all layers but the last, and finds that by least
// squares with a ridge of a thousandth: what a descent moves from is a smooth map that is
// near the places already. Gradients go by all rows at once.
//
// Time O(n p) an evaluation for p weights beside that of the cost, and O(n H²) for a last
// hidden layer of H neurons once; memory O(n d + n H) and 8 p bytes for each 256 rows. It
// fails for cells that are not finite and for sizes that are none. Weights are drawn by the
// seed, and it is deterministic otherwise (van der Maaten 2009, Learning a parametric
// embedding by preserving local structure; Rumelhart, Hinton, Williams 1986,
// doi:10.1038/323533a0). Departs from the former in that nothing is trained layer by layer
// before, in smaller layers, and in a descent by all pairs of rows instead of batches.
type MLP struct {
	Hidden     string // sizes of hidden layers, "64,64"; or "auto"
	Activation string // φ: "tanh" or "relu"
	Seed       int
}

// Params declares the parameters.
func (m *MLP) Params(p *engine.Params) {
	p.Text(&m.Hidden, "hidden", "auto", engine.AnyValue(), "sizes of the hidden layers, \"64,64\" or 64; auto is two of 64, or of 256 from 20,000 rows").OrNumber()
	p.Text(&m.Activation, "activation", "tanh", engine.OneOf("tanh", "relu"), "what hidden neurons make of their sums")
	p.Int(&m.Seed, "seed", 1, engine.AtLeast(0), "seed of the weights at the start").Quietly()
}

// layers returns the sizes of the hidden layers for n rows.
func (m *MLP) layers(n int) (sizes []int, err error) {
	const many, most = 20_000, 10_000
	switch {
	case m.Hidden == "auto" && n >= many:
		return []int{256, 256}, nil
	case m.Hidden == "auto":
		return []int{64, 64}, nil
	}
	for _, word := range strings.Split(m.Hidden, ",") {
		size, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || size < 1 || size > most {
			return nil, &engine.Error{Param: "hidden", Cause: fmt.Sprintf("hidden = %q is no list of sizes from 1 to %d", m.Hidden, most), Remedy: remedy.Set("hidden", "64,64").Or(remedy.Set("hidden", 64))}
		}
		sizes = append(sizes, size)
	}
	return sizes, nil
}

// Bind returns the networks for the rows of s.
func (m *MLP) Bind(ctx context.Context, s engine.Sample, dim int) (engine.Maps, error) {
	if err := bindable(s, dim); err != nil {
		return nil, err
	}
	hidden, err := m.layers(s.Len())
	if err != nil {
		return nil, err
	}
	_, d := s.X.Dims()
	standard := standardise(s.X)
	return &networks{
		Network:  network.New(network.Activations[m.Activation], slices.Concat([]int{d}, hidden, []int{dim})...),
		features: network.New(network.Activations[m.Activation], slices.Concat([]int{d}, hidden, hidden[len(hidden)-1:])...),
		standard: standard,
		x:        standard.rows(s.X),
		seed:     m.Seed,
	}, ctx.Err()
}

// A standard brings columns to mean 0 and variance 1; those that do not vary are zero.
type standard struct{ mean, spread []float64 }

func standardise(x *mat.Dense) standard {
	n, d := x.Dims()
	out := mat.DenseCopyOf(x)
	s := standard{moments.Centre(out), make([]float64, d)}
	for i := range n {
		for j, v := range out.RawRowView(i) {
			s.spread[j] = elementary.Hypot(s.spread[j], v)
		}
	}
	for j := range s.spread {
		if s.spread[j] /= math.Sqrt(float64(max(1, n-1))); !(s.spread[j] > 1e-13*math.Abs(s.mean[j])) {
			s.spread[j] = math.Inf(1) // it varies by rounding, if at all
		}
	}
	return s
}

// rows returns standardised rows.
func (s standard) rows(x *mat.Dense) *mat.Dense {
	out := mat.DenseCopyOf(x)
	out.Apply(func(_, j int, v float64) float64 { return (v - s.mean[j]) / s.spread[j] }, out)
	return out
}
