package prepare

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// fruit is five rows: a number, of which one is missing, a level and a class.
func fruit() *engine.Table {
	return &engine.Table{
		X:       mat.NewDense(5, 2, []float64{3, 0, 1, 1, math.NaN(), 0, 3, 1, 2, 2}),
		Columns: []engine.Column{{Name: "size"}, {Name: "hue", Levels: []string{"red", "blue", "green"}}},
		Target:  engine.Target{Label: "kind", Classes: []string{"10", "9"}, Labels: []int{0, 1, 0, 1, engine.Hidden}},
		Rows:    []int{0, 1, 2, 3, 4},
	}
}

// TestSort: numbers go by size, levels by name, classes that are numbers as such; equal rows
// keep their order, and what is missing comes last both ways.
func TestSort(t *testing.T) {
	for by, want := range map[string][]int{
		"size":       {1, 4, 0, 3, 2},
		"-size":      {0, 3, 4, 1, 2},
		"hue":        {1, 3, 4, 0, 2},
		"kind":       {1, 3, 0, 2, 4},
		"-kind":      {0, 2, 1, 3, 4},
		"size,-hue":  {1, 4, 0, 3, 2},
		"size,hue":   {1, 4, 3, 0, 2},
		"kind,-size": {3, 1, 0, 2, 4},
	} {
		got, err := (&Sort{By: strings.Split(by, ",")}).Select(t.Context(), fruit())
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("by %s: %v, %v, want %v", by, got, err, want)
		}
	}
	if _, err := (&Sort{By: []string{"-sise"}}).Select(t.Context(), fruit()); err == nil || !strings.Contains(err.Error(), "did you mean size?") {
		t.Errorf("a column that is not there: %v", err)
	}
}

// TestHeadAndTail keep rows at the ends, and all of a table of fewer.
func TestHeadAndTail(t *testing.T) {
	for _, c := range []struct {
		m    engine.Selector
		want []int
	}{
		{&Head{N: 2}, []int{0, 1}}, {&Head{N: 9}, []int{0, 1, 2, 3, 4}},
		{&Tail{N: 2}, []int{3, 4}}, {&Tail{N: 9}, []int{0, 1, 2, 3, 4}},
	} {
		if got, err := c.m.Select(t.Context(), fruit()); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v, %v", c.m, got, err)
		}
	}
}
