package evaluate

import (
	"unfold/engine"
	"unfold/engine/internal/moments"
)

// permutation sums up the folds whose labels were dealt anew; nil if there are
// none, or if nothing scores them.
func (e *evaluation) permutation(all []outcome) *engine.Permutation {
	by, ok := e.selectionMeasure()
	deals := 0
	for _, f := range e.divided() {
		deals = max(deals, f.Deal)
	}
	if !ok || deals == 0 {
		if deals > 0 {
			e.note(engine.Note{Stage: e.steps[e.protocol].Name(), Text: "no measure named here depends on labels, so nothing compares how they were dealt"})
		}
		return nil
	}
	p := &engine.Permutation{Measure: e.measures[by].Name()}
	scores := make([][]float64, deals+1)
	for i, f := range e.divided() {
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
		if compare(p.Better, p.Real, mean) >= 0 {
			asGood++
		}
	}
	p.P = float64(1+asGood) / float64(1+deals)
	return p
}
