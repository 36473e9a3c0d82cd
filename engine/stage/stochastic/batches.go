package stochastic

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/optimum"
	"unfold/engine/fit/pairwise"
	"unfold/engine/internal/copies"
	"unfold/engine/remedy"
)

// A batch is some rows of a sample, as if there were no others.
type batch struct {
	engine.Sample
	d    engine.Distances
	rows []int   // of the whole
	done float64 // share of the descent that is done
}

// batchOf returns some rows of s, whose dissimilarities are d.
func batchOf(s engine.Sample, d engine.Distances, rows []int, done float64) batch {
	if s.Rows == nil {
		s.Rows = evenly(s.Len(), s.Len())
	}
	return batch{s.Only(rows), copies.Between(d, rows), rows, done}
}

// evenly returns count of n rows, in order.
func evenly(n, count int) []int {
	rows := make([]int, count)
	for k := range rows {
		rows[k] = k * n / count
	}
	return rows
}

// batches says how a map is found for n rows by some at a time; ok is false where by
// all at once.
func (m *Fitting) batches(n int) (t optimum.Training, ok bool) {
	return pairwise.Batches(m.form(), n)
}

// fitBatches goes down from start by what batches of the rows of s cost; own are the
// parameters that costs have beside those of the map. What is noted and told of a batch
// is not of the rows, and is left out.
func fitBatches(ctx context.Context, s engine.Sample, d engine.Distances, f engine.Form, t optimum.Training, start *mat.Dense, own []float64, costs func(ctx context.Context, b batch) (pairwise.Cost, error)) (*engine.Embedding, error) {
	e, err := pairwise.FitBatches(ctx, s, f, start, t, own, func(ctx context.Context, rows []int, done float64) (pairwise.Cost, error) {
		ctx, _ = engine.WithNotes(engine.WithProgress(ctx, func(engine.Progress) {}), "batch")
		return costs(ctx, batchOf(s, d, rows, done))
	})
	if err != nil {
		return nil, err
	}
	e.Target = d
	return e, nil
}

// fewest is the least number of rows that a batch of n rows has.
func fewest(t optimum.Training, n int) int { return n / ((n + t.Batch - 1) / t.Batch) }

// checkBatches refuses a perplexity that batches of n rows are too small for.
func checkBatches(perplexity float64, t optimum.Training, n int) error {
	if rows := fewest(t, n); perplexity > float64(rows-1)/3 {
		least := int(math.Ceil(float64(3*perplexity))) + 1
		return &engine.Error{Param: "perplexity", Cause: fmt.Sprintf("perplexity = %v is more than a third of the other rows of a batch of %d", perplexity, rows), Remedy: remedy.Set("perplexity", "auto").Or(remedy.Say("take batches of more than %d rows", least))}
	}
	return nil
}
