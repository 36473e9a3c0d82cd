package evaluate

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/internal/moments"
	"unfold/engine/remedy"

	"unfold/engine/wording"
)

// A round of successive halving tries the settings that are left on some inner
// folds, or, where there are more settings than the budget has fits, on part of
// the rows of one.
type round struct {
	left  int     // settings in it
	folds float64 // inner folds; below one, the share of rows of the first
}

// eta is how many settings a round of halving leaves one of.
const eta = 3

// fewestRows is how few rows a round may have settings learn from.
const fewestRows = 20

// runRounds tries all settings on all inner folds; over budget it does so by
// successive halving: each round has the same part of the budget, and tries the
// best third of the settings on three times as much of the inner folds.
func (sw *sweep) runRounds(ctx context.Context) error {
	plan, err := sw.planRounds()
	if err != nil {
		return err
	}
	for r, round := range plan {
		if len(plan) > 1 {
			sw.round = fmt.Sprintf("round %d of %d, ", r+1, len(plan))
		}
		walks := sw.newWalks(round)
		if err := sw.runWalks(ctx, walks); err != nil {
			return err
		}
		if r+1 < len(plan) {
			sw.eliminate(walks, plan[r+1].left)
		}
	}
	return nil
}

// planRounds returns the rounds.
func (sw *sweep) planRounds() ([]round, error) {
	inner, rows := math.MaxInt, math.MaxInt
	for _, c := range sw.foldChoices {
		inner = min(inner, len(c.inner))
		for _, f := range c.inner {
			rows = min(rows, len(f.Train))
		}
	}
	n, budget := sw.settings, sw.choosing.Budget
	if budget == engine.Auto || n <= budget/inner {
		return []round{{n, math.Inf(1)}}, nil
	}
	plan, need := halvingRounds(n, inner, rows, budget)
	if plan == nil {
		return nil, &engine.Error{
			Stage: sw.steps[sw.protocol].Name(), Step: sw.stepNumber(sw.protocol), Param: "budget",
			Cause:  fmt.Sprintf("budget = %d fits is too few to tell %s settings apart on %s", budget, wording.Number(n), wording.Count(inner, "inner fold")),
			Remedy: remedy.Raise("budget").To(need).Or(remedy.Say("offer fewer values")),
		}
	}
	var texts []string
	for _, r := range plan {
		share := min(1, r.folds/float64(inner))
		sw.tuning.Rounds = append(sw.tuning.Rounds, engine.Round{Settings: r.left, Share: share})
		texts = append(texts, fmt.Sprintf("%s on %.3g %%", wording.Number(r.left), 100*share))
	}
	sw.note(engine.Note{Stage: tuningStage, Text: fmt.Sprintf("%s × %s are more than budget = %s fits, so settings were halved: %s of the inner folds",
		wording.Count(n, "setting"), wording.Count(inner, "inner fold"), wording.Number(budget), strings.Join(texts, ", "))})
	return plan, nil
}

// halvingRounds returns the fewest rounds of n settings that keep to the budget, the
// last of which tries settings on all inner folds; if there are none, the least
// budget that has some.
func halvingRounds(n, inner, rows, budget int) (plan []round, need int) {
	share := min(1, fewestRows/float64(rows))
	need = math.MaxInt
	for count := 2; ; count++ {
		left := survivors(n, count-1)
		least := int(math.Ceil(float64(count) * max(float64(n)*share, float64(left*inner))))
		need = min(need, least)
		if least > budget {
			if left == 1 {
				return nil, need
			}
			continue
		}
		for r := range count {
			left := survivors(n, r)
			folds := float64(budget) / float64(count) / float64(left)
			if folds >= 1 {
				folds = min(math.Floor(folds), float64(inner))
			}
			plan = append(plan, round{left, folds})
		}
		plan[count-1].folds = math.Inf(1)
		return plan, need
	}
}

// survivors is how many of n settings so many rounds leave.
func survivors(n, rounds int) int {
	for range rounds {
		n = (n + eta - 1) / eta
	}
	return n
}

// newWalks returns the walks of a round. A setting is not tried again on an
// inner fold where it has a score.
func (sw *sweep) newWalks(r round) []*walk {
	var walks []*walk
	for _, c := range sw.foldChoices {
		for i, f := range c.inner[:int(min(max(1, r.folds), float64(len(c.inner))))] {
			w := &walk{sweep: sw, choice: c, inner: i, fold: f, whole: r.folds >= 1, wanted: make([]bool, sw.settings)}
			if !w.whole {
				w.fold.Train = subsample(f.Train, r.folds, withDealtLabels(sw.table, f.Dealt).Target)
			}
			for s := range w.wanted {
				w.wanted[s] = c.active[s] && math.IsNaN(c.Scores[s][i])
			}
			walks = append(walks, w)
		}
	}
	return walks
}

// eliminate keeps the best settings of each fold; of equals, the simplest.
func (sw *sweep) eliminate(walks []*walk, left int) {
	for _, c := range sw.foldChoices {
		mean := make([]float64, sw.settings)
		var order []int
		for s := range sw.settings {
			var scores []float64
			for _, w := range walks {
				switch {
				case w.choice != c:
				case w.whole:
					scores = append(scores, c.Scores[s][w.inner])
				default:
					scores = append(scores, w.found[s])
				}
			}
			mean[s] = moments.Mean(scores)
			if c.active[s] && !math.IsNaN(mean[s]) {
				order = append(order, s)
			}
		}
		slices.SortFunc(order, func(a, b int) int {
			return cmp.Or(compare(sw.tuning.Better, mean[a], mean[b]), cmp.Compare(sw.richness[a], sw.richness[b]))
		})
		for at, s := range order {
			c.active[s] = at < left
		}
	}
}
