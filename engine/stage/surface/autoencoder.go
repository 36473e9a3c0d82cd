package surface

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/fit/network"
	"unfold/engine/fit/optimum"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/preview"
	"unfold/engine/internal/random"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "autoencoder",
		Summary:  "places rows by a network from whose images another can tell the rows",
		Formula:  "min Σ_i ‖x_i − g(f(x_i))‖²,  y = f(x),  f: d → neurons → dim,  g: dim → neurons → d",
		Citation: "Hinton, Salakhutdinov 2006, doi:10.1126/science.1127647; Kingma, Ba 2015, doi:10.48550/arXiv.1412.6980",
		Aliases:  []string{"ae"},
		Near:     []string{"vae"},
		Examples: []string{`load | scale | autoencoder`, `swissroll(n=300) | autoencoder(neurons=32, layers=1, epochs=200) | loss`},
		Maps:     true,
	}, func() engine.Embedder { return new(Autoencoder) })
}

// Autoencoder learns two networks at once: an encoder f that takes a row to dim
// numbers, and a decoder g that tells the row from them. What the numbers keep is what
// rows are told by.
//
//	min (1/nd) Σ_i ‖x̃_i − g(f(x̃_i))‖²,  x̃ = (x − mean)/scale,  y = f(x̃)
//
// with one scale for all columns, the root of their mean variance, so that the loss is
// about the share of the variance that is left. Both are multilayer perceptrons with
// as many hidden layers of as many neurons, and linear images. X n×d → Y n×dim, in
// units of no meaning, turned to principal axes, whose variances are the spectrum; any
// row is mapped by f. Without hidden layers the images span what pca finds.
//
// Weights start evenly drawn and go down by Adam, in minibatches of about batch rows,
// at a rate that falls along half a cosine to zero. By itself there are as many
// epochs as make some 4000 steps, from 20 to 1000. Up to 500 rows go down by all at once,
// by at most 1000 directions of limited-memory BFGS, unless batch or epochs are given: of
// so few it leaves less than minibatches do, in about the same time. Rows are shown on
// their way, and an interrupt keeps what the networks have come to. Columns count by their units: scale
// them first if these differ. A note tells what share of the variance is left, the
// view loss draws how it fell. It is left low on training rows by many neurons
// whether or not rows are kept apart well: judge the images.
//
// Time O(epochs · n P) for P weights, memory O(n d + P) for each of the parts that a
// batch is cut into. It fails for rows that are all equal, more dimensions than the
// rows vary in, and steps so long that the loss is no number. It is determined by the
// seed, the same bits at any number of processors (Hinton, Salakhutdinov 2006,
// doi:10.1126/science.1127647).
//
// Deviations: no layers are trained beforehand, which Adam and the spread of the
// start (Glorot, He) make unnecessary.
type Autoencoder struct {
	Dim        int     // dimensions
	Neurons    int     // of a hidden layer
	Layers     int     // hidden layers of the encoder, and of the decoder
	Activation string  // of neurons: "tanh" or "relu"
	Epochs     int     // or engine.Auto
	Batch      int     // rows of a step, or engine.Auto
	Rate       float64 // of the first steps
	Seed       int     // of the start and the order of rows
}

// Params declares the parameters.
func (m *Autoencoder) Params(p *engine.Params) {
	p.Int(&m.Dim, "dim", 2, engine.AtLeast(1), "dimensions of the embedding").Simpler(engine.Smaller)
	p.Int(&m.Neurons, "neurons", 64, engine.Between(1, 10000), "neurons of each hidden layer").Simpler(engine.Smaller)
	p.Int(&m.Layers, "layers", 2, engine.Between(0, 10), "hidden layers before the images, and behind them; 0 is linear").Simpler(engine.Smaller)
	p.Text(&m.Activation, "activation", "tanh", engine.OneOf("tanh", "relu"), "what neurons make of their sums").Quietly()
	p.Int(&m.Epochs, "epochs", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "passes over all rows; auto makes some 4000 steps, or at most 1000 by all rows").Simpler(engine.Smaller)
	p.Int(&m.Batch, "batch", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "rows of a step; auto is all of up to 500 by L-BFGS, where epochs are auto too, and 64 otherwise").Quietly()
	p.Float(&m.Rate, "rate", 0.003, engine.Above(0), "length of the first steps by batches").Quietly()
	p.Int(&m.Seed, "seed", 1, engine.AtLeast(0), "seed of the weights and of the order of rows").Quietly()
}

// Embed places the rows of s.
func (m *Autoencoder) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	r, err := rowsOf(parallel.Part(ctx, 0, 0.05), s, m.Dim)
	if err != nil {
		return nil, err
	}
	if found := len(r.axes.Values); m.Dim > found {
		return nil, check.TooManyDimensions(m.Dim, found, "directions with any variance")
	}
	n, d := r.size()
	encoder, decoder := m.networks(d)
	if err := memory.Claim(ctx, m.bytes(n, d), fmt.Sprintf("networks of %d weights", encoder.Parameters()+decoder.Parameters()), remedy.Reduce("neurons")); err != nil {
		return nil, err
	}
	scale := r.standardise()
	stream := random.New(m.Seed, "autoencoder")
	start := append(encoder.Start(stream), decoder.Start(stream)...)
	found, err := m.train(parallel.Part(ctx, 0.05, 0.95), s, newReconstruction(r, encoder, decoder), start)
	if err != nil {
		return nil, err
	}
	w := found.X[:encoder.Parameters()]
	variances, err := turnToAxes(ctx, r.x, encoder, w)
	if err != nil {
		return nil, err
	}
	m.remark(ctx, found, n)
	mapped := &encoderMap{r.mean, scale, encoder, w}
	y, err := engine.Image(ctx, mapped, s.X)
	if err != nil {
		return nil, err
	}
	return &engine.Embedding{Y: y, Spectrum: variances, Target: engine.Euclidean(s.X), Losses: &engine.Losses{Values: found.History, Step: m.step(n)}, Map: mapped}, nil
}

// train finds the weights of both networks, and shows the rows of s on their way.
func (m *Autoencoder) train(ctx context.Context, s engine.Sample, l *reconstruction, start []float64) (*optimum.Result, error) {
	over := preview.Begin(ctx, s)
	defer over.End()
	n := l.Rows()
	return optimum.Train(ctx, l, start, optimum.Training{
		Epochs: m.epochs(n), Batch: m.batch(n), Rate: m.Rate, Seed: m.Seed, Note: "weights",
		Watch: func(ctx context.Context, p engine.Progress, w []float64) (enough bool) {
			return over.Tell(ctx, p, func() preview.Place { return l.place(w) })
		},
	})
}

// remark tells what is left of the variance of n rows.
func (m *Autoencoder) remark(ctx context.Context, found *optimum.Result, n int) {
	asked := ""
	if found.Reason == optimum.Asked {
		asked = fmt.Sprintf(" of %d, where it was asked to end", m.epochs(n))
	}
	left := 100 * found.Value * float64(n) / float64(n-1)
	engine.Remark(ctx, "%.3g %% of the variance is left after %s%s", left, wording.Plural(found.Iterations, m.step(n)), asked)
}

// step is what the loss is told for.
func (m *Autoencoder) step(n int) string {
	if m.batch(n) == 0 {
		return "iteration"
	}
	return "epoch"
}

// networks are the encoder and the decoder of d columns, which have the same layers
// the other way round.
func (m *Autoencoder) networks(d int) (encoder, decoder *network.Network) {
	there, back := []int{d}, []int{m.Dim}
	for range m.Layers {
		there, back = append(there, m.Neurons), append(back, m.Neurons)
	}
	a := network.Activations[m.Activation]
	return network.New(a, append(there, m.Dim)...), network.New(a, append(back, d)...)
}

// epochs is how often n rows are looked at.
func (m *Autoencoder) epochs(n int) int {
	if m.Epochs != engine.Auto {
		return m.Epochs
	}
	const steps, fewest, most = 4000, 20, 1000
	batch := max(1, m.atOnce(n))
	batches := (n + batch - 1) / batch
	return min(most, max(fewest, (steps+batches-1)/batches))
}

// batch is how many of n rows Adam looks at in a step; none where L-BFGS goes down by all.
func (m *Autoencoder) batch(n int) int {
	const whole, usual = 500, 64
	switch {
	case m.Batch != engine.Auto:
		return m.Batch
	case m.Epochs == engine.Auto && n <= whole:
		return 0
	}
	return usual
}

// atOnce is how many of n rows a step looks at.
func (m *Autoencoder) atOnce(n int) int {
	if batch := m.batch(n); batch > 0 {
		return min(n, batch)
	}
	return n
}

// bytes is what the rows take, the weights with what Adam keeps of them, and the parts
// of a batch.
func (m *Autoencoder) bytes(n, d int) uint64 {
	encoder, decoder := m.networks(d)
	weights := uint64(encoder.Parameters() + decoder.Parameters())
	parts := uint64(m.atOnce(n)+partRows-1) / partRows
	return 8 * (2*uint64(n)*uint64(d) + weights*(5+parts) + parts*partRows*uint64(2*(m.Layers+2)*m.Neurons+4*d))
}
