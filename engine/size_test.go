package engine

import (
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestSizesAreOfWhatHangsOnAValue(t *testing.T) {
	x := mat.NewDense(100, 50, nil)
	const cells = 100 * 50 * 8
	type tree struct {
		left, right *tree
		rows        []int32
	}
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
		{"a sample beside a full shelf", Sample{X: x, shelf: &shelf{kept: map[any]*shelved{0: {value: make([]float64, 1<<20)}}}}, cells},
		{"a run", Run{Train: Sample{X: x}, Embedding: &Embedding{Target: Euclidean(x), Y: mat.NewDense(100, 2, nil)}}, cells + 1600},
	} {
		if got := sizeOf(c.value); got < c.bytes || got > c.bytes+700 {
			t.Errorf("%s: %d bytes, want %d and a little", c.what, got, c.bytes)
		}
	}
}

type sized struct{}

func (sized) Bytes() uint64 { return 1 << 40 }
