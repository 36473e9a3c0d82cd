package evaluate_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/evaluate"
)

// tuned is a pipeline of the toys with candidates for both.
func tuned(t *testing.T, protocol engine.Protocol, between ...engine.Method) engine.Pipeline {
	t.Helper()
	p := engine.Pipe(&cloud{N: 60}, protocol, &stretch{By: 1}).Then(engine.Pipe(between...), engine.Pipe(&vote{K: 1}, &share{}))
	return varied(t, p, "stretch", "by", 0.1, 1.0, 4.0)
}

func varied(t *testing.T, p engine.Pipeline, stage, param string, values ...any) engine.Pipeline {
	t.Helper()
	p, err := p.Vary(stage, param, values...)
	if err != nil {
		t.Fatal(err)
	}
	if stage == "stretch" {
		return varied(t, p, "vote", "k", 1, 3, 5, 9)
	}
	return p
}

// byHand runs a setting on given folds of given rows.
func byHand(t *testing.T, p engine.Pipeline, folds ...engine.Fold) *engine.Report {
	t.Helper()
	steps := append([]engine.Step(nil), p.Steps...)
	steps[1] = engine.Pipe(givenFolds(folds)).Steps[0]
	r, err := evaluate.Run(t.Context(), engine.Pipeline{Steps: steps}, here)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

type givenFolds []engine.Fold

func (givenFolds) Params(*engine.Params) {}

func (g givenFolds) Split(context.Context, *engine.Table) ([]engine.Fold, error) { return g, nil }

// TestNestedIsADoubleLoop holds a sweep against loops that are written out.
func TestNestedIsADoubleLoop(t *testing.T) {
	for _, procs := range []int{1, 2} {
		atOnce(t, procs)
		protocol := &turns{K: 3, Within: 4}
		p := tuned(t, protocol)
		got, err := evaluate.Run(t.Context(), p, here)
		if err != nil {
			t.Fatal(err)
		}
		table, _ := (&cloud{N: 60}).Load(t.Context())
		outer, _ := protocol.Split(t.Context(), table)
		for o, fold := range outer {
			part := &engine.Table{X: got.Table.X, Rows: fold.Train} // turns looks at their number only
			part.X = table.Take(fold.Train).X
			inner, _ := protocol.Inner().Split(t.Context(), part)
			best, at := math.Inf(-1), -1
			for s := range p.Settings() {
				var sum float64
				for i, in := range inner {
					f := engine.Fold{Train: pick(fold.Train, in.Train), Held: pick(fold.Train, in.Held)}
					score := byHand(t, p.Setting(s), f).Scores[0].Mean
					if have := got.Tuning.Chosen[o].Scores[s][i]; have != score {
						t.Errorf("fold %d, setting %d, inner fold %d: %v, by hand %v", o, s, i, have, score)
					}
					sum += score
				}
				if mean := sum / float64(len(inner)); mean > best {
					best, at = mean, s
				}
			}
			if got.Runs[o].Setting != at {
				t.Errorf("fold %d chose setting %d, by hand %d", o, got.Runs[o].Setting, at)
			}
			want := byHand(t, p.Setting(at), fold)
			if !slices.Equal(got.Runs[o].Predicted, want.Runs[0].Predicted) || got.Tuning.Chosen[o].Outer != want.Scores[0].Mean || got.Scores[0].Folds[o] != want.Scores[0].Mean {
				t.Errorf("fold %d predicts %v, by hand %v", o, got.Runs[o].Predicted, want.Runs[0].Predicted)
			}
			if text := got.Runs[o].Pipeline; text != p.Setting(at).String() {
				t.Errorf("fold %d ran %q", o, text)
			}
		}
	}
}

func pick(rows, at []int) []int {
	var out []int
	for _, i := range at {
		out = append(out, rows[i])
	}
	return out
}

func TestPrefixesAreLearnedOnce(t *testing.T) {
	stretches.Store(0)
	votes.Store(0)
	p := tuned(t, &turns{K: 3, Within: 4})
	r, err := evaluate.Run(t.Context(), p, here)
	if err != nil {
		t.Fatal(err)
	}
	// 3 × 4 inner folds, 3 prefixes, 12 settings; and 3 folds as chosen.
	if got, want := stretches.Load(), int64(3*4*3+3); got != want {
		t.Errorf("stretch learned %d times, want %d", got, want)
	}
	if got, want := votes.Load(), int64(3*4*12+3); got != want {
		t.Errorf("vote learned %d times, want %d", got, want)
	}
	w := evaluate.WorkloadOf(p, 3, 4)
	if w.Steps[0].Fits != 36 || w.Steps[1].Fits != 144 || r.Tuning.Fits != w.Fits() {
		t.Errorf("workload %+v, fits %d", w, r.Tuning.Fits)
	}
	// 9 steps of each inner fold, and what the votes share of each stretch.
	if want := 12 * (12 - 3 + 3*3); r.Tuning.Shared != want {
		t.Errorf("shared %d, want %d", r.Tuning.Shared, want)
	}
	if want := "12 settings × 3 folds × 4 inner folds: 36 preparations, 144 predictors"; w.String() != want || r.Notes[0].Text != want {
		t.Errorf("plan %q, note %q", w, r.Notes[0])
	}
}

func TestFailuresAreHoles(t *testing.T) {
	p := varied(t, engine.Pipe(&cloud{N: 60}, &turns{K: 3, Within: 4}, &vote{K: 1}, &share{}), "vote", "k", 3, 1000, 5)
	r, err := evaluate.Run(t.Context(), p, here)
	if err != nil {
		t.Fatal(err)
	}
	c := r.Tuning.Chosen[0]
	if !strings.Contains(c.Failed[1], "above the 30 rows") || !math.IsNaN(c.Scores[1][0]) || c.Setting == 1 || c.Failed[0] != "" {
		t.Errorf("chosen %+v", c)
	}
	if failed, why := r.Tuning.Failures(); failed != 1 || why != c.Failed[1] {
		t.Errorf("%d settings failed: %s", failed, why)
	}
	p = varied(t, p, "vote", "k", 999, 1000)
	var fault *engine.Error
	if _, err := evaluate.Run(t.Context(), p, here); !errors.As(err, &fault) || fault.Stage != "vote" || fault.Step != 3 || !strings.Contains(fault.Cause, "k = 999") {
		t.Errorf("error %v", err)
	}
}

func TestRepeatedRowsStayTogether(t *testing.T) {
	// Were a row on both sides, one voter would know it.
	r, err := evaluate.Run(t.Context(), tuned(t, &turns{K: 3, Within: 4, Repeated: true}), here)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range r.Tuning.Chosen {
		for s, scores := range c.Scores {
			if mean, _ := c.Mean(s); mean > 0.95 {
				t.Errorf("setting %d scores %v", s, scores)
			}
		}
	}
}

func TestSweepTellsHowFarItIs(t *testing.T) {
	atOnce(t, 2)
	var mu sync.Mutex
	var fractions []float64
	var notes []string
	ctx := engine.WithProgress(t.Context(), func(p engine.Progress) {
		mu.Lock()
		defer mu.Unlock()
		if p.Stage == "tuning" {
			fractions, notes = append(fractions, p.Fraction), append(notes, p.Note)
		}
	})
	if _, err := evaluate.Run(ctx, tuned(t, &turns{K: 3, Within: 4}), here); err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(fractions) || fractions[len(fractions)-1] != 1 || !slices.Contains(notes, "144 of 144 trials") {
		t.Errorf("told %v, %q", fractions, notes)
	}
}

func TestSweepStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	count := 0
	wait := watched{func(ctx context.Context, _ int) error {
		if count++; count == 5 {
			time.AfterFunc(time.Millisecond, cancel)
			select {
			case <-ctx.Done():
			case <-time.After(20 * time.Second):
				t.Error("the sweep goes on")
			}
		}
		return ctx.Err()
	}}
	p := engine.Pipe(&points{N: 24}, &turns{K: 3, Within: 4}, wait, line{}, same{}, &vote{K: 1}, hits{})
	if _, err := evaluate.Run(ctx, varied(t, p, "vote", "k", 1, 3), here); !errors.Is(err, context.Canceled) || count != 5 {
		t.Errorf("error %v after %d fits", err, count)
	}
}

func TestSimplestWithinAnErrorIsChosen(t *testing.T) {
	best, err := evaluate.Run(t.Context(), tuned(t, &turns{K: 3, Within: 4}), here)
	if err != nil {
		t.Fatal(err)
	}
	simple, err := evaluate.Run(t.Context(), tuned(t, &turns{K: 3, Within: 4, Rule: engine.OneErrorRule}), here)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range simple.Tuning.Chosen {
		top := best.Tuning.Chosen[i]
		mean, se := top.Mean(top.Setting)
		first := slices.IndexFunc(c.Scores, func([]float64) bool { return true })
		for first < len(c.Scores) {
			if m, _ := c.Mean(first); m >= mean-se {
				break
			}
			first++
		}
		if c.Setting != first {
			t.Errorf("fold %d chose %d, not %d", i, c.Setting, first)
		}
	}
}

func TestLowerCanBeBetter(t *testing.T) {
	for _, budget := range []int{engine.Auto, 30} {
		up := tuned(t, &turns{K: 3, Within: 4, Budget: budget})
		down := engine.Pipeline{Steps: append(slices.Clone(up.Steps[:4]), engine.Pipe(&fault{}).Steps...)}
		a, b := run(t, t.Context(), up), run(t, t.Context(), down)
		if b.Tuning.Better != engine.Lower {
			t.Error("lower is better")
		}
		for i, r := range a.Runs {
			if r.Setting != b.Runs[i].Setting {
				t.Errorf("budget %d, fold %d: setting %d, by faults %d", budget, i, r.Setting, b.Runs[i].Setting)
			}
		}
		for i, o := range a.Tuning.Optimism() {
			if math.Abs(o-b.Tuning.Optimism()[i]) > 1e-12 {
				t.Errorf("optimism %v, by faults %v", o, b.Tuning.Optimism()[i])
			}
		}
	}
}

func TestEmbeddingsAreJudgedOnTheirOwnRows(t *testing.T) {
	p := engine.Pipe(&cloud{N: 30}, &stretch{}, heavy{}, &spread{})
	p, err := p.Vary("stretch", "by", 0.2, 0.8, 3.0)
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, t.Context(), p)
	if r.Runs[0].Setting != 1 || r.Tuning.Inner != "" || !math.IsNaN(r.Tuning.Chosen[0].Outer) || len(r.Tuning.Chosen[0].Scores[0]) != 1 {
		t.Errorf("tuning %+v", r.Tuning)
	}
	if !slices.ContainsFunc(r.Notes, func(n engine.Note) bool { return strings.Contains(n.Text, "flatters") }) {
		t.Errorf("notes %v", r.Notes)
	}
	var fault *engine.Error
	if _, err := evaluate.Run(t.Context(), engine.Pipeline{Steps: p.Steps[:3]}, here); !errors.As(err, &fault) || fault.Stage != "stretch" || fault.Param != "by" || !strings.Contains(fault.Remedy.String(), "put a measure such as trustworthiness at the end") {
		t.Errorf("error %v", err)
	}
}

// across is how far held rows go as they are mapped.
type across struct{}

func (*across) Params(*engine.Params) {}

func (*across) Score(_ context.Context, r *engine.Run) (engine.Score, error) {
	if r.Mapped == nil {
		return engine.Score{Value: math.NaN()}, nil
	}
	return engine.Score{Value: mat.Max(r.Mapped), Better: engine.Higher}, nil
}

// TestEmbeddingsAreJudgedOnHeldRows has a measure that can, with and without a
// map that takes rows there.
func TestEmbeddingsAreJudgedOnHeldRows(t *testing.T) {
	p := varied(t, engine.Pipe(&cloud{N: 60}, &turns{K: 3, Within: 4}, &lay{By: 1}, &bend{By: 1}, &across{}), "bend", "by", 0.5, 2.0)
	r := run(t, t.Context(), p)
	if c := r.Tuning.Chosen[0]; r.Tuning.Inner == "" || len(c.Scores[0]) != 4 || c.Setting != 1 || math.IsNaN(c.Outer) {
		t.Errorf("tuning %+v", r.Tuning)
	}
	p = varied(t, engine.Pipe(&cloud{N: 60}, &turns{K: 3, Within: 4}, &lay{By: 1}, &spread{}), "lay", "by", 0.5, 1.0)
	if r := run(t, t.Context(), p); r.Tuning.Inner != "" {
		t.Errorf("without a map: tuning %+v", r.Tuning)
	}
}

func TestProtocolsThatDoNotChooseSaySo(t *testing.T) {
	r := run(t, t.Context(), varied(t, engine.Pipe(&cloud{N: 40}, &last{Share: 0.5}, &vote{K: 1}, &share{}), "vote", "k", 5, 1))
	if r.Runs[0].Setting != 1 || !slices.ContainsFunc(r.Notes, func(n engine.Note) bool {
		return strings.Contains(n.Text, "last does not say how to divide training rows")
	}) {
		t.Errorf("chose %d, notes %v", r.Runs[0].Setting, r.Notes)
	}
}

func TestCandidatesAreCheckedBeforeTheRun(t *testing.T) {
	for _, c := range []struct {
		choice engine.Choice
		want   string
	}{
		{engine.Choice{Param: "k", Values: []any{1, 0}}, "at least 1"},
		{engine.Choice{Param: "k", Values: []any{1, "two"}}, "whole number"},
		{engine.Choice{Param: "q", Values: []any{1, 2}}, "no parameter"},
		{engine.Choice{Param: "k"}, "no value to choose"},
	} {
		p := engine.Pipe(&cloud{N: 40}, &vote{K: 1})
		p.Steps[1].Choices = []engine.Choice{c.choice}
		var fault *engine.Error
		if err := evaluate.Check(p); !errors.As(err, &fault) || fault.Stage != "vote" || fault.Step != 2 || !strings.Contains(fault.Error(), c.want) {
			t.Errorf("%v: %v", c.choice, err)
		}
	}
	p := engine.Pipe(&cloud{N: 40}, &vote{K: 1})
	p.Steps[0].Choices = []engine.Choice{{Param: "n", Values: []any{10, 20}}}
	if err := evaluate.Check(p); err == nil || !strings.Contains(err.Error(), "cannot be chosen") {
		t.Errorf("error %v", err)
	}
}

// even scores one voter as well as another, but for the order of the folds.
type even struct{}

func (*even) Params(*engine.Params) {}

func (*even) Score(_ context.Context, r *engine.Run) (engine.Score, error) {
	scores := []float64{0.3, 0.2, 0.1}
	if r.Predictor.(*voting).k > 1 {
		scores = []float64{0.1, 0.2, 0.3}
	}
	if len(r.Fold.Held) == 0 {
		return engine.Score{}, nil
	}
	return engine.Score{Value: scores[r.Fold.Held[0]/2]}, nil
}

// TestOfEqualSettingsTheFirstIsChosen: means that differ by how they were
// added up are equal, also where settings are halved; the parameter does not say
// which is simpler.
func TestOfEqualSettingsTheFirstIsChosen(t *testing.T) {
	for _, budget := range []int{engine.Auto, 9} {
		p := engine.Pipe(&cloud{N: 60}, &turns{K: 1, Within: 3, Budget: budget}, &vote{K: 1}, &even{})
		r := run(t, t.Context(), varied(t, p, "vote", "k", 1, 3, 5, 7))
		first, _ := r.Tuning.Chosen[0].Mean(0)
		other, _ := r.Tuning.Chosen[0].Mean(1)
		if r.Tuning.Chosen[0].Setting != 0 {
			t.Errorf("budget %d: chose setting %d, of means %v and %v", budget, r.Tuning.Chosen[0].Setting, first, other)
		}
	}
}

// TestOfEqualSettingsTheSimplestIsChosen: it is the one that the parameter
// declares, wherever it is written, by each rule and where settings are halved.
func TestOfEqualSettingsTheSimplestIsChosen(t *testing.T) {
	for _, rule := range []string{engine.BestRule, engine.OneErrorRule} {
		for _, budget := range []int{engine.Auto, 9} {
			p := engine.Pipe(&cloud{N: 60}, &turns{K: 1, Within: 3, Budget: budget, Rule: rule}, &jury{K: 1}, &even{})
			r := run(t, t.Context(), varied(t, p, "jury", "k", 3, 9, 7, 5))
			if c := r.Tuning.Chosen[0]; c.Setting != 1 {
				t.Errorf("rule %q, budget %d: chose setting %d of scores %v", rule, budget, c.Setting, c.Scores)
			}
		}
	}
}

// TestValuesAreReadInFewDigits: what a logarithmic range makes is told in four,
// unless that would make two of one.
func TestValuesAreReadInFewDigits(t *testing.T) {
	for _, c := range []struct {
		values []any
		want   []string
	}{
		{[]any{0.001, 0.00215443469003, 1.0, 46.4158883361, 12345.0}, []string{"0.001", "0.002154", "1", "46.42", "12345"}},
		{[]any{0.100001, 0.100002}, []string{"0.100001", "0.100002"}},
	} {
		p := varied(t, engine.Pipe(&cloud{N: 40}, &stretch{By: 1}, &vote{K: 1}), "stretch", "by", c.values...)
		if v := p.Candidates()[0]; !slices.Equal(v.Texts, c.want) || !slices.Equal(v.Values, c.values) {
			t.Errorf("%v are read as %q", v.Values, v.Texts)
		}
	}
}
