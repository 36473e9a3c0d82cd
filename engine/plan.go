package engine

import "context"

// A Plan is what a pipeline would do.
type Plan struct {
	Pipeline Pipeline // with the protocol that the catalogue adds
	Table    *Table   // the rows, after selectors
	Folds    []Fold
	Tuning   *Tuning // how candidates would be chosen, nothing chosen yet; nil if there are none
	Choosing Choosing
	Workload Workload
	Forecast Forecast
	Kept     []int // by step: the folds that find it done already (see [Store]), as far as it is the same for every setting
	Notes    []Note
}

// Plan tells what Run would do, as far as its rows tell. It loads them, divides
// them, and learns nothing. Where that fails, the plan is as far as it came.
func (p Pipeline) Plan(ctx context.Context, c *Catalogue) (*Plan, error) {
	plan := &Plan{Pipeline: p}
	if err := p.Check(); err != nil {
		return plan, err
	}
	e := newEvaluation(p, c)
	plan.Pipeline = Pipeline{Steps: e.steps}
	err := e.load(ctx)
	plan.Table = e.table
	if err != nil {
		return plan, err
	}
	if e.folds, err = e.split(ctx); err != nil {
		return plan, err
	}
	plan.Folds, plan.Kept = e.folds, e.found(ctx)
	sw, err := e.prepareSweep(ctx, plan.Folds)
	if err != nil {
		return plan, err
	}
	if sw != nil {
		plan.Tuning, plan.Choosing = sw.tuning, sw.choosing
	}
	plan.Workload = e.workload(plan.Folds, sw)
	plan.Forecast = e.forecast(ctx, plan.Folds, plan.Workload)
	plan.Notes = e.report.Notes
	return plan, nil
}

// found counts, by step, the folds that the store of ctx has behind it.
func (e *evaluation) found(ctx context.Context) []int {
	counts := make([]int, len(e.steps))
	if e.store = storeOf(ctx); e.store == nil {
		return counts
	}
	e.whole = e.table.content()
	first := Pipeline{Steps: e.steps}.Setting(0)
	for _, f := range e.folds {
		t := e.trail(first, f)
		for at, s := range e.steps {
			if len(s.Choices) > 0 {
				break
			}
			if key, ok := t.keys[at]; ok && e.store.has(key) {
				counts[at]++
			}
		}
	}
	return counts
}

// workload is what the folds ask for; without a sweep, one pass each.
func (e *evaluation) workload(folds []Fold, sw *sweep) Workload {
	inner := 1
	if sw != nil {
		inner = len(sw.contests[0].inner)
	}
	return Pipeline{Steps: e.steps}.Workload(len(folds), inner)
}

// forecast is what the work is expected to take.
func (e *evaluation) forecast(ctx context.Context, folds []Fold, w Workload) Forecast {
	return Pipeline{Steps: e.steps}.Forecast(ctx, w, training(folds), len(e.table.Columns))
}

// settle lets the rates of ctx learn from what the steps took.
func (e *evaluation) settle(ctx context.Context, folds []Fold) {
	rates, _ := ctx.Value(ratesKey{}).(*Rates)
	costs := make([]Cost, len(e.report.Steps))
	for i, s := range e.report.Steps {
		costs[i] = s.Cost
	}
	rates.settle(Pipeline{Steps: e.steps}, e.workload(folds, e.sweep), training(folds), len(e.table.Columns), costs)
}

// training is how many rows a fold learns from, in the mean.
func training(folds []Fold) int {
	rows := 0
	for _, f := range folds {
		rows += len(f.Train)
	}
	return rows / max(1, len(folds))
}
