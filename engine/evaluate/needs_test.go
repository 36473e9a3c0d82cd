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

// prototypes predict nothing, and may have learned what columns weigh.
type prototypes struct {
	engine.PrototypePredictor
	relevance []float64
}

func (p prototypes) Relevance(int) []float64 { return p.relevance }

// TestPrototypesAndRelevancesAreNeeded: what has prototypes need not have learned what
// columns weigh.
func TestPrototypesAndRelevancesAreNeeded(t *testing.T) {
	for _, c := range []struct {
		by          prototypes
		rows, weigh string
	}{
		{prototypes{}, "", "a predictor that learns what columns weigh, and the pipeline has none"},
		{prototypes{relevance: []float64{1}}, "", ""},
	} {
		run := &engine.Run{Predictor: c.by}
		if got := missingInRun(run, engine.NeedPrototypes); got != c.rows {
			t.Errorf("%v: %q, want %q", c.by.relevance, got, c.rows)
		}
		if got := missingInRun(run, engine.NeedRelevances); got != c.weigh {
			t.Errorf("%v: %q, want %q", c.by.relevance, got, c.weigh)
		}
	}
	for need, want := range map[engine.Need]string{engine.NeedPrototypes: "use a predictor such as glvq", engine.NeedRelevances: "use a predictor such as grlvq"} {
		if got := missingInRun(&engine.Run{Predictor: nobody{}}, need); !strings.HasSuffix(got, "and the pipeline has none") {
			t.Error(got)
		}
		if got := remedyFor(need, engine.Target{}, 0).String(); !strings.HasPrefix(got, want) {
			t.Error(got)
		}
	}
}
