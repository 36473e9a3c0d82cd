package predictor

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/memo"
	"unfold/engine/tree"
)

func c45With(change func(*C45)) *C45 {
	m := new(C45)
	engine.SetDefaults(m)
	change(m)
	return m
}

// TestC45Asks: the threshold is a value that a row has.
func TestC45Asks(t *testing.T) {
	got := learned(t, c45With(func(*C45) {}), stairs())
	if got.Leaves() != 2 || got.Nodes[0].Split != (tree.Threshold{Column: 0, At: 19}) {
		t.Errorf("%d leaves, the root asks %v", got.Leaves(), got.Nodes[0].Split)
	}
}

// sloped are rows of four numbers; the sum of the first two tells the class of four
// in five rows.
func sloped(n int) engine.Sample {
	r := rand.New(rand.NewPCG(3, 4))
	s := engine.Sample{X: mat.NewDense(n, 4, nil), Target: engine.Target{Classes: []string{"a", "b"}}}
	for i := range n {
		for c := range 4 {
			s.X.Set(i, c, r.NormFloat64())
		}
		label := 0
		if s.X.At(i, 0)+s.X.At(i, 1) > 0 != (r.IntN(5) == 0) {
			label = 1
		}
		s.Labels = append(s.Labels, label)
	}
	return s
}

// TestC45Prunes: each setting that is to make a smaller tree does.
func TestC45Prunes(t *testing.T) {
	s := sloped(400)
	leaves := func(prune string, confidence float64, least int) int {
		return learned(t, &C45{Prune: prune, Confidence: confidence, Min: least}, s).Leaves()
	}
	for name, smaller := range map[string][2]int{
		"pruning":          {leaves("raise", 0.4, 2), leaves("none", 0.4, 2)},
		"raising":          {leaves("raise", 0.4, 2), leaves("replace", 0.4, 2)},
		"lower confidence": {leaves("raise", 0.01, 2), leaves("raise", 0.4, 2)},
		"larger min":       {leaves("raise", 0.4, 150), leaves("raise", 0.4, 2)},
	} {
		if smaller[0] >= smaller[1] {
			t.Errorf("%s: %d leaves, not less than %d", name, smaller[0], smaller[1])
		}
	}
}

// TestC45RefusesResponses: another tree predicts them.
func TestC45RefusesResponses(t *testing.T) {
	_, err := c45With(func(*C45) {}).Learn(t.Context(), formula(20, 2, 0))
	var e *engine.Error
	if !errors.As(err, &e) || !strings.Contains(err.Error(), "use cart, which predicts a response") {
		t.Errorf("error is %v", err)
	}
}

// TestC45AsksCasesInFractions: a row without the cell that the root asks for gets
// the class that its share of most rows is of.
func TestC45AsksCasesInFractions(t *testing.T) {
	s := stairs()
	for i := 12; i < 20; i++ {
		s.Labels[i] = 1
	}
	p := learned(t, c45With(func(*C45) {}), s)
	if got := predict(t, c45With(func(*C45) {}), s, mat.NewDense(1, 2, []float64{math.NaN(), 0})); got[0] != 1 || !p.Fractional {
		t.Errorf("class %v, want that of most rows", got[0])
	}
}

// TestC45SharesTheGrownTree: settings that prune a tree in other ways get the bits
// that they get alone.
func TestC45SharesTheGrownTree(t *testing.T) {
	s := sloped(300)
	shared := s
	shared.Memo = memo.New(memo.Unlimited).Rows(memo.Unique())
	for _, confidence := range []float64{0.5, 0.1, 0.25} {
		for _, prune := range []string{"raise", "none", "replace"} {
			m := c45With(func(m *C45) { m.Confidence, m.Prune = confidence, prune })
			if !reflect.DeepEqual(learned(t, m, shared), learned(t, m, s)) {
				t.Errorf("%+v: another tree in a sweep", m)
			}
		}
	}
}

func TestC45Stops(t *testing.T) {
	s := overlapping(20000, 8)
	enginetest.Cancels(t, func(ctx context.Context) error {
		_, err := c45With(func(*C45) {}).Learn(ctx, s)
		return err
	})
}
