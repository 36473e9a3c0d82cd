package profile

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

func near(t *testing.T, what string, got Association, name string, want float64) {
	t.Helper()
	if got.Name != name || !(math.Abs(got.Value-want) < 1e-12) {
		t.Errorf("%s: %s = %.15g, want %s = %.15g", what, got.Name, got.Value, name, want)
	}
}

// TestCorrelationRatioByHand: the marks of 15 students in three subjects have the squared
// ratio 6780/9640.
func TestCorrelationRatioByHand(t *testing.T) {
	marks := []float64{45, 70, 29, 15, 21, 40, 20, 30, 42, 65, 95, 80, 70, 85, 73, 999, math.NaN()}
	subjects := []int{0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, engine.Hidden, 1}
	x := mat.NewDense(len(marks), 1, marks)
	near(t, "marks", With(x, engine.Column{}, 0, engine.Target{Labels: subjects}), "η", math.Sqrt(6780.0/9640))

	groups := mat.NewDense(15, 1, nil)
	for i := range 15 {
		groups.Set(i, 0, float64(subjects[i]))
	}
	response := engine.Target{Response: mat.NewDense(15, 1, marks[:15])}
	near(t, "subjects", With(groups, engine.Column{Levels: []string{"algebra", "geometry", "statistics"}}, 0, response), "η", math.Sqrt(6780.0/9640))
}

// TestCramerByHand: of 10, 20, 30 and 40 rows in two by two groups χ² is 50/63.
func TestCramerByHand(t *testing.T) {
	x := mat.NewDense(100, 1, nil)
	labels := make([]int, 100)
	for i := range labels {
		if i >= 30 {
			x.Set(i, 0, 1)
		}
		if i >= 10 && i < 30 || i >= 60 {
			labels[i] = 1
		}
	}
	two := engine.Column{Levels: []string{"a", "b"}}
	near(t, "two by two", With(x, two, 0, engine.Target{Labels: labels}), "V", math.Sqrt(50.0/63/100))
	same := make([]int, 100)
	for i := range same {
		same[i] = int(x.At(i, 0))
	}
	near(t, "the same", With(x, two, 0, engine.Target{Labels: same}), "V", 1)
}

func TestPearsonByHand(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{1, 2, math.Inf(1), 4})
	y := engine.Target{Response: mat.NewDense(4, 2, []float64{2, 9, 4, 9, 9, 9, 8, 9})}
	near(t, "a line", With(x, engine.Column{}, 0, y), "r", 1)
}

// TestNothingIsToldOfNothing: of what does not vary, of levels that are another in each
// row, of rows without anything to be learned.
func TestNothingIsToldOfNothing(t *testing.T) {
	x := mat.NewDense(3, 1, []float64{0, 1, 2})
	names := engine.Column{Levels: []string{"a", "b", "c"}}
	for what, got := range map[string]Association{
		"nothing to learn": With(x, engine.Column{}, 0, engine.Target{}),
		"one class":        With(x, engine.Column{}, 0, engine.Target{Labels: []int{0, 0, 0}}),
		"constant column":  With(mat.NewDense(3, 1, nil), engine.Column{}, 0, engine.Target{Labels: []int{0, 1, 0}}),
		"names of rows":    With(x, names, 0, engine.Target{Labels: []int{0, 1, 0}}),
		"names, response":  With(x, names, 0, engine.Target{Response: mat.NewDense(3, 1, []float64{1, 2, 4})}),
		"no row with both": With(x, engine.Column{}, 0, engine.Target{Response: mat.NewDense(3, 1, []float64{math.NaN(), math.NaN(), 4})}),
	} {
		if !math.IsNaN(got.Value) {
			t.Errorf("%s: %v", what, got)
		}
	}
}
