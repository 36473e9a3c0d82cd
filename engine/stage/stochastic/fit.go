package stochastic

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/fit/cost"
	"unfold/engine/fit/optimum"
	"unfold/engine/fit/pairwise"
	around "unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/copies"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/linear/spectral"
	"unfold/engine/remedy"
	"unfold/engine/stage/form"
)

// Fitting is what embedders have in common whose cost is gone down by evaluations over
// all pairs of rows, with any form of map.
type Fitting struct {
	Dim        int         // dimensions
	Map        engine.Form // what the map may be; nil for free points
	Iterations int         // directions of the descent at most
	Seed       int         // of what the start draws
}

// declare declares the parameters, with the form that maps have by default.
func (m *Fitting) declare(p *engine.Params, usual engine.Method) {
	p.Int(&m.Dim, "dim", 2, engine.AtLeast(1), "dimensions of the embedding").Simpler(engine.Smaller)
	p.Stage(&m.Map, "map", engine.FormRole, usual, "what the map may be: free points, or a map for unseen rows too")
	p.Int(&m.Iterations, "iterations", 500, engine.AtLeast(1), "directions that the descent takes at most").Quietly()
	p.Int(&m.Seed, "seed", 1, engine.AtLeast(0), "seed of what the start draws").Quietly()
}

// form is what the map may be.
func (m *Fitting) form() engine.Form {
	if m.Map == nil {
		return &form.Free{}
	}
	return m.Map
}

// distances are those that the metric measures, of rows that differ.
func (m *Fitting) distances(s engine.Sample) (engine.Distances, error) {
	d, err := check.Distances(s)
	if err != nil {
		return nil, err
	}
	if err := check.Numbers(s); err != nil {
		return nil, err
	}
	distinct := copies.Apart(s, d)
	switch count := distinct.Len(); {
	case count == 1:
		return nil, spectral.Identical()
	case m.Dim >= count:
		return nil, check.TooManyDimensions(m.Dim, count-1, "dimensions that distinct rows can span")
	}
	return d, nil
}

// start is near the principal components of the rows, the first of standard deviation
// spread, with a hundredth of it drawn for each distinct row: without that, rows that
// agree in these components would never part.
func (m *Fitting) start(ctx context.Context, s engine.Sample, d engine.Distances, spread float64) (*mat.Dense, error) {
	at, err := components(ctx, s, d, m.Dim, spread)
	if err != nil {
		return nil, err
	}
	drawn := startDrawn * spread
	if at == nil {
		at, drawn = mat.NewDense(d.Len(), m.Dim, nil), spread
	}
	stream := random.New(m.Seed, "start")
	for i, from := range copies.First(s.X) {
		row := at.RawRowView(i)
		if from < i {
			copy(row, at.RawRowView(from))
			continue
		}
		for c := range row {
			row[c] += float64(drawn * stream.Normal())
		}
	}
	return at, nil
}

// fit goes down from start by rounds of costs, and tells where it comes to.
func (m *Fitting) fit(ctx context.Context, s engine.Sample, start *mat.Dense, rounds ...pairwise.Round) (*engine.Embedding, error) {
	return pairwise.Fit(ctx, s, m.form(), start, rounds...)
}

// whole is a descent to the end.
func (m *Fitting) whole(c pairwise.Cost) pairwise.Round {
	return pairwise.Round{Cost: c, Descent: optimum.Settings{Iterations: m.Iterations, Decrease: 1e-9, Slope: 1e-6}}
}

// tell remarks on what an embedding costs, and says what its distances are meant to be.
func tell(ctx context.Context, e *engine.Embedding, target engine.Distances, c pairwise.Cost, name string) (*engine.Embedding, error) {
	e.Target = target
	value, err := cost.Value(ctx, c, e.Y)
	if err != nil {
		return nil, err
	}
	engine.Remark(ctx, "%s %.4g", name, value)
	return e, nil
}

// Likelihoods are how many rows are neighbours.
type Likelihoods struct {
	Perplexity float64 // or engine.Auto, for 30 or a third of the rows
}

func (m *Likelihoods) declare(p *engine.Params, usual string) {
	p.Float(&m.Perplexity, "perplexity", engine.Auto, engine.OrAuto(engine.Above(1)), "how many rows weights spread over; auto is "+usual+", or a third of fewer rows").Simpler(engine.Larger)
}

// entropy is the rule for the weights of n rows, with so many nearest ones, by itself
// of usual perplexity.
func (m *Likelihoods) entropy(n int, usual float64, all int) (around.Entropy, error) {
	most := float64(n-1) / 3
	if m.Perplexity > most {
		return around.Entropy{}, &engine.Error{Param: "perplexity", Cause: fmt.Sprintf("perplexity = %v is more than a third of the other %d rows, %.4g", m.Perplexity, n-1, most), Remedy: remedy.Set("perplexity", "auto").Or(remedy.Say("give more rows"))}
	}
	f := around.Entropy{Perplexity: m.Perplexity, Nearest: n - 1}
	if f.Perplexity == engine.Auto && most > usual {
		f.Perplexity = usual
	}
	if n > all {
		f.Nearest = min(n-1, int(math.Ceil(3*f.Perplexity)))
	}
	return f, nil
}

// weights are how likely rows are neighbours, p_j|i, and β of each row.
func (m *Likelihoods) weights(ctx context.Context, s engine.Sample, d engine.Distances, usual float64, all int) (*cost.Weights, []float64, error) {
	rule, err := m.entropy(d.Len(), usual, all)
	if err != nil {
		return nil, nil, err
	}
	graph, beta, err := rule.Bandwidths(parallel.Part(ctx, 0, 0.8), around.Keep(s, d))
	if err != nil {
		return nil, nil, err
	}
	w, err := cost.NewWeights(parallel.Part(ctx, 0.8, 1), graph)
	return w, beta, err
}
