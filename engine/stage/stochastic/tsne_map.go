package stochastic

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/early"
	"unfold/engine/fit/cost"
	"unfold/engine/fit/layout"
	"unfold/engine/fit/optimum"
	"unfold/engine/fit/pairwise"
	around "unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/copies"
	"unfold/engine/internal/parallel"
	"unfold/engine/stage/form"
)

// Of the descent of a map.
const (
	mapSteps        = 360 // iterations
	mapExaggeration = 4   // of P in the first sixth of them, as in parametric t-SNE
	mostSmooth      = 5000
)

// batches says how a map is found for n rows by some at a time; ok is false where by all
// at once, as degrees of freedom are.
func (m *TSNE) batches(n int) (t optimum.Training, ok bool) {
	t, ok = pairwise.Batches(m.Map, n)
	return t, ok && m.DoF != engine.Auto
}

// checkMap refuses, before anything is computed, batches of n rows that are too small for
// the perplexity, and forms that want batches where there are none.
func (m *TSNE) checkMap(n int) error {
	if t, ok := m.batches(n); ok {
		return steps{perplexity: m.Perplexity}.checkBatches(t, n)
	}
	return pairwise.CheckWhole(m.Map, n)
}

// descendMap finds the map of the form, and degrees of freedom too where they are learned,
// by quasi-Newton steps, or by batches of which the first sixth exaggerates P.
func (m *TSNE) descendMap(ctx context.Context, rows subset, graph *around.Graph, start *mat.Dense) (*engine.Embedding, error) {
	if t, ok := m.batches(rows.Len()); ok {
		by := steps{perplexity: m.Perplexity, pace: 6, graph: func(ctx context.Context, rows subset) ([]pairwise.Round, error) {
			graph, err := m.graph(ctx, rows)
			if err != nil {
				return nil, err
			}
			rounds, _, err := m.rounds(ctx, rows, graph)
			return rounds, err
		}}
		return by.byBatches(ctx, rows, m.Map, t, start)
	}
	f := form.OrFree(m.Map)
	rounds, learned, err := m.rounds(ctx, rows, graph)
	if err != nil {
		return nil, err
	}
	e, err := pairwise.Fit(parallel.Part(ctx, 0, 0.75), rows.Sample, f, start, rounds...)
	if err == nil && collapsed(e) && !early.Asked(ctx) {
		engine.Remark(ctx, "exaggerated attraction drew all rows to one point, so that it went down without")
		if rounds, learned, err = m.rounds(ctx, rows, graph); err != nil { // whose costs have learned nothing yet
			return nil, err
		}
		e, err = pairwise.Fit(parallel.Part(ctx, 0.75, 1), rows.Sample, f, start, rounds[1:]...)
	}
	if err != nil {
		return nil, err
	}
	if learned != nil {
		engine.Remark(ctx, "%.4g degrees of freedom were learned", learned.DoF())
	}
	e.Target = rows.d
	value, err := cost.Value(ctx, rounds[len(rounds)-1].Cost, e.Y)
	if err != nil {
		return nil, err
	}
	tells("divergence")(ctx, value)
	return e, nil
}

// collapsed reports whether all images are at one point, beside the start's extent of
// one. Where neighbourhoods are of most of the rows, that is a minimum of its own.
func collapsed(e *engine.Embedding) bool {
	const nothing = 1e-3
	return e.Spectrum[0] < nothing*nothing
}

// rounds exaggerate P in a sixth of the steps, and then descend to the end. Degrees of
// freedom are learned in the latter half, by images that have come to their size for
// one of them: before, to lower them is a cheap way to widen images, and leads astray.
func (m *TSNE) rounds(ctx context.Context, rows subset, graph *around.Graph) ([]pairwise.Round, *cost.TSNE, error) {
	steps, exaggeration := m.Steps, m.Exaggeration
	if steps == engine.Auto {
		steps = mapSteps
	}
	if exaggeration == engine.Auto {
		exaggeration = mapExaggeration
	}
	at := func(c pairwise.Cost, steps int) pairwise.Round {
		return pairwise.Round{Cost: c, Descent: optimum.Settings{Iterations: max(1, steps)}}
	}
	if m.DoF == engine.Auto {
		early, err := learnedCost(ctx, graph)
		if err != nil {
			return nil, nil, err
		}
		given, late := *early, *early
		early.Exaggeration, early.Learned, given.Learned = exaggeration, false, false
		return []pairwise.Round{at(early, steps/6), at(&given, steps/3), at(&late, steps-steps/6-steps/3)}, &late, nil
	}
	affinities, err := layout.Symmetric(ctx, graph, copies.Apart(rows.Sample, rows.d).Of)
	if err != nil {
		return nil, nil, err
	}
	var rounds []pairwise.Round
	for _, r := range []struct {
		exaggeration float64
		steps        int
	}{{exaggeration, steps / 6}, {1, steps - steps/6}} {
		c, err := layout.NewCost(ctx, affinities, m.Dim, m.DoF, r.exaggeration, m.smoothRepulsion(affinities.Len()))
		if err != nil {
			return nil, nil, err
		}
		rounds = append(rounds, at(c, r.steps))
	}
	return rounds, nil, nil
}

// learnedCost is the divergence whose degrees of freedom are found with the map.
func learnedCost(ctx context.Context, graph *around.Graph) (*cost.TSNE, error) {
	weights, err := cost.NewWeights(ctx, graph)
	if err != nil {
		return nil, err
	}
	c, err := cost.NewTSNE(ctx, weights, 1)
	if err == nil {
		c.Learned = true
	}
	return c, err
}

// smoothRepulsion is by all pairs for longer than where trees are faster: what these
// leave out jumps as points move, by which a line search loses its way.
func (m *TSNE) smoothRepulsion(n int) string {
	switch {
	case m.Repulsion != "auto":
		return m.Repulsion
	case n <= mostSmooth:
		return "exact"
	}
	return layout.Automatic(n, m.Dim, m.DoF)
}
