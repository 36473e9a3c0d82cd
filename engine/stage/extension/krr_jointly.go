package extension

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/gram"
	"unfold/engine/linear/ridge"
)

// ExtendJointly learns the maps of several ridges to several embeddings of the
// rows. There is nothing to be gained if the settings differ in more than that,
// or where a ridge is to be chosen or the map is not over all rows.
func (m *KRR) ExtendJointly(ctx context.Context, s engine.Sample, embeddings []*engine.Embedding, settings []engine.Extender) ([][]*engine.Extension, error) {
	ridges, err := m.ridges(ctx, s, settings)
	if ridges == nil || err != nil {
		return nil, err
	}
	var targets []*mat.Dense
	var means [][]float64
	for _, e := range embeddings {
		if err := checkRows(s, e); err != nil {
			return nil, err
		}
		y, mean := m.targets(e)
		targets, means = append(targets, y), append(means, mean)
	}
	kernel, err := m.kernel(ctx, s)
	if err != nil {
		return nil, err
	}
	solutions, err := solveAll(parallel.Part(ctx, 0, 0.9), s, kernel, ridges, targets)
	if err != nil {
		return nil, err
	}
	rows := newCentres(kernel, s.X)
	found := make([][]*engine.Extension, len(settings))
	for i := range found {
		for j, r := range solutions[i] {
			found[i] = append(found[i], newExtension(rows.regression(r.W, means[j]), m.Train))
		}
	}
	return found, rows.mapTraining(parallel.Part(ctx, 0.9, 1), slices.Concat(found...), s.X)
}

// ridges returns the ridges of the settings; nil if there is nothing to be gained.
func (m *KRR) ridges(ctx context.Context, s engine.Sample, settings []engine.Extender) ([]float64, error) {
	if centres, err := m.centres(ctx, s.Len()); centres != nil || err != nil {
		return nil, err
	}
	var ridges []float64
	for _, other := range settings {
		same := *other.(*KRR)
		if same.Lambda == engine.Auto {
			return nil, nil
		}
		ridges = append(ridges, same.Lambda)
		if same.Lambda = m.Lambda; same != *m {
			return nil, nil
		}
	}
	return ridges, nil
}

// solveAll finds the coefficients of all targets for all ridges.
func solveAll(ctx context.Context, s engine.Sample, kernel gram.Kernel, ridges []float64, targets []*mat.Dense) ([][]*ridge.Solution, error) {
	e, err := entriesOf(parallel.Part(ctx, 0, 0.1), s, kernel)
	if err != nil {
		return nil, err
	}
	solvers := make([]*ridge.Solver, len(ridges))
	for i, lambda := range ridges {
		part := func(i int) float64 { return 0.1 + 0.6*float64(i)/float64(len(ridges)) }
		if solvers[i], err = solverOf(parallel.Part(ctx, part(i), part(i+1)), s, e, kernel, lambda); err != nil {
			return nil, err
		}
	}
	return ridge.SolveAll(parallel.Part(ctx, 0.7, 1), e, solvers, targets)
}
