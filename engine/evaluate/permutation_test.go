package evaluate_test

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"testing"

	"unfold/engine"
)

func TestDealsAreScoredAside(t *testing.T) {
	for _, procs := range []int{1, 2} {
		atOnce(t, procs)
		plain := engine.Pipe(&cloud{N: 60}, &turns{K: 3, Within: 4}, &vote{K: 5}, &share{})
		dealt := engine.Pipe(&cloud{N: 60}, &turns{K: 3, Within: 4, Deals: 9}, &vote{K: 5}, &share{})
		want, got := run(t, t.Context(), plain), run(t, t.Context(), dealt)
		sameReport(t, "beside deals", got, want)
		p := got.Permutation
		if len(got.Runs) != 3 || p == nil || len(p.Scores) != 9 || p.Measure != "share" || p.Real != got.Scores[0].Mean {
			t.Fatalf("%d runs, permutation %+v", len(got.Runs), p)
		}
		asGood := 0
		for _, s := range p.Scores {
			if s >= p.Real {
				asGood++
			}
		}
		if want := float64(1+asGood) / 10; p.P != want {
			t.Errorf("p = %v, want %v", p.P, want)
		}
		// The deals by hand: the labels of other rows.
		table, _ := (&cloud{N: 60}).Load(t.Context())
		folds, _ := (&turns{K: 3, Deals: 9}).Split(t.Context(), table)
		for i, row := range folds[3].Train {
			if p.Run.Train.Labels[i] != table.Labels[folds[3].Dealt[row]] {
				t.Fatalf("row %d has label %d", row, p.Run.Train.Labels[i])
			}
		}
		if p.Run.Fold.Deal != 1 || len(p.Run.Predicted) != len(p.Run.Fold.Held) {
			t.Errorf("the run to draw is %+v", p.Run.Fold)
		}
	}
}

func TestEachDealChoosesForItself(t *testing.T) {
	p := tuned(t, &turns{K: 3, Within: 4, Deals: 2})
	r := run(t, t.Context(), p)
	sameReport(t, "beside deals", &engine.Report{Runs: r.Runs, Scores: r.Scores, Tuning: r.Tuning}, &engine.Report{Runs: run(t, t.Context(), tuned(t, &turns{K: 3, Within: 4})).Runs, Scores: r.Scores, Tuning: r.Tuning})
	if len(r.Tuning.Chosen) != 3 || len(r.Permutation.Scores) != 2 {
		t.Errorf("%d choices, permutation %+v", len(r.Tuning.Chosen), r.Permutation)
	}
}

func TestTuningAndPermutationAreJSON(t *testing.T) {
	text, err := json.Marshal(run(t, t.Context(), tuned(t, &turns{K: 3, Within: 4, Deals: 2})))
	if err != nil {
		t.Fatal(err)
	}
	var back struct {
		Transduced bool
		Tuning     struct {
			Measure, Better, Rule, Inner string
			Varied                       []struct {
				Stage, Param string
				Values       []float64
			}
			Settings int
			Folds    []struct {
				Setting int
				Args    map[string]any
				Outer   float64
				Scores  [][]*float64
				Failed  map[string]string
			}
			Fits, Shared int
			Rounds       []any
		}
		Permutation struct {
			Measure, Better string
			Real, P         float64
			Scores          []float64
		}
		Folds []struct{ Pipeline string }
	}
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	tu := back.Tuning
	if tu.Measure != "share" || tu.Better != "higher" || tu.Rule != "best" || tu.Inner != "turns(k=4, inner=4)" || tu.Settings != 12 || tu.Fits == 0 {
		t.Errorf("tuning %+v", tu)
	}
	if len(tu.Varied) != 2 || !slices.Equal(tu.Varied[0].Values, []float64{0.1, 1, 4}) || tu.Varied[1].Param != "k" {
		t.Errorf("varied %+v", tu.Varied)
	}
	if f := tu.Folds[0]; len(tu.Folds) != 3 || len(f.Scores) != 12 || len(f.Scores[0]) != 4 || len(f.Args) != 2 || f.Outer <= 0 || math.IsNaN(f.Outer) {
		t.Errorf("fold %+v", f)
	}
	if p := back.Permutation; p.Measure != "share" || len(p.Scores) != 2 || p.P < 1./3 || back.Folds[0].Pipeline == "" {
		t.Errorf("permutation %+v, folds %+v", p, back.Folds)
	}
}

// order is a measure that scores folds by where their held rows stand and what
// labels these have, so that deals can score the same folds in another order.
type order struct{}

func (*order) Params(*engine.Params) {}

func (*order) Score(_ context.Context, r *engine.Run) (engine.Score, error) {
	place := (r.Fold.Held[0]/2 + r.Fold.Deal) % 3
	return engine.Score{Value: []float64{0.1, 0.2, 0.3}[place]}, nil
}

// TestEqualDealsAreAsGood: the same scores in another order have the same
// mean, though not to the last bit, and must not look like a worse one.
func TestEqualDealsAreAsGood(t *testing.T) {
	r := run(t, t.Context(), engine.Pipe(&cloud{N: 60}, &turns{K: 3, Within: 2, Deals: 9}, &vote{K: 5}, &order{}))
	if r.Permutation.P != 1 {
		t.Errorf("p = %v of deals that all score the same: %v against %v", r.Permutation.P, r.Permutation.Real, r.Permutation.Scores)
	}
}
