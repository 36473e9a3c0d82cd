package predictor

import (
	"context"

	"unfold/engine"
	"unfold/engine/fit/prototype"
)

func init() {
	declare(engine.Stage{
		Name:     "grlvq",
		Summary:  "learns prototypes, and how much each column weighs in distances to them",
		Formula:  "min Σ Φ((d⁺ − d⁻)/(d⁺ + d⁻)),  d_k(x) = Σ_j λ_j (x_j − w_kj)²,  Σ λ = 1",
		Citation: "Hammer, Villmann 2002, doi:10.1016/S0893-6080(02)00079-5",
		Examples: []string{`load | grlvq`, `waveform(n=300) | grlvq(prototypes=2)`},
		Mixed:    true,
	}, func() *GRLVQ { return new(GRLVQ) })
}

// GRLVQ gives each row the class of the nearest of a few prototypes w_k, by distances
// in which columns weigh what helps: with relevances λ_j ≥ 0 of sum 1, it minimises
//
//	Σ_i Φ(μ_i),  μ_i = (d⁺ − d⁻)/(d⁺ + d⁻),  d_k(x) = Σ_j λ_j (x_j − w_kj)²,
//
// over prototypes and relevances, as [GLVQ] does over prototypes. The view relevance
// draws λ.
//
// Shapes: X n×d, of which columns may be categorical and cells missing, labels n →
// one class number a row.
//
// Units: columns of numbers are standardised; a column of levels is an indicator for
// each level, which together have variance 1. A row that lacks cells is compared in
// the columns that it has (Dixon 1979, doi:10.1109/TSMC.1979.4310090); since the cost
// and the nearest prototype depend on ratios of distances alone, they need no
// correction for how many there are.
//
// Cost: O(nPd) for each of one or two evaluations an iteration, P being the number of
// prototypes; the coded rows, 8nd bytes. Prediction takes O(Pd) a row.
//
// Failures: an *engine.Error for a response, one class, a class of fewer rows than it
// is to have prototypes, cells that are infinite, and where no column tells rows
// apart. Columns without a value are left out, with a note; where the search
// ends while the cost still falls by more than a hundredth, a note says so.
//
// Determinism: starts draw from the seed. Of equally near prototypes the first one
// is taken; a row without any cell has the class of most training rows.
//
// Citation: Hammer, Villmann 2002, doi:10.1016/S0893-6080(02)00079-5. Deviation: λ_j =
// v_j²/‖v‖² of free v, so that no step has to put λ back onto its simplex; the search
// is that of [GLVQ].
type GRLVQ struct {
	Quantisation
}

// Learn finds the prototypes.
func (m *GRLVQ) Learn(ctx context.Context, s engine.Sample) (engine.Predictor, error) {
	return learnPrototypes(ctx, s, m.search())
}

// search says what is learned.
func (m *GRLVQ) search() prototype.Settings { return m.settings(prototype.Diagonal) }
