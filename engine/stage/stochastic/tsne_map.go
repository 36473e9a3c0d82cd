package stochastic

import (
	"context"

	"unfold/engine"
	"unfold/engine/early"
	"unfold/engine/fit/cost"
	"unfold/engine/fit/layout"
	"unfold/engine/fit/optimum"
	"unfold/engine/fit/pairwise"
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

// fit finds the map of the form, and degrees of freedom too where they are learned, by
// quasi-Newton steps. Its start has a standard deviation of one: at the size from which
// free points start, gradients are so small that it would stop at once.
func (m *TSNE) fit(ctx context.Context, s engine.Sample, d engine.Distances) (*engine.Embedding, error) {
	if t, ok := pairwise.Batches(m.shape(), d.Len()); ok && m.DoF != engine.Auto {
		return m.fitBatches(ctx, s, d, t)
	}
	if err := pairwise.CheckWhole(m.shape(), d.Len()); err != nil {
		return nil, err
	}
	rounds, learned, err := m.rounds(parallel.Part(ctx, 0, 0.2), s, d)
	if err != nil {
		return nil, err
	}
	start, err := (&Fitting{Dim: m.Dim, Seed: m.Seed}).start(ctx, s, d, 1)
	if err != nil {
		return nil, err
	}
	e, err := pairwise.Fit(parallel.Part(ctx, 0.2, 0.8), s, m.shape(), start, rounds...)
	if err == nil && collapsed(e) && !early.Asked(ctx) {
		engine.Remark(ctx, "exaggerated attraction drew all rows to one point, so that it went down without")
		if rounds, learned, err = m.rounds(ctx, s, d); err != nil { // whose costs have learned nothing yet
			return nil, err
		}
		e, err = pairwise.Fit(parallel.Part(ctx, 0.8, 1), s, m.shape(), start, rounds[1:]...)
	}
	if err != nil {
		return nil, err
	}
	if learned != nil {
		engine.Remark(ctx, "%.4g degrees of freedom were learned", learned.DoF())
	}
	return tell(ctx, e, d, rounds[len(rounds)-1].Cost, "divergence")
}

// fitBatches finds the map by some rows at a time, with P exaggerated in the first sixth.
func (m *TSNE) fitBatches(ctx context.Context, s engine.Sample, d engine.Distances, t optimum.Training) (*engine.Embedding, error) {
	if err := checkBatches(m.Perplexity, t, d.Len()); err != nil {
		return nil, err
	}
	start, err := (&Fitting{Dim: m.Dim, Seed: m.Seed}).start(parallel.Part(ctx, 0, 0.1), s, d, 1)
	if err != nil {
		return nil, err
	}
	return fitBatches(parallel.Part(ctx, 0.1, 1), s, d, m.shape(), t, start, nil, func(ctx context.Context, b batch) (pairwise.Cost, error) {
		rounds, _, err := m.rounds(ctx, b.Sample, b.d)
		if err != nil {
			return nil, err
		}
		return rounds[min(1, int(6*b.done))].Cost, nil
	})
}

// collapsed reports whether all images are at one point, beside the start's extent of
// one. Where neighbourhoods are of most of the rows, that is a minimum of its own.
func collapsed(e *engine.Embedding) bool {
	const nothing = 1e-3
	return e.Spectrum[0] < nothing*nothing
}

// shape is the form of the map.
func (m *TSNE) shape() engine.Form {
	if m.Map == nil {
		return new(form.Free)
	}
	return m.Map
}

// rounds exaggerate P in a sixth of the steps, and then go down to the end. Degrees of
// freedom are learned in the latter half, by images that have come to their size for
// one of them: before, to lower them is a cheap way to widen images, and leads astray.
func (m *TSNE) rounds(ctx context.Context, s engine.Sample, d engine.Distances) ([]pairwise.Round, *cost.TSNE, error) {
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
		early, err := m.learned(ctx, s, d)
		if err != nil {
			return nil, nil, err
		}
		given, late := *early, *early
		early.Exaggeration, early.Learned, given.Learned = exaggeration, false, false
		return []pairwise.Round{at(early, steps/6), at(&given, steps/3), at(&late, steps-steps/6-steps/3)}, &late, nil
	}
	affinities, err := m.affinities(ctx, s, d, copies.Apart(s, d).Of)
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

// learned is the cost whose degrees of freedom are found with the map.
func (m *TSNE) learned(ctx context.Context, s engine.Sample, d engine.Distances) (*cost.TSNE, error) {
	graph, err := m.graph(ctx, s, d)
	if err != nil {
		return nil, err
	}
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
