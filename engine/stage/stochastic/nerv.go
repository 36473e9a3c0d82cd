package stochastic

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/cost"
	"unfold/engine/fit/optimum"
	"unfold/engine/fit/pairwise"
	"unfold/engine/internal/copies"
	"unfold/engine/internal/parallel"
	"unfold/engine/stage/form"
)

func init() {
	declare(engine.Stage{
		Name:     "nerv",
		Summary:  "places rows so that neighbours can be retrieved: few missed, few false",
		Formula:  "min_Y Σ_i λ KL(p_i‖q_i) + (1 − λ) KL(q_i‖p_i),  q_{j|i} ∝ exp(−β_i ‖y_i − y_j‖²),  p_{j|i} ∝ exp(−β_i d_ij²)",
		Citation: "Venna, Peltonen, Nybo, Aidos, Kaski 2010, JMLR 11:451–490; Lee, Renard, Bernard, Dupont, Verleysen 2013, doi:10.1016/j.neucom.2012.12.036",
		Near:     []string{"umap", "trimap", "pacmap"},
		Examples: []string{`waveform(n=200) | scale | nerv(lam=0.1) | barycentre | knn(5)`, `waveform(n=200) | scale | fisher | nerv(map=linear) | svm`},
	}, func() engine.Embedder { return new(NeRV) })
}

// NeRV, the neighbour retrieval visualizer, places rows so that who looks for the
// neighbours of a row finds them.
//
//	λ KL(p_i‖q_i) + (1 − λ) KL(q_i‖p_i),  q_{j|i} ∝ exp(−β_i ‖y_i − y_j‖²)
//	p_{j|i} ∝ exp(−β_i d_ij²) with an entropy of ln perplexity
//
// for distances d of the metric before it. λ = 1 misses few (recall: sne with the
// widths of the input), λ = 0 shows few that are none (precision). What p leaves of a
// row that is none counts as 1e-12 of its largest, where it divides. Weights p are of
// all rows up to 2000 of them, and of 3 perplexity nearest of more. X n×d, or whatever
// the metric measures → Y n×dim in the units of d, turned to their principal axes, whose
// variances are the spectrum. With map=linear or another form it maps unseen rows too.
//
// Behind fisher, whose distances tell classes, it is SNeRV.
//
// It starts from the leading principal components, as far apart as d is on the mean,
// with a hundredth drawn by the seed. Widths 1/β descend from the square of half the
// largest distance to their own in ten rounds of a few directions of limited-memory
// BFGS, and a descent to the end follows. Copies of a row have one image.
//
// Time O(n² dim) an evaluation, of which there are about as many as iterations; memory
// O(n perplexity), or up to 2000 rows n². It fails where three times the perplexity are
// more than the other rows, and for rows that are all equal. It is deterministic for a
// seed (Venna, Peltonen, Nybo, Aidos, Kaski 2010, JMLR 11:451–490).
//
// Deviation: Venna et al. descend by conjugate gradients, two directions a round and
// forty at the end.
type NeRV struct {
	Lambda float64 // how much missed neighbours count beside false ones
	Likelihoods
	Descent
}

// Params declares the parameters.
func (m *NeRV) Params(p *engine.Params) {
	p.Float(&m.Lambda, "lam", 0.1, engine.Between(0, 1), "how much missed neighbours count; the rest is for false ones")
	m.Likelihoods.declare(p, "20")
	m.Descent.declare(p, &form.Free{})
}

const (
	retrieved    = 20    // the perplexity of many rows
	everyWeight  = 2000  // up to how many rows all have weights
	leastWeight  = 1e-12 // of a row that is no neighbour, beside the largest
	widthRounds  = 10
	widthsDirect = 4 // directions of a round
)

// Embed places the rows of s. Widths of batches are narrow from the middle on.
func (m *NeRV) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	all, err := m.rows(s)
	if err != nil {
		return nil, err
	}
	return m.embed(ctx, all, steps{graph: m.graph, start: m.start, perplexity: m.Perplexity, pace: 2 * widthRounds, keeps: true, tell: tells("cost of missed and false neighbours")})
}

// graph is p, and what neighbours cost that are missed and false, by ever narrower widths.
func (m *NeRV) graph(ctx context.Context, rows subset) ([]pairwise.Round, error) {
	p, beta, err := m.weights(ctx, rows, retrieved, everyWeight)
	if err != nil {
		return nil, err
	}
	c, err := cost.NewNeRV(ctx, p, m.Lambda, leastWeight)
	if err != nil {
		return nil, err
	}
	largest, _, err := extent(ctx, rows.d)
	return m.narrowing(c, beta, largest), err
}

// start has the rows as far apart as they were on the mean, among as many as a batch has.
func (m *NeRV) start(ctx context.Context, all subset) (*mat.Dense, error) {
	d := all.d
	if t, ok := pairwise.Batches(m.Map, all.Len()); ok {
		d = copies.Between(d, evenly(all.Len(), t.Batch))
	}
	_, mean, err := extent(ctx, d)
	if err != nil {
		return nil, err
	}
	return m.near(ctx, all, mean/math.Sqrt(2*float64(m.Dim)))
}

// narrowing rounds narrow the widths from the square of half the largest distance. Rows
// that have even weights over copies are as narrow as the narrowest others.
func (m *NeRV) narrowing(c *cost.NeRV, beta []float64, largest float64) (rounds []pairwise.Round) {
	narrowest := math.Inf(1)
	for _, b := range beta {
		if !math.IsInf(b, 1) {
			narrowest = min(narrowest, 1/b)
		}
	}
	wide := float64(largest * largest / 4)
	if math.IsInf(narrowest, 1) {
		narrowest = wide
	}
	for r := 1; r <= widthRounds; r++ {
		widths := make([]float64, len(beta))
		for i, b := range beta {
			own := max(narrowest, 1/b)
			widths[i] = own + float64((wide-own)*float64(widthRounds-r)/widthRounds)
		}
		rounds = append(rounds, pairwise.Round{Cost: c.At(widths), Descent: optimum.Settings{Iterations: min(widthsDirect, m.Iterations)}})
	}
	return append(rounds, m.whole(rounds[widthRounds-1].Cost)...)
}

// extent returns the largest dissimilarity of two rows, and the root of the mean
// squared one.
func extent(ctx context.Context, d engine.Distances) (largest, mean float64, err error) {
	n := d.Len()
	type part struct{ largest, sum float64 }
	parts, err := parallel.Blocks(ctx, n, 16, func(lo, hi int) (p part) {
		row := make([]float64, n)
		for i := lo; i < hi; i++ {
			d.Row(row, i)
			for _, v := range row {
				p.largest, p.sum = max(p.largest, v), p.sum+float64(v*v)
			}
		}
		return p
	})
	var sum float64
	for _, p := range parts {
		largest, sum = max(largest, p.largest), sum+p.sum
	}
	return largest, math.Sqrt(sum / (float64(n) * float64(n-1))), err
}
