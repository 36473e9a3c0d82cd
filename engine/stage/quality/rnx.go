package quality

import (
	"context"

	"unfold/engine"
	"unfold/engine/graph/rank"
)

func init() {
	declare(engine.Stage{
		Name:     "rnx",
		Summary:  "is how much of all neighbourhoods is kept beyond chance, small ones first",
		Formula:  "Σ_k R_NX(k)/k / Σ_k 1/k,  R_NX(k) = ((n−1) Q_NX(k) − k) / (n−1−k)",
		Citation: "Lee, Peluffo-Ordóñez, Verleysen 2015, doi:10.1016/j.neucom.2014.12.095",
		Examples: []string{`swissroll(n=400) | isomap(k=10) | rnx`},
		Needs:    engine.NeedEmbedding,
		Rank:     250,
	}, func() *RNX { return new(RNX) })
}

// RNX is the area under R_NX over the logarithm of the neighbourhood,
//
//	Σ_k R_NX(k)/k / Σ_k 1/k  for k = 1, ..., n−2,
//	R_NX(k) = ((n−1) Q_NX(k) − k) / (n−1−k),
//
// where Q_NX(k) is the share of its k neighbours that a row keeps (QNX). 1
// keeps every neighbourhood, 0 is what rows placed at random have. No k has to
// be chosen: all scales count alike, by the factors between them. The view
// ranks shows the curve.
//
// It is NaN for fewer than 3 rows. Beyond some 10,000 rows, fewer where they
// have many columns, a sample of them is compared with all others.
//
// It fails, with an *engine.Error, where a distance is not finite.
//
// Cost: O(n²(d + dim)) time, O(n(d + dim)) memory.
//
// Citation: Lee, Peluffo-Ordóñez, Verleysen 2015,
// doi:10.1016/j.neucom.2014.12.095.
type RNX struct{}

// Params declares that there are none.
func (*RNX) Params(*engine.Params) {}

// Score adds up the curve.
func (*RNX) Score(ctx context.Context, r *engine.Run) (engine.Score, error) {
	n, _ := r.Train.X.Dims()
	a, err := rankAgreement(ctx, r, n, n-2)
	return engine.Score{Name: "rnx", Value: lastOfCurve(a, func(a *rank.Agreement, _ int) float64 { return a.AUC() })}, err
}
