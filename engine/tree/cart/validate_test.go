package cart

import (
	"math"
	"testing"

	"unfold/engine"
)

// TestValidate holds the losses of all prunings, found at once, against trees that
// are pruned one by one.
func TestValidate(t *testing.T) {
	for _, s := range []engine.Sample{drawn(3, 200, 6, 3, 0, 0.1), drawn(4, 150, 6, 0, 2, 0.1)} {
		rule, folds := Rule{Min: 2, Surrogates: 2}, make([]int, s.Len())
		for i := range folds {
			folds[i] = i % 4
		}
		g := grow(t, s, rule)
		alphas := g.Prune().Alphas
		got, err := g.table.Validate(t.Context(), rule, alphas, folds, 4)
		if err != nil {
			t.Fatal(err)
		}
		for k := range alphas {
			cost := math.Inf(1)
			if k+1 < len(alphas) {
				cost = math.Sqrt(alphas[k] * alphas[k+1])
			}
			mean, spread := validated(t, g.table, rule, folds, 4, cost)
			if math.Abs(got.Errors[k]-mean) > 1e-12*(1+mean) || math.Abs(got.Spread[k]-spread) > 1e-9*(1+spread) {
				t.Errorf("alpha %v: error %v ± %v, want %v ± %v", alphas[k], got.Errors[k], got.Spread[k], mean, spread)
			}
		}
	}
}

// validated judges trees that are pruned at a cost on the rows that they did not
// learn from, one after the other.
func validated(t *testing.T, table *Table, rule Rule, folds []int, count int, cost float64) (mean, spread float64) {
	t.Helper()
	var losses []float64
	s := table.sample
	for f := range count {
		var train []int32
		for i, fold := range folds {
			if fold != f {
				train = append(train, int32(i))
			}
		}
		g, err := table.Grow(t.Context(), train, nil, rule)
		if err != nil {
			t.Fatal(err)
		}
		pruned := published(t, g, g.Prune().Off(cost), rule.Surrogates)
		said := make([]float64, s.Len()*s.Width())
		if err := pruned.Predict(t.Context(), said, s.X); err != nil {
			t.Fatal(err)
		}
		for i, fold := range folds {
			if fold == f {
				losses = append(losses, lossOf(s, i, said[i*s.Width():(i+1)*s.Width()]))
			}
		}
	}
	for _, v := range losses {
		mean += v / float64(len(losses))
	}
	for _, v := range losses {
		spread += (v - mean) * (v - mean) / float64(len(losses))
	}
	return mean, math.Sqrt(spread / float64(len(losses)))
}

func lossOf(s engine.Sample, row int, said []float64) (loss float64) {
	if s.HasClasses() {
		if int(said[0]) != s.Labels[row] {
			return 1
		}
		return 0
	}
	for k, v := range said {
		loss += (v - s.Response.At(row, k)) * (v - s.Response.At(row, k)) / float64(len(said))
	}
	return loss
}

// TestOneStandardError: errors 5, 4, 4.2, 4.4, 9 with a standard error of 0.3 at the
// best: the third is the smallest tree that is not clearly worse.
func TestOneStandardError(t *testing.T) {
	v := &Validation{Errors: []float64{5, 4, 4.2, 4.4, 9}, Spread: []float64{9, 0.3, 0, 0, 0}}
	if got := v.Choose([]float64{0, 1, 2, 3, 4}); got != 2 {
		t.Errorf("alpha %v", got)
	}
}
