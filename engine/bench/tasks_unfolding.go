package main

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/bench/agreement"
	"unfold/engine/stage/generator"
	"unfold/engine/stage/unfolding"
)

// looseRoll is a rolled sheet whose turns lie farther apart than its points do, so
// that neighbours of few rows lie on it, with the flat one.
func looseRoll(n int) func(ctx context.Context) (rowset, error) {
	return func(ctx context.Context) (rowset, error) {
		source := withDefaults(&generator.SwissRoll{})
		source.N, source.Turns, source.Height = n, 1, 10
		t, err := source.Load(ctx)
		if err != nil {
			return rowset{}, err
		}
		sheet := mat.NewDense(n, 2, nil)
		for i, way := range t.Truth() {
			sheet.SetRow(i, []float64{way, t.X.At(i, 1)})
		}
		return rowset{arrays: map[string]*mat.Dense{"x": t.X, "sheet": sheet}}, nil
	}
}

// unfolded is the work of maximum variance unfolding.
func unfolded(arrays map[string]*mat.Dense, set settings) (work, error) {
	m, err := configured(&unfolding.MVU{}, set)
	if err != nil {
		return nil, err
	}
	return newJob(func(ctx context.Context) (*engine.Embedding, error) {
		return m.Embed(ctx, engine.Sample{X: arrays["x"]})
	}, func(_ context.Context, e *engine.Embedding) (output, error) {
		return output{arrays: map[string]*mat.Dense{"y": e.Y}, numbers: map[string]float64{"gap": e.Proof.Gap}}, nil
	}), nil
}

// unfoldingLine is mvu of a rolled sheet, beside a peer if one is named.
func unfoldingLine(name string, n int, peer string, t target) line {
	l := line{
		name: name, title: "MVU n=" + thousands(n) + " d=3 k=6 → 2",
		input: looseRoll(n), task: "mvu", set: settings{"k": 6, "dim": 2},
		peer: peer, target: t,
		judge: func(in rowset, ours, theirs *output) []finding {
			found := []finding{
				atMost("proved gap", ours.numbers["gap"], 1e-4),
				atMost("disparity from the sheet", agreement.Disparity(ours.arrays["y"], in.arrays["sheet"]), 0.03),
			}
			if theirs != nil {
				found = append(found, measured("the peer's disparity", agreement.Disparity(theirs.arrays["y"], in.arrays["sheet"])))
			}
			return found
		},
	}
	if peer != "" {
		l.options = []string{""}
	}
	return l
}
