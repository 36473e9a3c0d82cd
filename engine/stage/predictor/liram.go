package predictor

import (
	"context"

	"unfold/engine"
	"unfold/engine/fit/prototype"
)

func init() {
	declare(engine.Stage{
		Name:     "liram",
		Summary:  "learns prototypes, and matrices of distances of limited rank",
		Formula:  "min Σ Φ((d⁺ − d⁻)/(d⁺ + d⁻)) − η ln det(ΩΩᵀ),  d_k(x) = ‖Ω_k(x − w_k)‖²,  Ω_k rank×d, ‖Ω_k‖_F = 1",
		Citation: "Bunte, Schneider, Hammer, Schleif, Villmann, Biehl 2012, doi:10.1016/j.neunet.2011.10.001",
		Examples: []string{`load | liram(rank=2)`, `load | sample(200) | liram(rank=3, matrices="one")`},
		Mixed:    true,
	}, func() *LiRaM { return new(LiRaM) })
}

// LiRaM, limited rank matrix learning vector quantisation, gives each row the class of
// the nearest of a few prototypes w_k, by distances in few directions: it minimises
//
//	1/n Σ_i Φ(μ_i) − η/P Σ_k ln det(Ω_kΩ_kᵀ),  μ_i = (d⁺ − d⁻)/(d⁺ + d⁻),  d_k(x) = ‖Ω_k(x − w_k)‖²,
//
// over P prototypes and as many rank×d matrices Ω_k with ‖Ω_k‖_F = 1, or one that all
// share. The penalty η keeps the rank from falling further. Distances of a row take
// rank numbers for each prototype, and the images Ω_k(x − w_k) are coordinates about it.
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
// Cost: P products of n×d by d×rank for each of one or two evaluations an iteration,
// and a fraction of that again; the coded rows, 8nd bytes, and some thirty matrices
// for each prototype. Prediction takes O(P d rank) a row.
//
// Failures: an *engine.Error for a response, one class, a class of fewer rows than it
// is to have prototypes, cells that are infinite, and where no column tells rows
// apart, and for a rank above the number of columns. Columns without a value are left out, with a note; where the search
// ends while the cost still falls by more than a hundredth, a note says so.
//
// Determinism: starts draw from the seed. Of equally near prototypes the first one
// is taken; a row without any cell has the class of most training rows.
//
// Citation: Bunte, Schneider, Hammer, Schleif, Villmann, Biehl 2012,
// doi:10.1016/j.neunet.2011.10.001. Deviation: that of [GMLVQ]; matrices start from
// the main directions of all rows.
type LiRaM struct {
	Quantisation
	Rank     int     // rows of matrices; engine.Auto is ten, or the columns if they are fewer
	Matrices string  // "each" or "one"
	Penalty  float64 // η
}

// Params declares the parameters.
func (m *LiRaM) Params(p *engine.Params) {
	m.Quantisation.Params(p)
	p.Int(&m.Rank, "rank", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "directions of distances; auto is ten, or the columns if they are fewer").Simpler(engine.Smaller)
	p.Text(&m.Matrices, "matrices", "each", engine.OneOf("each", "one"), "each prototype has a matrix, or one serves all")
	p.Float(&m.Penalty, "penalty", 1e-3, engine.AtLeast(0), "of matrices that lose directions").Simpler(engine.Larger)
}

// Learn finds the prototypes.
func (m *LiRaM) Learn(ctx context.Context, s engine.Sample) (engine.Predictor, error) {
	return learnPrototypes(ctx, s, m.search())
}

// search says what is learned.
func (m *LiRaM) search() prototype.Settings {
	s := m.settings(prototype.Full)
	s.Rank, s.Most, s.Local, s.Penalty = m.Rank, 10, m.Matrices == "each", m.Penalty
	return s
}
