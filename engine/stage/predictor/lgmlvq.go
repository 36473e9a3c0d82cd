package predictor

import (
	"context"

	"unfold/engine"
	"unfold/engine/fit/prototype"
)

func init() {
	declare(engine.Stage{
		Name:     "lgmlvq",
		Summary:  "learns prototypes, and a matrix of distances for each of them",
		Formula:  "min Σ Φ((d⁺ − d⁻)/(d⁺ + d⁻)),  d_k(x) = ‖Ω_k(x − w_k)‖²,  ‖Ω_k‖_F = 1",
		Citation: "Schneider, Biehl, Hammer 2009, doi:10.1162/neco.2009.11-08-908",
		Examples: []string{`load | lgmlvq`, `load | sample(200) | lgmlvq(penalty=0.001)`},
		Mixed:    true,
	}, func() *LGMLVQ { return new(LGMLVQ) })
}

// LGMLVQ gives each row the class of the nearest of a few prototypes w_k, each of which
// weighs columns in its own way, so that borders between classes are curved: it
// minimises
//
//	1/n Σ_i Φ(μ_i) − η/P Σ_k ln det(Ω_kΩ_kᵀ),  μ_i = (d⁺ − d⁻)/(d⁺ + d⁻),  d_k(x) = ‖Ω_k(x − w_k)‖²,
//
// over prototypes and d×d matrices Ω_k with ‖Ω_k‖_F = 1, P of either, as [GMLVQ] does
// over one matrix. Many numbers are learned: rows that are few for them are fitted
// too closely, which the penalty η restrains.
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
// Cost: P products of n×d by d×d for each of one or two evaluations an iteration, P
// being the number of prototypes, and a fraction of that again; the coded rows, 8nd
// bytes, and some thirty d×d matrices for each prototype. Prediction takes O(Pd²) a row.
//
// Failures: an *engine.Error for a response, one class, a class of fewer rows than it
// is to have prototypes, cells that are infinite, and where no column tells rows
// apart. Columns without a value are left out, with a note; where the search
// ends while the cost still falls by more than a hundredth, a note says so.
//
// Determinism: starts draw from the seed. Of equally near prototypes the first one
// is taken; a row without any cell has the class of most training rows.
//
// Citation: Schneider, Biehl, Hammer 2009, doi:10.1162/neco.2009.11-08-908.
// Deviation: that of [GMLVQ].
type LGMLVQ struct {
	Quantisation
	Penalty float64 // η
}

// Params declares the parameters.
func (m *LGMLVQ) Params(p *engine.Params) {
	m.Quantisation.Params(p)
	p.Float(&m.Penalty, "penalty", 0, engine.AtLeast(0), "of matrices that lose directions").Simpler(engine.Larger)
}

// Learn finds the prototypes.
func (m *LGMLVQ) Learn(ctx context.Context, s engine.Sample) (engine.Predictor, error) {
	return learnPrototypes(ctx, s, m.search())
}

// search says what is learned.
func (m *LGMLVQ) search() prototype.Settings {
	s := m.settings(prototype.Full)
	s.Local, s.Penalty = true, m.Penalty
	return s
}
