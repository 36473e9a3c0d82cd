package predictor

import (
	"context"

	"unfold/engine"
	"unfold/engine/fit/prototype"
)

func init() {
	declare(engine.Stage{
		Name:     "glvq",
		Summary:  "puts prototypes where their own class is near and others are far",
		Formula:  "min Σ Φ((d⁺ − d⁻)/(d⁺ + d⁻)),  d_k(x) = ‖x − w_k‖²",
		Citation: "Sato, Yamada 1995, Generalized learning vector quantization, NIPS 8; in context: Biehl, Hammer, Villmann 2016, doi:10.1002/wcs.1378",
		Examples: []string{`load | glvq`, `waveform(n=300) | lda | glvq(prototypes=2)`},
		Mixed:    true,
	}, func() *GLVQ { return new(GLVQ) })
}

// GLVQ gives each row the class of the nearest of a few prototypes w_k, which are put
// where they minimise
//
//	Σ_i Φ(μ_i),  μ_i = (d⁺ − d⁻)/(d⁺ + d⁻),  d_k(x) = ‖x − w_k‖²,
//
// d⁺ being the squared distance of row i to the nearest prototype of its class, and d⁻
// that to the nearest of the others. μ is below zero for a row that is right; Φ(μ) =
// 1/(1 + exp(−βμ)), which looks at rows near borders more than at others, or μ itself.
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
// Citation: Sato, Yamada 1995, Generalized learning vector quantization, NIPS 8; in
// context: Biehl, Hammer, Villmann 2016, doi:10.1002/wcs.1378.
// Deviation: the cost is minimised over all rows at once, by limited-memory BFGS from
// class means, or the means of groups within classes, where the paper steps from row
// to row: there is no rate of learning to choose.
type GLVQ struct {
	Quantisation
}

// Learn finds the prototypes.
func (m *GLVQ) Learn(ctx context.Context, s engine.Sample) (engine.Predictor, error) {
	return learnPrototypes(ctx, s, m.search())
}

// search says what is learned.
func (m *GLVQ) search() prototype.Settings { return m.settings(prototype.Identity) }
