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
	"unfold/engine/internal/copies"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/spectral"
	"unfold/engine/remedy"
	"unfold/engine/stage/form"
)

// steps are the four that every cost takes to its places, in the order of its paper. A
// new cost is a file of its declaration, its graph and, where it has one of its own, its
// start:
//
//	graph    which rows belong together, and what images cost for that
//	start    where images are before the first iteration
//	descend  to where they cost least, by all rows at once or by batches of them
//	map      of the form that was asked for, which takes unseen rows along
//
// The last two are the same for all (embed, byBatches).
type steps struct {
	// graph returns the rounds by which rows that are some or all are descended.
	graph func(ctx context.Context, rows subset) ([]pairwise.Round, error)
	// start is where all rows are at first; nil for their principal components, the
	// first of standard deviation one.
	start func(ctx context.Context, all subset) (*mat.Dense, error)

	perplexity float64   // which batches must have rows for, if any
	own        []float64 // parameters of the cost beside those of the map, where batches start
	pace       float64   // rounds that batches would go through in a whole descent; they stay in the last

	keeps bool                                     // whether images are to be as far apart as rows were
	tell  func(ctx context.Context, value float64) // notes what the places of all rows cost; nil for nothing
}

// embed takes the steps for all rows.
func (m *Descent) embed(ctx context.Context, all subset, by steps) (e *engine.Embedding, err error) {
	var rounds []pairwise.Round
	training, batched := pairwise.Batches(m.Map, all.Len())
	if batched {
		err = by.checkBatches(training, all.Len())
	} else {
		rounds, err = by.graph(parallel.Part(ctx, 0, 0.1), all)
	}
	if err != nil {
		return nil, err
	}
	if by.start == nil {
		by.start = func(ctx context.Context, all subset) (*mat.Dense, error) { return m.near(ctx, all, 1) }
	}
	start, err := by.start(ctx, all)
	if err != nil {
		return nil, err
	}
	ctx = parallel.Part(ctx, 0.1, 1)
	if batched {
		return by.byBatches(ctx, all, m.Map, training, start)
	}
	if e, err = pairwise.Fit(ctx, all.Sample, form.OrFree(m.Map), start, rounds...); err != nil {
		return nil, err
	}
	if by.keeps {
		e.Target = all.d
	}
	if by.tell == nil {
		return e, nil
	}
	value, err := cost.Value(ctx, rounds[len(rounds)-1].Cost, e.Y)
	if err != nil {
		return nil, err
	}
	by.tell(ctx, value)
	return e, nil
}

// tells notes a value under the name that a cost has for it.
func tells(name string) func(context.Context, float64) {
	return func(ctx context.Context, value float64) { engine.Remark(ctx, "%s %.4g", name, value) }
}

// byBatches descends from start by what batches cost, each of which has a graph of its
// own. What is noted and told of a batch is not of the rows, and is left out.
func (by steps) byBatches(ctx context.Context, all subset, f engine.Form, t optimum.Training, start *mat.Dense) (*engine.Embedding, error) {
	e, err := pairwise.FitBatches(ctx, all.Sample, f, start, t, by.own, func(ctx context.Context, rows []int, done float64) (pairwise.Cost, error) {
		ctx, _ = engine.WithNotes(engine.WithProgress(ctx, func(engine.Progress) {}), "batch")
		rounds, err := by.graph(ctx, all.only(rows))
		if err != nil {
			return nil, err
		}
		return rounds[min(len(rounds)-1, int(by.pace*done))].Cost, nil
	})
	if err != nil {
		return nil, err
	}
	e.Target = all.d
	return e, nil
}

// checkBatches refuses a perplexity that batches of n rows are too small for.
func (by steps) checkBatches(t optimum.Training, n int) error {
	count := (n + t.Batch - 1) / t.Batch
	fewest := n / count // rows of a batch
	if by.perplexity <= float64(fewest-1)/3 {
		return nil
	}
	least := int(math.Ceil(float64(3*by.perplexity))) + 1
	return &engine.Error{Param: "perplexity", Cause: fmt.Sprintf("perplexity = %v is more than a third of the other rows of a batch of %d", by.perplexity, fewest), Remedy: remedy.Set("perplexity", "auto").Or(remedy.Say("take batches of more than %d rows", least))}
}

// A subset is some rows of a sample, or all of them, as if there were no others.
type subset struct {
	engine.Sample
	d  engine.Distances
	at []int // where they stand in the sample; nil for all of it
}

// only returns some of all rows.
func (all subset) only(at []int) subset {
	if all.Rows == nil {
		all.Rows = evenly(all.Len(), all.Len())
	}
	return subset{all.Only(at), copies.Between(all.d, at), at}
}

// evenly returns count of n rows, in order.
func evenly(n, count int) []int {
	rows := make([]int, count)
	for k := range rows {
		rows[k] = k * n / count
	}
	return rows
}

// Descent is what embedders have in common whose cost is descended by evaluations over
// all pairs of rows, with any form of map.
type Descent struct {
	Dim        int         // dimensions
	Map        engine.Form // what the map may be; nil for free points
	Iterations int         // directions of the descent at most
	Seed       int         // of what the start draws
}

// declare declares the parameters, with the form that maps have by default.
func (m *Descent) declare(p *engine.Params, usual engine.Method) {
	p.Int(&m.Dim, "dim", 2, engine.AtLeast(1), "dimensions of the embedding").Simpler(engine.Smaller)
	p.Stage(&m.Map, "map", engine.FormRole, usual, "what the map may be: free points, or a map for unseen rows too")
	p.Int(&m.Iterations, "iterations", 500, engine.AtLeast(1), "directions that the descent takes at most").Quietly()
	p.Int(&m.Seed, "seed", 1, engine.AtLeast(0), "seed of what the start draws").Quietly()
}

// rows are all of s at the distances that the metric measures, if enough of them differ.
func (m *Descent) rows(s engine.Sample) (all subset, err error) {
	d, err := check.Distances(s)
	if err != nil {
		return all, err
	}
	if err := check.Numbers(s); err != nil {
		return all, err
	}
	switch count := copies.Apart(s, d).Len(); {
	case count == 1:
		return all, spectral.Identical()
	case m.Dim >= count:
		return all, check.TooManyDimensions(m.Dim, count-1, "dimensions that distinct rows can span")
	}
	return subset{Sample: s, d: d}, nil
}

// whole is a descent to the end.
func (m *Descent) whole(c pairwise.Cost) []pairwise.Round {
	return []pairwise.Round{{Cost: c, Descent: optimum.Settings{Iterations: m.Iterations, Decrease: 1e-9, Slope: 1e-6}}}
}
