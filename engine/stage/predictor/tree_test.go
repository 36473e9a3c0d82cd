package predictor

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/memo"
	"unfold/engine/tree"
)

// stairs are rows of a number from 0 to 39 and a level; the class changes at 20, but
// for rows 7 and 31.
func stairs() engine.Sample {
	s := engine.Sample{X: mat.NewDense(40, 2, nil), Columns: []engine.Column{{Name: "height"}, {Name: "colour", Levels: []string{"red", "blue"}}}, Target: engine.Target{Classes: []string{"low", "high"}}}
	for i := range 40 {
		s.X.SetRow(i, []float64{float64(i), float64(i % 2)})
		s.Labels = append(s.Labels, i/20)
	}
	s.Labels[7], s.Labels[31] = 1, 0
	return s
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

// changed returns a method with its defaults, but for what change does to it.
func changed[M any, P interface {
	*M
	engine.Method
}](change func(P)) P {
	m := P(new(M))
	engine.SetDefaults(m)
	change(m)
	return m
}

// learned is the tree that a method learns.
func learned(t *testing.T, m engine.Learner, s engine.Sample) *tree.Tree {
	t.Helper()
	p, err := m.Learn(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return p.(tree.Predictor).Tree()
}

// sharesTrees checks that methods which share what they can get the bits that each
// gets alone.
func sharesTrees(t *testing.T, s engine.Sample, sweep ...engine.Learner) {
	t.Helper()
	shared := s
	shared.Memo = memo.New(memo.Unlimited).Rows(memo.Unique())
	for _, m := range sweep {
		if !reflect.DeepEqual(learned(t, m, shared), learned(t, m, s)) {
			t.Errorf("%+v: another tree in a sweep", m)
		}
	}
}

// stops checks that learning ends with its context.
func stops(t *testing.T, m engine.Learner, s engine.Sample) {
	t.Helper()
	enginetest.Cancels(t, func(ctx context.Context) error {
		_, err := m.Learn(ctx, s)
		return err
	})
}
