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
	"unfold/engine/fit/network"
	"unfold/engine/fit/optimum"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/moments"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "mlp",
		Summary:  "maps every row by a multilayer perceptron",
		Formula:  "h_0 = x,  h_l = φ(h_{l−1} A_l + b_l),  z = h_{L−1} A_L + b_L",
		Citation: "van der Maaten 2009, Learning a parametric embedding by preserving local structure; Rumelhart, Hinton, Williams 1986, doi:10.1038/323533a0",
		Examples: []string{`swissroll(n=300) | nerv(map=mlp)`, `waveform(n=300) | scale | sne(map=mlp(hidden=32)) | svm`, `waveform(n=300) | scale | sne(map=mlp(batch=100, epochs=50)) | loss`},
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
// squares with a ridge of a thousandth, over 20,000 rows, evenly, of more: what a descent
// moves from is a smooth map that is near the places already.
//
// Up to 5000 rows are gone down by all at once, by limited-memory BFGS, which ends lower
// there than minibatches do; of more, costs that tell neighbours by likelihoods (sne, nerv,
// nca, mre, pe, tsne) go down by Adam in batches of about a thousand. A step has the cost
// of its batch as if there were no other rows, as in parametric t-SNE: an unbiased estimate
// of the mean cost of such batches, whose neighbours are farther apart than those of all
// rows, so that fine structure is kept less (pairwise.FitBatches). Rates fall along half a
// cosine to zero; by itself there are as many epochs as make 2000 steps, from 5 to 500.
// Other costs go by all rows at once, whatever their number, and refuse batch=. The view
// loss draws how either went down.
//
// Time O(n p) an evaluation or epoch for p weights beside that of the cost, and O(n H²)
// for a last hidden layer of H neurons once; memory O(n d + n H) and 8 p bytes for each 256
// rows at once, which it asks for. It fails for cells that are not finite, for sizes that
// are none, and for steps so long that the cost is no number. Weights and batches are drawn
// by the seed, and it is deterministic otherwise (van der Maaten 2009, Learning a parametric
// embedding by preserving local structure; Rumelhart, Hinton, Williams 1986,
// doi:10.1038/323533a0; Kingma, Ba 2015, doi:10.48550/arXiv.1412.6980). Departs from the
// first in that nothing is trained layer by layer before, in smaller layers, and in batches
// that are dealt anew in each epoch.
type MLP struct {
	Hidden     string  // sizes of hidden layers, "64,64"; or "auto"
	Activation string  // φ: "tanh" or "relu"
	Batch      int     // rows of a step, or engine.Auto
	Epochs     int     // passes over all rows by batches, or engine.Auto
	Rate       float64 // of the first steps by batches
	Seed       int
}

// Params declares the parameters.
func (m *MLP) Params(p *engine.Params) {
	p.Text(&m.Hidden, "hidden", "auto", engine.AnyValue(), "sizes of the hidden layers, \"64,64\" or 64; auto is two of 64, or of 256 from 20,000 rows").OrNumber()
	p.Text(&m.Activation, "activation", "tanh", engine.OneOf("tanh", "relu"), "what hidden neurons make of their sums")
	p.Int(&m.Batch, "batch", engine.Auto, engine.OrAuto(engine.AtLeast(2)), "rows of a step; auto is all of up to 5000, which L-BFGS goes down by, and 1000 of more where a cost has batches").Quietly()
	p.Int(&m.Epochs, "epochs", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "passes over all rows by batches; auto makes some 2000 steps").Quietly()
	p.Float(&m.Rate, "rate", 0.003, engine.Above(0), "length of the first steps by batches").Quietly()
	p.Int(&m.Seed, "seed", 1, engine.AtLeast(0), "seed of the weights at the start, and of the batches").Quietly()
}

// Training says how many of n rows a step takes, and how many steps there are.
func (m *MLP) Training(n int) optimum.Training {
	const whole, usual, steps, fewest, most = 5000, 1000, 2000, 5, 500
	t := optimum.Training{Batch: m.Batch, Epochs: m.Epochs, Rate: m.Rate, Seed: m.Seed, Note: "weights"}
	switch {
	case m.Batch == engine.Auto && n > whole:
		t.Batch = usual
	case m.Batch == engine.Auto:
		t.Batch = n
	}
	if batches := (n + t.Batch - 1) / max(1, t.Batch); m.Epochs == engine.Auto {
		t.Epochs = min(most, max(fewest, (steps+batches-1)/max(1, batches)))
	}
	return t
}

// Insists reports whether batches of n rows were asked for.
func (m *MLP) Insists(n int) bool { return m.Batch != engine.Auto && m.Batch < n }

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
	sizes := slices.Concat([]int{d}, hidden, []int{dim})
	if err := memory.Claim(ctx, m.bytes(s.Len(), sizes), fmt.Sprintf("a network of layers of %v for %d rows", sizes, s.Len()), remedy.Set("hidden", 64).Or(remedy.FewerRows())); err != nil {
		return nil, err
	}
	standard := standardise(s.X)
	return &networks{
		Network:  network.New(network.Activations[m.Activation], sizes...),
		features: network.New(network.Activations[m.Activation], slices.Concat([]int{d}, hidden, hidden[len(hidden)-1:])...),
		standard: standard,
		x:        standard.rows(s.X),
		seed:     m.Seed,
	}, ctx.Err()
}

// bytes is what rows and their start take, a gradient for each block of rows that go at
// once, and what a descent keeps of the weights.
func (m *MLP) bytes(n int, sizes []int) uint64 {
	const kept = 24 // points and gradients of L-BFGS
	weights := network.New(network.Tanh, sizes...).Parameters()
	wide, blocks := sizes[len(sizes)-2], (min(n, m.Training(n).Batch)+passed-1)/passed
	return 8 * (uint64(2*n*sizes[0]) + uint64(min(n, mostStart)*(2*wide+2)) + uint64(3*wide*wide) + uint64(weights)*uint64(blocks+kept))
}

// Estimate counts products with the weights, forward and twice as many back, for two
// dimensions: of a usual descent by all rows, or of the epochs.
func (m *MLP) Estimate(n, d int) (seconds float64, bytes uint64) {
	const perProduct, usual = 1e-10, 500
	hidden, err := m.layers(n)
	if err != nil || n == 0 {
		return 0, 0
	}
	sizes, t := slices.Concat([]int{max(1, d)}, hidden, []int{2}), m.Training(n)
	passes := usual
	if t.Batch < n {
		passes = t.Epochs
	}
	return float64(3*perProduct*float64(passes)*float64(n)) * float64(network.New(network.Tanh, sizes...).Parameters()), m.bytes(n, sizes)
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
