package evaluate_test

import (
	"context"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/early"
	"unfold/engine/evaluate"
	"unfold/engine/memo"
)

// patience is an embedder that can end early, and then leaves all rows at the origin.
type patience struct{}

func (patience) Params(*engine.Params) {}

func (patience) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	asked, over := early.Begin(ctx)
	defer over()
	engine.Tell(ctx, engine.Progress{Note: "working"})
	select {
	case <-asked:
		return &engine.Embedding{Y: mat.NewDense(s.Len(), 2, nil)}, nil
	default:
		return &engine.Embedding{Y: mat.DenseCopyOf(s.X)}, nil
	}
}

// stays is the map that leaves rows where they are.
type stays struct{}

func (stays) Params(*engine.Params) {}

func (stays) Extend(context.Context, engine.Sample, *engine.Embedding) (*engine.Extension, error) {
	return &engine.Extension{Map: stretched(1)}, nil
}

// TestWhatEndsEarlyIsNotKept: it is in the report that asked for it, and in none after.
func TestWhatEndsEarlyIsNotKept(t *testing.T) {
	env := evaluate.Environment{Memo: memo.New(memo.Unlimited)}
	sizes := func(ctx context.Context) float64 {
		r, err := evaluate.Run(ctx, engine.Pipe(&cloud{N: 60}, &stretch{By: 2}, &patience{}, &stays{}, &vote{K: 1}, &share{}), env)
		if err != nil {
			t.Fatal(err)
		}
		return mat.Norm(r.Runs[0].Embedding.Y, 2)
	}
	ctx, ask := early.With(t.Context(), nil)
	impatient := engine.WithProgress(ctx, func(p engine.Progress) {
		if p.Note == "working" {
			ask()
		}
	})
	if size := sizes(impatient); size != 0 {
		t.Errorf("rows placed by an early end are as far apart as %v", size)
	}
	if size := sizes(t.Context()); size == 0 {
		t.Error("what ended early is found by the next run")
	}
}

// TestSettingsDoNotEndEarly: those of a sweep are held against each other.
func TestSettingsDoNotEndEarly(t *testing.T) {
	p := engine.Pipe(&cloud{N: 60}, &turns{K: 3, Within: 4}, &stretch{By: 2}, &patience{}, &stays{}, &vote{K: 1}, &share{})
	at := len(p.Steps) - 2
	var err error
	if p.Steps[at], err = p.Steps[at].Offer("k", "{1, 3}", 1, 3); err != nil {
		t.Fatal(err)
	}
	ctx, ask := early.With(t.Context(), nil)
	swept := false
	ctx = engine.WithProgress(ctx, func(p engine.Progress) {
		if p.Stage == "tuning" {
			swept = true
			if ask() {
				t.Error("a setting was asked to end early")
			}
		}
	})
	if _, err := evaluate.Run(ctx, p, evaluate.Environment{}); err != nil {
		t.Fatal(err)
	}
	if !swept {
		t.Error("no sweep was seen")
	}
}
