package evaluate_test

import (
	"context"
	"math"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/remedy"
)

// lay places rows where they are, by a factor.
type lay struct{ By float64 }

func (l *lay) Params(p *engine.Params) { p.Float(&l.By, "by", 1, engine.AtLeast(0), "factor") }

func (l *lay) Embed(_ context.Context, s engine.Sample) (*engine.Embedding, error) {
	var y mat.Dense
	y.Scale(l.By, s.X)
	return &engine.Embedding{Y: &y}, nil
}

// bend maps rows to a multiple of themselves, which is not one below zero.
type bend struct{ By float64 }

func (b *bend) Params(p *engine.Params) { p.Float(&b.By, "by", 1, engine.AnyValue(), "factor") }

// How often bends were learned one by one, and together.
var bends, bendings atomic.Int64

func (b *bend) Extend(_ context.Context, s engine.Sample, e *engine.Embedding) (*engine.Extension, error) {
	bends.Add(1)
	return b.extend(s, e)
}

func (b *bend) extend(s engine.Sample, e *engine.Embedding) (*engine.Extension, error) {
	if b.By < 0 {
		return nil, &engine.Error{Param: "by", Cause: "by is below zero", Remedy: remedy.Say("raise by")}
	}
	return &engine.Extension{Map: stretched(b.By * e.Y.At(0, 0) / s.X.At(0, 0))}, nil
}

func (b *bend) ExtendJointly(_ context.Context, s engine.Sample, embeddings []*engine.Embedding, settings []engine.Extender) ([][]*engine.Extension, error) {
	bendings.Add(1)
	found := make([][]*engine.Extension, len(settings))
	for i, other := range settings {
		for _, e := range embeddings {
			x, err := other.(*bend).extend(s, e)
			if err != nil {
				return nil, err
			}
			found[i] = append(found[i], x)
		}
	}
	return found, nil
}

func init() {
	var f engine.Family
	engine.Declare(&f, engine.EmbedderRole, engine.Stage{Name: "lay"}, func() *lay { return new(lay) })
	engine.Declare(&f, engine.ExtenderRole, engine.Stage{Name: "bend"}, func() *bend { return new(bend) })
}

// bent varies an embedder and the map after it.
func bent(t *testing.T, factors ...any) engine.Pipeline {
	t.Helper()
	p := engine.Pipe(&cloud{N: 60}, &turns{K: 3, Within: 4}, &lay{By: 1}, &bend{By: 1}, &vote{K: 1}, &share{})
	p = varied(t, p, "lay", "by", 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0)
	return varied(t, p, "bend", "by", factors...)
}

func TestMapsAreLearnedTogether(t *testing.T) {
	bends.Store(0)
	bendings.Store(0)
	p := bent(t, 0.5, 1.0, 2.0)
	if _, err := evaluate.Run(t.Context(), p, here); err != nil {
		t.Fatal(err)
	}
	// In each of 12 inner folds 10 embeddings, eight at a time; and 3 folds as chosen.
	if bendings.Load() != 12*2 || bends.Load() != 3 {
		t.Errorf("learned together %d times, alone %d times", bendings.Load(), bends.Load())
	}
}

// TestMapsThatFailTogetherAreLearnedAlone has one of three settings fail: the
// others have the scores that they have without it.
func TestMapsThatFailTogetherAreLearnedAlone(t *testing.T) {
	good, err := evaluate.Run(t.Context(), bent(t, 0.5, 2.0), here)
	if err != nil {
		t.Fatal(err)
	}
	r, err := evaluate.Run(t.Context(), bent(t, 0.5, -1.0, 2.0), here)
	if err != nil {
		t.Fatal(err)
	}
	for o, c := range r.Tuning.Chosen {
		for s, scores := range c.Scores {
			for i, got := range scores {
				if s%3 == 1 {
					if !math.IsNaN(got) || c.Failed[s] == "" {
						t.Errorf("setting %d has score %v, though it fails", s, got)
					}
					continue
				}
				if want := good.Tuning.Chosen[o].Scores[s/3*2+s%3/2][i]; got != want {
					t.Errorf("fold %d, setting %d: %v, without the one that fails %v", o, s, got, want)
				}
			}
		}
	}
}
