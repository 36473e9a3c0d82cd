package enginetest

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/evaluate"
)

// toyReport is a report of the table that has everything a measure or view may
// look at: rows placed, mapped and predicted by the toys, the last by the learner.
func toyReport(t *testing.T, table *engine.Table, learner engine.Learner, steps ...any) *engine.Report {
	t.Helper()
	r, err := evaluate.Run(t.Context(), sentence(table, append(steps, keep{}, follow{}, learner)...), evaluate.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// reportFor makes a report on n rows that meets the needs.
func reportFor(t *testing.T, needs engine.Need, n int, steps ...any) *engine.Report {
	t.Helper()
	problem := Blobs(n)
	if needs&engine.NeedResponse != 0 {
		problem = Roll(n)
	}
	learner := engine.Learner(guess{})
	if needs&engine.NeedTree != 0 {
		learner = divide{}
	}
	if needs&engine.NeedBagged != 0 {
		learner = bag{}
	}
	if needs&(engine.NeedPrototypes|engine.NeedRelevances) != 0 {
		learner = stand{}
	}
	if needs&engine.NeedFolds != 0 {
		steps = []any{leave{}}
	}
	problem.Table.Aside = engine.Aside{X: mat.DenseCopyOf(problem.Table.X), Columns: problem.Table.Columns}
	r := toyReport(t, problem.Table, learner, steps...)
	if needs&engine.NeedKStatistic != 0 {
		r.Runs[0].Embedding.KStatistic = &engine.KStatistic{K: []int{3, 4, 5}, T: []float64{0.2, 0.3, -0.1}, Coverage: []float64{0.5, 0.9, 1}, Components: []int{4, 2, 1}, Chosen: 1}
	}
	if needs&engine.NeedProof != 0 {
		r.Runs[0].Embedding.Proof = &engine.Proof{Gap: 1e-5, Certificate: -1e-6, Certified: true}
	}
	if needs&engine.NeedUnits != 0 {
		r.Runs[0].Embedding.Units = toyUnits(len(r.Runs[0].Train.Rows))
	}
	if needs&engine.NeedLosses != 0 {
		r.Runs[0].Embedding.Losses = &engine.Losses{Values: []float64{1, 0.5, 0.4}, Step: "epoch"}
	}
	if needs&engine.NeedTuning != 0 {
		r.Tuning = toyTuning(parametersOf(needs))
	}
	if needs&engine.NeedPermutation != 0 {
		r.Permutation = toyPermutation(r.Runs[0])
	}
	return r
}

// toyUnits is a grid of two by two, with the first row of n in the first unit and the
// others in the last.
func toyUnits(n int) *engine.Units {
	u := &engine.Units{Width: 2, Height: 2, Places: mat.NewDense(4, 2, []float64{0, 0, 1, 0, 0, 1, 1, 1}), Weights: mat.NewDense(4, 2, []float64{0, 0, 3, 4, 0, 2, 3, 6}), Rows: make([]int, n)}
	for i := 1; i < n; i++ {
		u.Rows[i] = 3
	}
	return u
}
