package engine

import "unfold/engine/internal/moments"

// A Permutation holds the score of a pipeline against those of the same
// pipeline on the same folds with labels dealt anew: what it scores where
// nothing can be learned (Ojala, Garriga 2010, "Permutation tests for studying
// classifier performance", Journal of Machine Learning Research 11).
type Permutation struct {
	Measure string
	Better  Direction
	Real    float64   // the mean over the folds, with the labels that rows have
	Scores  []float64 // the mean over the folds, of each deal
	P       float64   // (1 + deals at least as good) / (1 + deals)
	Run     *Run      // the first fold of the first deal, to be drawn beside a real one
}

// placed reports whether there is an embedding of a deal to look at.
func (p *Permutation) placed() bool {
	return p != nil && p.Run != nil && p.Run.Embedding != nil && p.Run.Embedding.Y != nil
}

// permutation sums up the folds whose labels were dealt anew; nil if there are
// none, or if nothing scores them.
func (e *evaluation) permutation(all []passed) *Permutation {
	by, ok := e.choosesBy()
	deals := 0
	for _, f := range e.folds {
		deals = max(deals, f.Deal)
	}
	if !ok || deals == 0 {
		return nil
	}
	p := &Permutation{Measure: e.measures[by].Name()}
	scores := make([][]float64, deals+1)
	for i, f := range e.folds {
		score := all[i].scores[by]
		if score == nil {
			continue
		}
		p.Better = score.Better
		scores[f.Deal] = append(scores[f.Deal], score.Value)
		if f.Deal > 0 && p.Run == nil {
			p.Run = all[i].run
		}
	}
	p.Real = moments.Mean(scores[0])
	asGood := 0
	for _, of := range scores[1:] {
		mean := moments.Mean(of)
		p.Scores = append(p.Scores, mean)
		if p.Better.order(p.Real, mean) >= 0 {
			asGood++
		}
	}
	p.P = float64(1+asGood) / float64(1+deals)
	return p
}
