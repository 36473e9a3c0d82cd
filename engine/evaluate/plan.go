package evaluate

import (
	"context"
	"unfold/engine"
	"unfold/engine/internal/content"
)

// A Plan is what a pipeline would do.
type Plan struct {
	Pipeline engine.Pipeline // with the protocol that the catalogue adds
	Table    *engine.Table   // the rows, after selectors
	Folds    []engine.Fold   // those of the protocol
	Final    *engine.Fold    // one more, which learns from all labelled rows and predicts the others; nil without
	Tuning   *engine.Tuning  // how candidates would be chosen, nothing chosen yet; nil if there are none
	Choosing engine.Choosing
	Workload Workload
	Forecast Forecast
	Kept     []int // by step: the folds that find it done already (see [memo.Memo]), as far as it is the same for every setting
	Notes    []engine.Note
}

// NewPlan tells what Run would do, as far as its rows tell. It loads them, divides
// them, and learns nothing. Where that fails, the plan is as far as it came.
func NewPlan(ctx context.Context, p engine.Pipeline, env Environment) (*Plan, error) {
	plan := &Plan{Pipeline: p}
	if err := Check(p); err != nil {
		return plan, err
	}
	e := newEvaluation(p, env)
	ctx = env.Context(ctx)
	plan.Pipeline = engine.Pipeline{Steps: e.steps}
	err := e.load(ctx)
	plan.Table = e.table
	if err != nil {
		return plan, err
	}
	if e.folds, err = e.split(ctx); err != nil {
		return plan, err
	}
	plan.Folds, plan.Kept = e.divided(), e.countKept()
	if e.final != unnamed {
		plan.Final = &e.folds[e.final]
	}
	sw, err := e.prepareSweep(ctx, e.folds)
	if err != nil {
		return plan, err
	}
	if sw != nil {
		plan.Tuning, plan.Choosing = sw.tuning, sw.choosing
	}
	plan.Workload = e.workload(e.folds, sw)
	plan.Forecast = e.forecast(e.folds, plan.Workload)
	plan.Notes = e.report.Notes
	return plan, nil
}

// countKept counts, by step, the folds whose state after it the memo holds.
func (e *evaluation) countKept() []int {
	counts := make([]int, len(e.steps))
	if e.env.Memo == nil {
		return counts
	}
	e.tableKey = content.Table(e.table)
	first := engine.Pipeline{Steps: e.steps}.Setting(0)
	for _, f := range e.divided() {
		known := e.prefixOf(first, f)
		for at, s := range e.steps {
			if len(s.Choices) > 0 {
				break
			}
			if key, ok := known.keys[at]; ok && e.env.Memo.Has(key, afterStep{}) {
				counts[at]++
			}
		}
	}
	return counts
}

// workload is what the folds ask for; without a sweep, one pass each.
func (e *evaluation) workload(folds []engine.Fold, sw *sweep) Workload {
	inner := 1
	if sw != nil {
		inner = len(sw.foldChoices[0].inner)
	}
	return WorkloadOf(engine.Pipeline{Steps: e.steps}, len(folds), inner)
}

// forecast is what the work is expected to take.
func (e *evaluation) forecast(folds []engine.Fold, w Workload) Forecast {
	return forecast(engine.Pipeline{Steps: e.steps}, w, presentIn(folds), len(e.table.Columns), e.env.Rates.rate)
}

// correctRates lets the rates learn from what the steps took.
func (e *evaluation) correctRates(folds []engine.Fold) {
	costs := make([]engine.Cost, len(e.report.Steps))
	for i, s := range e.report.Steps {
		costs[i] = s.Cost
	}
	e.env.Rates.update(engine.Pipeline{Steps: e.steps}, e.workload(folds, e.sweep), presentIn(folds), len(e.table.Columns), costs)
}
