package evaluate_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/evaluate"
)

func TestSettingsAreHalvedOverBudget(t *testing.T) {
	for _, procs := range []int{1, 2} {
		atOnce(t, procs)
		p := tuned(t, &turns{K: 3, Within: 4, Budget: 30})
		votes.Store(0)
		r := run(t, t.Context(), p)
		if want := []engine.Round{{Settings: 12, Share: 10. / 12 / 4}, {Settings: 4, Share: 0.5}, {Settings: 2, Share: 1}}; procs == 1 && !slices.Equal(r.Tuning.Rounds, want) {
			t.Errorf("rounds %+v", r.Tuning.Rounds)
		}
		if fits := votes.Load() - 3; fits > 3*30 {
			t.Errorf("%d fits are over the budget", fits)
		}
		all := run(t, t.Context(), tuned(t, &turns{K: 3, Within: 4}))
		for i, c := range r.Tuning.Chosen {
			finalists := 0
			for s, scores := range c.Scores {
				if mean, _ := c.Mean(s); !math.IsNaN(mean) {
					finalists++
				}
				for j, score := range scores {
					if !math.IsNaN(score) && score != all.Tuning.Chosen[i].Scores[s][j] {
						t.Errorf("setting %d scores %v, without a budget %v", s, score, all.Tuning.Chosen[i].Scores[s][j])
					}
				}
			}
			if mean, _ := c.Mean(c.Setting); finalists != 2 || math.IsNaN(mean) {
				t.Errorf("%d finalists, the chosen one scores %v", finalists, mean)
			}
		}
		if !slices.ContainsFunc(r.Notes, func(n engine.Note) bool {
			return strings.Contains(n.Text, "halved: 12 on 20.8 %, 4 on 50 %, 2 on 100 %")
		}) {
			t.Errorf("notes %v", r.Notes)
		}
	}
}

func TestHalvingMeetsPartOfTheRowsFirst(t *testing.T) {
	p := engine.Pipe(&cloud{N: 240}, &turns{K: 2, Within: 3, Budget: 24}, &vote{K: 1}, &share{})
	var values []any
	for k := 1; k < 40; k += 2 {
		values = append(values, k)
	}
	r := run(t, t.Context(), varied(t, p, "vote", "k", values...))
	first := r.Tuning.Rounds[0]
	if first.Settings != 20 || first.Share*3 >= 1 || r.Tuning.Rounds[len(r.Tuning.Rounds)-1].Share != 1 {
		t.Errorf("rounds %+v", r.Tuning.Rounds)
	}
	p = engine.Pipe(&cloud{N: 240}, &turns{K: 2, Within: 3, Budget: 4}, &vote{K: 1}, &share{})
	var fault *engine.Error
	if _, err := evaluate.Run(t.Context(), varied(t, p, "vote", "k", values...), here); !errors.As(err, &fault) || fault.Param != "budget" || !strings.Contains(fault.Remedy.String(), "raise budget to") {
		t.Errorf("error %v", err)
	}
}
