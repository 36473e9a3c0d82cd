package stochastic

import (
	"math"

	"unfold/engine"
	"unfold/engine/fit/layout"
	"unfold/engine/fit/logit"
	"unfold/engine/fit/optimum"
	"unfold/engine/fit/pairwise"
	"unfold/engine/stage/form"
)

// What steps take on a processor of about 3 GHz with AVX-512, in seconds.
const (
	perTested    = 1.5e-10 // a column of a pair of rows that a neighbour search tests
	perQueried   = 2.5e-10 // a column of a landmark that a row is held against
	perDescended = 6e-7    // a landmark near a row, for all steps that the row takes among them
	perAttracted = 1.7e-9  // a neighbour of a row
	perPushed    = 6e-10   // a pair of rows, by all pairs
	perTreed     = 4.5e-7  // a row in a plane, by a tree
	perSpaced    = 1.6e-6  // a row in space, by a tree
	perGridded   = 3e-6    // a row in a plane, by a grid of the area that as many rows take
	slower       = 10      // times as long, where the kernel is not 1/(1 + D)
	slowest      = 70      // and where it takes logarithms
)

// Estimate counts what laying out takes, of all rows or of some, and what it takes then
// to place the others among these.
func (m *TSNE) Estimate(n, d int) (seconds float64, bytes uint64) {
	laid := m.layoutSize(n, true)
	if seconds, bytes = m.estimateAll(laid, d); laid == n {
		return seconds, bytes
	}
	placed := float64(perQueried*float64(laid)*float64(d)) + float64(perDescended*3*m.perplexity())
	return seconds + float64(placed*float64(n)), bytes + 16*uint64(n)*uint64(d+m.Dim)
}

// estimateAll counts the search for neighbours and, for each step, edges and the
// repulsion that is chosen.
func (m *TSNE) estimateAll(n, d int) (seconds float64, bytes uint64) {
	rows, near := float64(n), min(float64(max(0, n-1)), float64(3*m.perplexity()))
	if n <= everyRow {
		near = float64(max(0, n-1))
	}
	method, steps := m.Repulsion, usualSteps
	mapped := m.isMapped()
	switch {
	case mapped && m.DoF != engine.Auto:
		method, steps = m.smoothRepulsion(n), mapSteps
	case mapped:
		method, steps = "exact", mapSteps
	case method == "auto":
		method = layout.Automatic(n, m.Dim, m.DoF)
	}
	if m.Steps != engine.Auto {
		steps = m.Steps
	}
	if t, ok := m.batches(n); ok {
		return m.batchesEstimate(t, n, d), uint64(72*float64(t.Batch)*near) + 16*uint64(n)*uint64(d)
	}
	taken, perNear := float64(steps), perAttracted
	if mapped {
		const settles = 2
		taken, perNear = usualEvaluations(m.Map, steps, settles), perDiverged
	}
	step := float64(perNear*rows*near) + m.pushEstimate(rows, method)
	return float64(perTested*rows*rows*float64(d)) + float64(taken*step), uint64(72*rows*near) + 16*uint64(n)*uint64(d)
}

// batchesEstimate counts the neighbours of each batch, and what draws and pushes them.
func (m *TSNE) batchesEstimate(t optimum.Training, n, d int) float64 {
	rows := float64(t.Batch)
	step := float64(perTested*rows*rows*float64(d)) + float64(perAttracted*rows*min(rows, float64(3*m.perplexity()))) + m.pushEstimate(rows, m.smoothRepulsion(t.Batch))
	return float64(float64(t.Epochs*n)/rows) * step
}

// pushEstimate is what the repulsion of rows takes in a step.
func (m *TSNE) pushEstimate(rows float64, method string) float64 {
	factor := 1.0
	switch {
	case m.DoF == 1:
	case m.DoF == math.Trunc(m.DoF) && m.DoF != engine.Auto:
		factor = slower
	default:
		factor = slowest
	}
	switch {
	case method == "exact":
		return float64(factor * perPushed * rows * rows)
	case method == "grid" && m.Dim == 2:
		return float64(perGridded * rows)
	case method == "tree" && m.Dim == 3:
		return float64(factor * perSpaced * rows)
	case method == "tree":
		return float64(factor * perTreed * rows)
	}
	return float64(perTreed * rows)
}

// What an evaluation over all pairs takes, in seconds.
const (
	perLikely   = 9e-9   // a pair of rows: the likelihoods of both directions, and a pull
	perPlaced   = 1e-9   // a pair of rows for each coordinate
	perDiverged = 1.7e-8 // a neighbour of a row in the divergence of a map
	evaluations = 1.1    // an iteration
)

// usualEvaluations is how many evaluations a descent has that may take so many iterations;
// settles tells how fast a cost does so beside others.
func usualEvaluations(f engine.Form, iterations int, settles float64) float64 {
	return min(float64(evaluations*float64(iterations)), float64(settles*form.Evaluations(f)))
}

// pairsEstimate counts the search for neighbours, and evaluations over all pairs, of
// which there are so many passes, as fast as the cost settles.
func (m *Descent) pairsEstimate(n, d int, passes, settles float64) float64 {
	rows := float64(n)
	pair := perLikely + float64(perPlaced*float64(m.Dim))
	if t, ok := pairwise.Batches(m.Map, n); ok {
		each := float64(pair*passes) + float64(perTested*float64(d))
		return float64(t.Epochs) * rows * float64(t.Batch) * each
	}
	descent := float64(usualEvaluations(m.Map, m.Iterations, settles) * pair * rows * rows)
	return float64(perTested*rows*rows*float64(d)) + float64(passes*descent)
}

// weightsBytes is what weights of near rows a row take, from both ends.
func weightsBytes(n, near int) uint64 { return 64 * uint64(n) * uint64(min(near, max(0, n-1))) }

// Estimate counts evaluations over all pairs.
func (m *SNE) Estimate(n, d int) (seconds float64, bytes uint64) {
	return m.pairsEstimate(n, d, 1.5, 0.6), weightsBytes(n, max(everyRow, 3*usualPerplexity))
}

// Estimate counts evaluations over all pairs, three passes each.
func (m *NeRV) Estimate(n, d int) (seconds float64, bytes uint64) {
	return m.pairsEstimate(n, d, 2.5, 1.3), weightsBytes(n, everyWeight)
}

// Estimate counts evaluations over all pairs, two passes each, of which there are few
// whatever the map is.
func (m *NCA) Estimate(n, d int) (seconds float64, bytes uint64) {
	const usual = 35
	return m.pairsEstimate(n, d, 2, usual/form.Evaluations(m.Map)), 8 * uint64(n) * uint64(d)
}

// Estimate counts evaluations for five classes, and the regression: how many classes
// there are, it cannot know.
func (m *PE) Estimate(n, d int) (seconds float64, bytes uint64) {
	const classes, perClass, perSloped, steps, settles = 5, 4e-8, 1e-9, 200, 2.5
	coefficients, _, bytes := logit.Size(n, classes, d)
	rows, passes := float64(n), usualEvaluations(m.Map, m.Iterations, settles)
	if t, ok := pairwise.Batches(m.Map, n); ok {
		passes = float64(t.Epochs)
	}
	return float64(steps*perSloped*rows*float64(coefficients)) + float64(passes*perClass*classes*rows), bytes + 16*classes*uint64(n)
}

// Estimate counts evaluations of both relations over all pairs, as if rows were of two
// classes.
func (m *MRE) Estimate(n, d int) (seconds float64, bytes uint64) {
	return m.pairsEstimate(n, d, 3, 1), weightsBytes(n, n/2)
}
