package enginetest

import "unfold/engine"

// toyTuning is what three folds chose between the candidates of so many
// parameters, by two inner folds each: scores that rise with the numbers of
// the candidates and differ between folds.
func toyTuning(parameters int) *engine.Tuning {
	t := &engine.Tuning{Measure: "accuracy", Rule: engine.BestRule, Inner: "cv(2)", Candidates: []engine.Candidates{
		{Step: 1, Stage: "krr", Param: "lambda", Values: []any{1e-4, 1e-2, 1.0}, Texts: []string{"0.0001", "0.01", "1"}},
		{Step: 2, Stage: "isomap", Param: "k", Values: []any{5, 10}, Texts: []string{"5", "10"}},
		{Step: 3, Stage: "svm", Param: "kernel", Values: []any{"poly", "rbf"}, Texts: []string{"poly", "rbf"}},
	}[:parameters]}
	for fold := range 3 {
		c := engine.Chosen{Setting: (1 + fold) % t.Settings(), Outer: 0.7 + float64(0.05*float64(fold)), Failed: make([]string, t.Settings())}
		for setting := range t.Settings() {
			score := 0.6 + float64(0.02*float64(setting)) + float64(0.01*float64(fold))
			c.Scores = append(c.Scores, []float64{score, score + 0.03})
		}
		t.Chosen = append(t.Chosen, c)
	}
	return t
}

// parametersOf is how many parameters a measure or view with these needs wants
// candidates for.
func parametersOf(needs engine.Need) int {
	switch {
	case needs&engine.NeedTwoVaried != 0:
		return 2
	case needs&engine.NeedManyVaried != 0:
		return 3
	}
	return 1
}

// toyPermutation is how a run did under labels dealt anew.
func toyPermutation(run *engine.Run) *engine.Permutation {
	return &engine.Permutation{Measure: "accuracy", Real: 0.9, Scores: []float64{0.4, 0.5, 0.45, 0.6}, P: 0.2, Run: run}
}
