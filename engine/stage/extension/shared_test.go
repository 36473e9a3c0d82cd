package extension_test

import (
	"context"
	"testing"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/stage/embedding"
	"unfold/engine/stage/extension"
	"unfold/engine/stage/generator"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/prepare"
	"unfold/engine/stage/protocol"
	"unfold/engine/stage/quality"
)

func made[M engine.Method](m M) M {
	engine.SetDefaults(m)
	return m
}

// given holds the rows of given folds.
type given []engine.Fold

func (given) Params(*engine.Params) {}

func (g given) Split(context.Context, *engine.Table) ([]engine.Fold, error) { return g, nil }

// TestSharedIsAlone: settings that share medians, Gram matrices, factors and
// indices score the same bits as each does by itself.
func TestSharedIsAlone(t *testing.T) {
	source, outer := made(&generator.Waveform{}), made(&protocol.CV{})
	source.N, outer.K, outer.InnerFolds = 240, 2, 2
	pick := func(rows, of []int) []int {
		all := make([]int, len(of))
		for i, at := range of {
			all[i] = rows[at]
		}
		return all
	}
	table, err := source.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	folds, err := outer.Split(t.Context(), table)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		stage  string
		m      engine.Method
		param  string
		values []any
		shared int // parts of each stage that all settings after the first of an inner fold find there
	}{
		{"krr", made(&extension.KRR{}), "lambda", []any{1e-3, 0.1}, 3}, // 4 maps learned at once
		{"grnn", made(&extension.GRNN{}), "train", []any{"mapped", "placed"}, 3},
		{"nystrom", made(&extension.Nystrom{}), "train", []any{"mapped", "placed"}, 3},
		{"barycentre", made(&extension.Barycentre{}), "k", []any{3, 5}, 3},
	} {
		t.Run(c.stage, func(t *testing.T) {
			p := engine.Pipe(source, outer, made(&prepare.Scale{}), made(&embedding.Isomap{}), c.m, made(&predictor.KNN{}), made(&quality.Accuracy{}))
			for _, v := range []engine.Candidates{{Stage: "isomap", Param: "k", Values: []any{6, 9}}, {Stage: c.stage, Param: c.param, Values: c.values}} {
				if p, err = p.Vary(v.Stage, v.Param, v.Values...); err != nil {
					t.Fatal(err)
				}
			}
			report, err := evaluate.Run(t.Context(), p, evaluate.Environment{})
			if err != nil {
				t.Fatal(err)
			}
			runs := 0
			for o, fold := range folds {
				inner, err := outer.Inner().Split(t.Context(), table.Keep(fold.Train))
				if err != nil {
					t.Fatal(err)
				}
				for i, in := range inner {
					runs++
					alone := given{{Train: pick(fold.Train, in.Train), Held: pick(fold.Train, in.Held)}}
					for s := range p.Settings() {
						steps := append([]engine.Step(nil), p.Setting(s).Steps...)
						steps[1] = engine.Pipe(alone).Steps[0]
						r, err := evaluate.Run(t.Context(), engine.Pipeline{Steps: steps}, evaluate.Environment{})
						if err != nil {
							t.Fatal(err)
						}
						if got, want := report.Tuning.Chosen[o].Scores[s][i], r.Scores[0].Mean; got != want {
							t.Errorf("fold %d, inner fold %d, setting %d: %v, alone %v", o, i, s, got, want)
						}
					}
				}
			}
			if report.Tuning.Shared < c.shared*runs {
				t.Errorf("%d parts were shared in %d inner folds, want %d in each", report.Tuning.Shared, runs, c.shared)
			}
		})
	}
}
