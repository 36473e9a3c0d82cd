package extension

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/gram"
	"unfold/engine/linear/ridge"
)

// What settings that meet the same rows find out once, whatever they embed.
type (
	medianKey  struct{}                     // the median distance of the rows
	nearestKey struct{}                     // that of a row to its nearest other
	indexKey   struct{}                     // an index of the rows
	entriesKey struct{ kernel gram.Kernel } // the entries of their Gram matrix
	solverKey  struct {                     // its factor
		kernel gram.Kernel
		lambda float64
	}
)

// median returns the median distance of the rows.
func median(ctx context.Context, s engine.Sample) (float64, error) {
	return engine.Shared(ctx, s.Memo, medianKey{}, func(ctx context.Context) (float64, error) {
		return gram.MedianDistance(ctx, s.X)
	})
}

// indexOf returns an index of the rows.
func indexOf(ctx context.Context, s engine.Sample) (*neighbour.Index, error) {
	return engine.Shared(ctx, s.Memo, indexKey{}, func(ctx context.Context) (*neighbour.Index, error) {
		return neighbour.NewIndex(ctx, s.X)
	})
}

// entriesOf returns the entries of the Gram matrix, which serve all ridges.
func entriesOf(ctx context.Context, s engine.Sample, kernel gram.Kernel) (*gram.Entries, error) {
	return engine.Shared(ctx, s.Memo, entriesKey{kernel}, func(ctx context.Context) (*gram.Entries, error) {
		e := gram.NewEntries(kernel, s.X)
		return e, e.Cache(ctx)
	})
}

// solverOf returns the solver of a ridge, which serves all embeddings.
func solverOf(ctx context.Context, s engine.Sample, e *gram.Entries, kernel gram.Kernel, lambda float64) (*ridge.Solver, error) {
	return engine.Shared(ctx, s.Memo, solverKey{kernel, lambda}, func(ctx context.Context) (*ridge.Solver, error) {
		return ridge.NewSolver(ctx, e, lambda)
	})
}

// solve finds the coefficients of the targets.
func solve(ctx context.Context, s engine.Sample, kernel gram.Kernel, lambda float64, z *mat.Dense) (*ridge.Solution, error) {
	e, err := entriesOf(parallel.Part(ctx, 0, 0.1), s, kernel)
	if err != nil {
		return nil, err
	}
	solver, err := solverOf(parallel.Part(ctx, 0.1, 0.7), s, e, kernel, lambda)
	if err != nil {
		return nil, err
	}
	return solver.Solve(parallel.Part(ctx, 0.7, 1), e, z)
}
