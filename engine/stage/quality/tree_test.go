package quality

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/tree"
)

// chain is a tree whose root has three branches, one of which asks again: 4 leaves,
// 2 tests, depth 2.
func chain() *tree.Tree {
	return &tree.Tree{Width: 2, Classes: []string{"a", "b"}, Nodes: []tree.Node{
		{Split: tree.Levels{Column: 0, To: []int{0, 1, 2}, Ways: 3}, Children: []int{1, 2, 3}},
		{}, {Class: 1}, {Split: tree.Threshold{Column: 1, At: 0.5}, Children: []int{4, 5}},
		{}, {Class: 1},
	}}
}

func TestSizesOfATree(t *testing.T) {
	r := &engine.Run{Train: engine.Sample{X: mat.NewDense(3, 2, nil)}, Predictor: chain()}
	for want, m := range map[float64]engine.Measure{4: new(Leaves), 2: new(Tests)} {
		s, err := m.Score(t.Context(), r)
		if err != nil || s.Value != want || s.Better != engine.Lower {
			t.Errorf("%T is %+v, %v; want %v, lower", m, s, err, want)
		}
	}
	if s, err := new(Depth).Score(t.Context(), r); err != nil || s.Value != 2 || s.Better != engine.Lower {
		t.Errorf("depth is %+v, %v", s, err)
	}
}

// TestDimensions: those of the embedding, columns without one.
func TestDimensions(t *testing.T) {
	r := &engine.Run{Train: engine.Sample{X: mat.NewDense(3, 7, nil)}}
	if s, err := new(Dimensions).Score(t.Context(), r); err != nil || s.Value != 7 || s.Better != engine.Lower {
		t.Errorf("of columns it is %+v, %v", s, err)
	}
	r.Embedding = &engine.Embedding{Y: mat.NewDense(3, 2, nil)}
	if s, err := new(Dimensions).Score(t.Context(), r); err != nil || s.Value != 2 {
		t.Errorf("of an embedding it is %+v, %v", s, err)
	}
}
