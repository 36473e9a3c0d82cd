package stochastic

import (
	"context"

	"unfold/engine"
	"unfold/engine/fit/cost"
	"unfold/engine/fit/pairwise"
	"unfold/engine/stage/form"
)

func init() {
	declare(engine.Stage{
		Name:     "sne",
		Summary:  "places rows so that each sees the others as likely neighbours as it did",
		Formula:  "min_Y Σ_i KL(p_i‖q_i),  q_{j|i} ∝ exp(−‖y_i − y_j‖²),  p_{j|i} ∝ exp(−β_i d_ij²)",
		Citation: "Hinton, Roweis 2002, Stochastic neighbor embedding, NIPS 15; Bunte, Haase, Biehl, Villmann 2012, doi:10.1016/j.neucom.2012.02.034",
		Aliases:  []string{"stochasticneighbourembedding", "stochasticneighborembedding"},
		Examples: []string{`waveform(n=200) | scale | sne | barycentre | knn(5)`, `waveform(n=200) | scale | sne(perplexity=15, map=linear) | svm`},
	}, func() engine.Embedder { return new(SNE) })
}

// SNE, stochastic neighbour embedding, places rows so that each has the neighbours that
// it had: those that are missed cost most.
//
//	KL(p_i‖q_i) = Σ_j p_{j|i} ln(p_{j|i}/q_{j|i}),  q_{j|i} = exp(−‖y_i − y_j‖²)/Σ_k exp(−‖y_i − y_k‖²)
//	p_{j|i} ∝ exp(−β_i d_ij²) with an entropy of ln perplexity
//
// for distances d of the metric before it. Weights p are of all rows up to 500 of them,
// and of 3 perplexity nearest of more. X n×d, or whatever the metric measures → Y n×dim,
// in units of their own, turned to their principal axes, whose variances are the
// spectrum. With map=linear or another form it maps unseen rows too.
//
// The cost is minimised by limited-memory BFGS from the leading principal components,
// brought to a standard deviation of one, with a hundredth drawn by the seed. Copies of
// a row have one image.
//
// Time O(n² dim) an evaluation, of which there are about as many as iterations; memory
// O(n perplexity). It fails where three times the perplexity are more than the other
// rows, and for rows that are all equal. It is deterministic for a seed (Hinton, Roweis
// 2002, Stochastic neighbor embedding, NIPS 15).
//
// Deviation: Hinton and Roweis descend by steps with noise.
type SNE struct {
	Likelihoods
	Descent
}

// Params declares the parameters.
func (m *SNE) Params(p *engine.Params) {
	m.Likelihoods.declare(p, "30")
	m.Descent.declare(p, &form.Free{})
}

// Embed places the rows of s.
func (m *SNE) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	all, err := m.rows(s)
	if err != nil {
		return nil, err
	}
	return m.embed(ctx, all, steps{graph: m.graph, perplexity: m.Perplexity, keeps: true, tell: tells("divergence")})
}

// graph is p, and the divergence of images from it.
func (m *SNE) graph(ctx context.Context, rows subset) ([]pairwise.Round, error) {
	p, _, err := m.weights(ctx, rows, usualPerplexity, everyRow)
	if err != nil {
		return nil, err
	}
	c, err := cost.NewSNE(ctx, p)
	return m.whole(c), err
}
