package evaluate

import (
	"context"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/tree"
)

// nobody predicts nothing.
type nobody struct{}

func (nobody) Predict(context.Context, []float64, *mat.Dense) error { return nil }

// crowd is a predictor of many trees.
type crowd struct{ nobody }

func (crowd) OutOfBag() tree.OutOfBag                                { return tree.OutOfBag{} }
func (crowd) Importances(context.Context) ([]tree.Importance, error) { return nil, nil }

// TestOneTreeIsNeeded: a tree will do, many and none are told apart.
func TestOneTreeIsNeeded(t *testing.T) {
	for _, c := range []struct {
		predictor engine.Predictor
		want      string
	}{
		{&tree.Tree{}, ""},
		{crowd{}, "a predictor that is one tree, and the pipeline has many"},
		{nobody{}, "a predictor that is one tree, and the pipeline has none"},
		{nil, "a predictor that is one tree, and the pipeline has none"},
	} {
		if got := missingInRun(&engine.Run{Predictor: c.predictor}, engine.NeedTree); !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%T: %q, want %q", c.predictor, got, c.want)
		}
	}
	for want, predictor := range map[string]engine.Predictor{"": crowd{}, "a predictor of many trees": &tree.Tree{}} {
		if got := missingInRun(&engine.Run{Predictor: predictor}, engine.NeedBagged); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%T: %q, want %q", predictor, got, want)
		}
	}
	if got := remedyFor(engine.NeedBagged, engine.Target{}, 0).String(); !strings.Contains(got, "forest") {
		t.Error(got)
	}
	if got := remedyFor(engine.NeedTree, engine.Target{}, 0).String(); !strings.Contains(got, "cart") {
		t.Error(got)
	}
}
