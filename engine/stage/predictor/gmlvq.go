package predictor

import (
	"context"

	"unfold/engine"
	"unfold/engine/fit/prototype"
)

func init() {
	declare(engine.Stage{
		Name:     "gmlvq",
		Summary:  "learns prototypes, and the matrix of the distances to them",
		Formula:  "min Σ Φ((d⁺ − d⁻)/(d⁺ + d⁻)),  d_k(x) = ‖Ω(x − w_k)‖²,  ‖Ω‖_F = 1",
		Citation: "Schneider, Biehl, Hammer 2009, doi:10.1162/neco.2009.11-08-908",
		Examples: []string{`load | gmlvq`, `load | cv(5) | gmlvq(prototypes=[1, 2])`},
		Mixed:    true,
	}, func() *GMLVQ { return new(GMLVQ) })
}

// GMLVQ gives each row the class of the nearest of a few prototypes w_k, by a distance
// that weighs columns and pairs of columns: it minimises
//
//	1/n Σ_i Φ(μ_i) − η ln det(ΩΩᵀ),  μ_i = (d⁺ − d⁻)/(d⁺ + d⁻),  d_k(x) = ‖Ω(x − w_k)‖²,
//
// over prototypes and a d×d matrix Ω with ‖Ω‖_F = 1, as [GLVQ] does over prototypes.
// Λ = ΩᵀΩ has trace 1: the view relevance draws its diagonal, relevances all of it.
// Left alone, Λ tends to few directions; the penalty η keeps all of them (Schneider,
// Bunte, Stiekema, Hammer, Villmann, Biehl 2010, doi:10.1109/TNN.2010.2042729).
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
// Cost: two products of n×d by d×d and O(nPd) for each of one or two evaluations an
// iteration, P being the number of prototypes; the coded rows, 8nd bytes, and some
// thirty d×d matrices. Prediction takes O(Pd²) a row.
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
// Deviation: Ω = V/‖V‖_F of a free V, so that no step has to normalise it; the search
// is that of [GLVQ], from Λ = I/d.
type GMLVQ struct {
	Quantisation
	Penalty float64 // η
}

// Params declares the parameters.
func (m *GMLVQ) Params(p *engine.Params) {
	m.Quantisation.Params(p)
	p.Float(&m.Penalty, "penalty", 0, engine.AtLeast(0), "of matrices that lose directions").Simpler(engine.Larger)
}

// Learn finds the prototypes.
func (m *GMLVQ) Learn(ctx context.Context, s engine.Sample) (engine.Predictor, error) {
	return learnPrototypes(ctx, s, m.search())
}

// search says what is learned.
func (m *GMLVQ) search() prototype.Settings {
	s := m.settings(prototype.Full)
	s.Penalty = m.Penalty
	return s
}
