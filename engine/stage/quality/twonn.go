package quality

import (
	"context"

	"unfold/engine"
	"unfold/engine/graph/dimension"
)

func init() {
	declare(engine.Stage{
		Name:     "twonn",
		Summary:  "estimates how many dimensions the rows have from the two nearest of each",
		Formula:  "slope d of −log(1 − F(μ)) against log μ, μ = r₂/r₁",
		Citation: "Facco, d'Errico, Rodriguez, Laio 2017, doi:10.1038/s41598-017-11873-y",
		Examples: []string{`swissroll(n=400) | twonn`, `load | scale | twonn(discard=0.2)`, `waveform(n=400) | warp(0.5) | isomap(k=10) | twonn | residual`},
		Needs:    engine.NeedRows,
		Rank:     510,
	}, func() *TwoNN { return new(TwoNN) })
}

// TwoNN estimates the intrinsic dimension of the training rows, as they are
// prepared and under the metric in force, from the ratio μ = r₂/r₁ of the distances
// of the two nearest of each: where the density is even as far as the second
// neighbour, it is distributed by
//
//	F(μ) = 1 − μ^−d,
//
// so −log(1 − F(μ)) against log μ is a line through the origin of slope d. It is
// fitted by least squares to all but the largest ratios, a share of Discard, which
// come from where density varies. What an embedder did does not matter; it counts
// as embedding dimensions what the rows need, not what they were given.
//
// The smallest neighbourhoods of all have the least bias from curvature and density,
// and feel noise most: the view intrinsic draws what comes at other scales.
//
// The interval is how far other rows of the same set would move the estimate: see
// [dimension.Rows]. Above five dimensions or so estimates are too low by more than
// that, unless rows are very many. Rows at no distance from another count once,
// which is remarked on, and so is that many have two nearest equally far, as on
// grids: estimates are then not to be relied on.
//
// Cost: the search for neighbours, O(n log n) in few columns and O(n²d) in many,
// which embedders that ask for neighbours share; O(nd) memory. Deterministic.
// Failures: an *engine.Error for fewer than 10 different rows, columns that are no
// numbers, and a lattice.
//
// Citation: Facco, d'Errico, Rodriguez, Laio 2017, "Estimating the intrinsic dimension
// of datasets by a minimal neighborhood information", doi:10.1038/s41598-017-11873-y.
type TwoNN struct {
	Discard float64 // the share of rows with the largest ratios that the line leaves out
}

// Params declares the parameters.
func (m *TwoNN) Params(p *engine.Params) {
	p.Float(&m.Discard, "discard", 0.1, engine.From(0, 1), "share of rows, of the largest ratios, that the line leaves out")
}

// Score fits the line.
func (m *TwoNN) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	rows, err := dimension.Find(ctx, r.Train, 2)
	if err != nil {
		return engine.Score{}, err
	}
	remarkCopies(ctx, rows)
	const many = 0.1
	if tied := rows.Tied(); tied > many {
		engine.Remark(ctx, "%.0f %% of the rows have two nearest that are equally far, as on a grid: such rows tell no dimension", 100*tied)
	}
	estimate, err := rows.TwoNN(ctx, m.Discard)
	return dimensionScore("twonn", estimate), err
}

// remarkCopies says which rows an estimate has left out.
func remarkCopies(ctx context.Context, rows *dimension.Rows) {
	if rows.Copies > 0 {
		engine.Remark(ctx, "%d of %d rows are at no distance from another, and count once with it", rows.Copies, rows.Copies+rows.Len())
	}
}

// dimensionScore is the score of an estimated dimension.
func dimensionScore(name string, e dimension.Estimate) engine.Score {
	return engine.Score{Name: name, Value: e.Value, Low: e.Low, High: e.High, Bounded: true, Better: engine.Neither}
}
