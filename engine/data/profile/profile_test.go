package profile

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

func profileOf(t *testing.T, cells []float64, levels ...string) *Column {
	t.Helper()
	p, err := Of(t.Context(), mat.NewDense(len(cells), 1, cells), engine.Column{Name: "c", Levels: levels}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestNumbersByHand: quartiles lie between two numbers in proportion, and what is
// missing or infinite counts for nothing else.
func TestNumbersByHand(t *testing.T) {
	p := profileOf(t, []float64{4, math.NaN(), 1, 2.5, math.Inf(1), 2, 4})
	if p.Kind != Number || p.Rows != 7 || p.Missing != 1 || p.Infinite != 1 || p.Known() != 5 || p.Different != 4 || !p.Numeric() {
		t.Errorf("%+v", p)
	}
	if want := [5]float64{1, 2, 2.5, 4, 4}; p.Quartiles != want {
		t.Errorf("quartiles %v, want %v", p.Quartiles, want)
	}
	if got := profileOf(t, []float64{0, 1, 2, 10}).Quartiles; got != [5]float64{0, 0.75, 1.5, 4, 10} {
		t.Errorf("quartiles %v", got)
	}
}

func TestKinds(t *testing.T) {
	for _, c := range []struct {
		kind   Kind
		cells  []float64
		levels []string
	}{
		{Number, []float64{0, 0.5}, nil},
		{Whole, []float64{0, 2}, nil},
		{Boolean, []float64{0, 1, 1}, nil},
		{Empty, []float64{math.NaN()}, nil},
		{Empty, []float64{math.NaN()}, []string{"a"}},
		{Boolean, []float64{0, 1}, []string{"No", "Yes"}},
		{Boolean, []float64{1, 1}, []string{"FALSE", "TRUE"}},
		{Category, []float64{0, 1}, []string{"no", "true"}},
		{Category, []float64{0, 1, 2}, []string{"n", "y", "z"}},
		{Category, []float64{1, 0}, []string{"2024-02-29", "2023-12-31"}},
	} {
		if got := profileOf(t, c.cells, c.levels...).Kind; got != c.kind {
			t.Errorf("%v %v is %s, want %s", c.cells, c.levels, got, c.kind)
		}
	}
}

// TestLevelsAreCounted, the most frequent first and equals by their order.
func TestLevelsAreCounted(t *testing.T) {
	p := profileOf(t, []float64{2, 0, 2, 1, math.NaN(), engine.Unseen}, "a", "b", "c", "d")
	if want := []Level{{"c", 2}, {"unseen", 1}, {"a", 1}, {"b", 1}}; !slices.Equal(p.Levels, want) || p.Missing != 1 || p.Numeric() {
		t.Errorf("levels %v, want %v", p.Levels, want)
	}
	classes := OfClasses(engine.Target{Label: "y", Labels: []int{1, 0, 1, engine.Hidden}, Classes: []string{"no", "yes"}})
	if want := []Level{{"yes", 2}, {"no", 1}}; !slices.Equal(classes.Levels, want) || classes.Missing != 1 || classes.Kind != Boolean {
		t.Errorf("classes %+v", classes)
	}
}

// TestHistogramsCountEachNumberOnce, whatever the numbers are.
func TestHistogramsCountEachNumberOnce(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	for _, scale := range []float64{1, 1e-300, 1e300, math.MaxFloat64} {
		for range 50 {
			cells := make([]float64, 1+draw.IntN(40))
			for i := range cells {
				cells[i] = (2*draw.Float64() - 1) * scale
			}
			bins, rows := profileOf(t, cells).Bins, 0
			for b, bin := range bins {
				rows += bin.Rows
				if bin.Low > bin.High || b > 0 && bin.Low != bins[b-1].High {
					t.Fatalf("bins %v", bins)
				}
			}
			if rows != len(cells) {
				t.Fatalf("%d numbers in bins of %v", rows, cells)
			}
		}
	}
	if got := profileOf(t, []float64{3, 3, 5}).Bins; !slices.Equal(got, []Bin{{2, 4, 2}, {4, 6, 1}}) {
		t.Errorf("whole numbers in %v", got)
	}
	if got := profileOf(t, []float64{0.1, 0.1}).Bins; len(got) != 1 || got[0].Rows != 2 {
		t.Errorf("one number in %v", got)
	}
}

// TestOrderOfRowsDoesNotMatter.
func TestOrderOfRowsDoesNotMatter(t *testing.T) {
	cells := []float64{0.3, 1, math.NaN(), -4, 1, 7.7}
	a := profileOf(t, cells)
	slices.Reverse(cells)
	if b := profileOf(t, cells); a.Quartiles != b.Quartiles || !slices.Equal(a.Bins, b.Bins) {
		t.Errorf("%+v and %+v", a, b)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Of(ctx, mat.NewDense(1, 1, nil), engine.Column{}, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
