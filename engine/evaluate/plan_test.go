package evaluate_test

import (
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/evaluate"
)

// TestPlanIsWhatRunDoes holds the plan of a sweep against its run.
func TestPlanIsWhatRunDoes(t *testing.T) {
	p := tuned(t, &turns{K: 3, Within: 4})
	plan, err := evaluate.NewPlan(t.Context(), p, here)
	if err != nil {
		t.Fatal(err)
	}
	var rates evaluate.Rates
	r, err := evaluate.Run(t.Context(), p, evaluate.Environment{Rates: &rates, Free: unknown})
	if err != nil {
		t.Fatal(err)
	}
	if plan.Table.Len() != r.Table.Len() || len(plan.Folds) != len(r.Runs) || plan.Tuning.Inner != r.Tuning.Inner || plan.Tuning.Settings() != 12 || plan.Workload.Inner != 4 {
		t.Errorf("%d folds, %+v", len(plan.Folds), plan.Workload)
	}
	if got := plan.Workload.String(); !strings.Contains(got, "12 settings × 3 folds × 4 inner folds") {
		t.Errorf("%s", got)
	}
	if len(plan.Forecast.Steps) != len(plan.Workload.Steps) || len(plan.Forecast.Unknown()) == 0 {
		t.Errorf("%+v", plan.Forecast)
	}
}

// TestPlanTellsWhatIsKept asks after a run that began alike.
func TestPlanTellsWhatIsKept(t *testing.T) {
	ctx := keeping(t.Context(), evaluate.NewMemo())
	run := engine.Pipe(&cloud{N: 60}, &turns{K: 3, Within: 2}, &stretch{By: 1}, &vote{K: 1}, &share{})
	if plan, err := evaluate.NewPlan(ctx, run, of(ctx)); err != nil || plan.Kept[2] != 0 {
		t.Fatalf("%v, %v are kept before any run", err, plan.Kept)
	}
	if _, err := evaluate.Run(ctx, run, of(ctx)); err != nil {
		t.Fatal(err)
	}
	other := engine.Pipe(&cloud{N: 60}, &turns{K: 3, Within: 2}, &stretch{By: 1}, &vote{K: 5}, &share{})
	plan, err := evaluate.NewPlan(ctx, other, of(ctx))
	if err != nil || plan.Kept[2] != 3 || plan.Kept[3] != 0 {
		t.Errorf("%v, %v are kept", err, plan.Kept)
	}
}

// TestPlanGoesAsFarAsItCan tells of rows that cannot be divided.
func TestPlanGoesAsFarAsItCan(t *testing.T) {
	plan, err := evaluate.NewPlan(t.Context(), engine.Pipe(&cloud{N: 3}, &stretch{By: 1}, &vote{K: 1}, &share{}), here)
	if err != nil || plan.Tuning != nil || len(plan.Folds) != 1 || plan.Workload.Settings != 1 {
		t.Errorf("%v, %+v", err, plan)
	}
	plan, err = evaluate.NewPlan(t.Context(), engine.Pipe(&stretch{By: 1}), here)
	if err == nil || plan.Table != nil || len(plan.Pipeline.Steps) != 1 {
		t.Errorf("%v, %+v", err, plan)
	}
}
