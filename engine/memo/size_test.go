package memo_test

import (
	"context"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/memo"
)

func TestSizesAreOfWhatHangsOnAValue(t *testing.T) {
	x := mat.NewDense(100, 50, nil)
	const cells = 100 * 50 * 8
	type tree struct {
		left, right *tree
		rows        []int32
	}
	full := memo.New(memo.Unlimited).Rows(memo.Unique())
	memo.Find(t.Context(), full, 0, nil, func(context.Context, *[]float64) ([]float64, error) { return make([]float64, 1<<20), nil })
	pair := &tree{rows: make([]int32, 10, 100)}
	pair.left, pair.right = pair, &tree{}
	for _, c := range []struct {
		what  string
		value any
		bytes uint64 // of matrices and slices; structures around them are small
	}{
		{"nothing", nil, 0},
		{"a number", 7.0, 0},
		{"a matrix", x, cells},
		{"the same one twice", []*mat.Dense{x, x}, cells},
		{"part of one", x.Slice(0, 10, 0, 50), cells},
		{"a ring", pair, 400},
		{"a map", map[string][]float64{"a": make([]float64, 1000)}, 8000},
		{"what says so itself", sized{}, 1 << 40},
		{"a sample beside a full memo", engine.Sample{X: x, Memo: full}, cells},
		{"a run", engine.Run{Train: engine.Sample{X: x}, Embedding: &engine.Embedding{Target: engine.Euclidean(x), Y: mat.NewDense(100, 2, nil)}}, cells + 1600},
	} {
		if got := memo.Size(c.value); got < c.bytes || got > c.bytes+700 {
			t.Errorf("%s: %d bytes, want %d and a little", c.what, got, c.bytes)
		}
	}
}

type sized struct{}

func (sized) Bytes() uint64 { return 1 << 40 }
