package stochastic

import (
	"context"
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/fit/cost"
	around "unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

const (
	usualPerplexity = 30  // of many rows
	everyRow        = 500 // up to so many rows all have weights
)

// Likelihoods are how many rows are neighbours.
type Likelihoods struct {
	Perplexity float64 // or engine.Auto, for 30 or a third of the rows
}

func (m *Likelihoods) declare(p *engine.Params, usual string) {
	p.Float(&m.Perplexity, "perplexity", engine.Auto, engine.OrAuto(engine.Above(1)), "how many rows weights spread over; auto is "+usual+", or a third of fewer rows").Simpler(engine.Larger)
}

// check refuses a perplexity that n rows are too few for.
func (m *Likelihoods) check(n int) error {
	most := float64(n-1) / 3
	if m.Perplexity <= most { // as auto is
		return nil
	}
	return &engine.Error{Param: "perplexity", Cause: fmt.Sprintf("perplexity = %v is more than a third of the other %d rows, %.4g", m.Perplexity, n-1, most), Remedy: remedy.Set("perplexity", "auto").Or(remedy.Say("give more rows"))}
}

// entropy is the rule for the weights of n rows, of usual perplexity by itself: over all
// of so many rows, and thrice the perplexity of more.
func (m *Likelihoods) entropy(n int, usual float64, all int) (around.Entropy, error) {
	f := around.Entropy{Perplexity: m.Perplexity, Nearest: n - 1}
	if f.Perplexity == engine.Auto && float64(n-1)/3 > usual {
		f.Perplexity = usual
	}
	if n > all {
		f.Nearest = min(n-1, int(math.Ceil(3*f.Perplexity)))
	}
	return f, m.check(n)
}

// weights are how likely rows are neighbours, p_j|i, and β of each row.
func (m *Likelihoods) weights(ctx context.Context, rows subset, usual float64, all int) (*cost.Weights, []float64, error) {
	rule, err := m.entropy(rows.Len(), usual, all)
	if err != nil {
		return nil, nil, err
	}
	graph, beta, err := rule.Bandwidths(parallel.Part(ctx, 0, 0.8), around.Keep(rows.Sample, rows.d))
	if err != nil {
		return nil, nil, err
	}
	w, err := cost.NewWeights(parallel.Part(ctx, 0.8, 1), graph)
	return w, beta, err
}
