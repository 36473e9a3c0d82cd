package evaluate_test

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/internal/memory"
	"unfold/engine/memo"
)

// TestEnvironmentsShareNothing runs the same pipeline in two environments: neither
// finds what the other left, and a claim for memory in one empties its memo alone.
func TestEnvironmentsShareNothing(t *testing.T) {
	p := engine.Pipe(&cloud{N: 60}, &turns{K: 3, Within: 4}, &stretch{By: 2}, &vote{K: 1}, &share{})
	environment := func() evaluate.Environment {
		return evaluate.Environment{Memo: memo.New(memo.Unlimited), Free: func() (uint64, bool) { return 1 << 30, true }}
	}
	one, other := environment(), environment()
	for _, env := range []evaluate.Environment{one, other} {
		r, err := evaluate.Run(t.Context(), p, env)
		if err != nil {
			t.Fatal(err)
		}
		if r.Steps[2].Kept != 0 {
			t.Errorf("%d folds were found in another environment", r.Steps[2].Kept)
		}
	}
	held := other.Memo.Stats()
	if err := memory.Claim(one.Context(t.Context()), 1<<40, "a matrix", nil); err == nil {
		t.Error("what is not there is granted")
	}
	if one.Memo.Stats().Values != 0 || other.Memo.Stats() != held || held.Values == 0 {
		t.Errorf("after a claim in one environment it keeps %+v, the other %+v", one.Memo.Stats(), other.Memo.Stats())
	}
}

// TestFitsTakesNothing asks whether memory is there, which empties no memo.
func TestFitsTakesNothing(t *testing.T) {
	kept := memo.New(memo.Unlimited)
	kept.Keep(memo.Unique(), "rows", mat.NewDense(10, 10, nil), false)
	env := evaluate.Environment{Memo: kept, Free: func() (uint64, bool) { return 1 << 20, true }}
	ctx := env.Context(t.Context())
	if !memory.Fits(ctx, 1<<20) || memory.Fits(ctx, 1<<21) {
		t.Error("what fits is told wrongly")
	}
	if kept.Stats().Values != 1 {
		t.Error("to ask empties the memo")
	}
}
