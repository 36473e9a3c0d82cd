package comparison

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/figure"
)

// sized gives a report a number of leaves, and rows of so many columns.
func sized(r *engine.Report, leaves float64, columns int) *engine.Report {
	r.Scores = append(r.Scores, engine.Summary{Name: "leaves", Better: engine.Lower, Mean: leaves})
	for _, run := range r.Runs {
		run.Train.X = mat.NewDense(9, columns, nil)
	}
	return r
}

// sizedTrees compares, by accuracy and leaves: "large" (0.93, 9), "small" (0.928, 4),
// "same" with the numbers of small, "poor" (0.724, 4), a hole, and one without leaves.
func sizedTrees(t *testing.T) *Comparison {
	t.Helper()
	c, err := New(Set{Data: "made", Entries: []Entry{
		{Name: "large", Report: sized(higher(good...), 9, 20)},
		{Name: "small", Report: sized(higher(like...), 4, 2)},
		{Name: "broken", Failed: errors.New("k = 500 must be below 150")},
		{Name: "same", Report: sized(higher(like...), 4, 2)},
		{Name: "poor", Report: sized(higher(poor...), 4, 3)},
		{Name: "knn", Report: higher(good...)},
	}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestFront(t *testing.T) {
	c := sizedTrees(t)
	for _, q := range []struct {
		across, up string
		want       []int
	}{
		{"leaves", "accuracy", []int{0, 1, 3}}, // equal recipes do not beat each other
		{"accuracy", "leaves", []int{0, 1, 3}},
		{Dimensions, "accuracy", []int{0, 1, 3}},
		{Dimensions, "leaves", []int{1, 3}},
		{Seconds, "accuracy", []int{0, 5}},
	} {
		got, err := c.Front(q.across, q.up)
		if err != nil || !slices.Equal(got, q.want) {
			t.Errorf("%s and %s: %v, %v, want %v", q.across, q.up, got, err, q.want)
		}
	}
}

// TestFrontHolds: of random recipes nobody in the set is beaten, everybody else is.
func TestFrontHolds(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	set := Set{Data: "random"}
	for i := range 40 {
		set.Entries = append(set.Entries, Entry{Name: string(rune('A' + i)), Report: sized(higher(float64(rng.IntN(12))/12, float64(rng.IntN(12))/12), float64(rng.IntN(10)), 2)})
	}
	c, err := New(set, Options{})
	if err != nil {
		t.Fatal(err)
	}
	front, err := c.Front("leaves", "accuracy")
	if err != nil || len(front) == 0 {
		t.Fatal(front, err)
	}
	numbers := func(i int) (leaves, accuracy float64) {
		s, _ := c.Entries[i].Report.Score("leaves")
		return s.Mean, roundSum(c.Standings[i].Score.Mean)
	}
	for i := range c.Entries {
		l, a := numbers(i)
		beaten := false
		for j := range c.Entries {
			m, b := numbers(j)
			beaten = beaten || m <= l && b >= a && (m < l || b > a)
		}
		if beaten == slices.Contains(front, i) {
			t.Errorf("recipe %d (%g leaves, accuracy %g): beaten is %v, in the set is %v", i, l, a, beaten, !beaten)
		}
	}
}

func TestParetoIsDrawn(t *testing.T) {
	f, err := sizedTrees(t).Pareto("leaves", "accuracy")
	if err != nil {
		t.Fatal(err)
	}
	line, beaten, best, names := f.Layers[0].(figure.Line), f.Layers[1].(figure.Points), f.Layers[2].(figure.Points), f.Layers[3].(figure.Names)
	if !slices.Equal(beaten.Tips, []string{"poor"}) || !beaten.Ring || !slices.Equal(best.Tips, []string{"large", "small", "same"}) || len(names.Texts) != 4 || !names.Free {
		t.Errorf("beaten %v, best %v, names %v", beaten.Tips, best.Tips, names.Texts)
	}
	// from the small trees up to the large one only when that is reached
	if want := []float64{4, 4, 4, 9, 9}; !slices.Equal(line.X, want) || line.Y[3] != line.Y[2] || !(line.Y[4] > line.Y[3]) {
		t.Errorf("the line goes by %v, %v", line.X, line.Y)
	}
	for _, want := range []string{"Pareto set: small (leaves 4, accuracy 0.927), same", "large (leaves 9, accuracy 0.93)", "Beaten: poor (leaves 4, accuracy 0.724) by small", "Not drawn: broken, no result. knn, no leaves."} {
		if !strings.Contains(f.Alt, want) {
			t.Errorf("%q is missing: %s", want, f.Alt)
		}
	}
}

// TestStepsFollowWhatIsBetter: with the better side on the right a step comes down
// before it goes on.
func TestStepsFollowWhatIsBetter(t *testing.T) {
	f, err := sizedTrees(t).Pareto("accuracy", "leaves")
	if err != nil {
		t.Fatal(err)
	}
	line := f.Layers[0].(figure.Line)
	if n := len(line.X); line.X[n-2] != line.X[n-3] || line.Y[n-2] != 9 {
		t.Errorf("the line goes by %v, %v", line.X, line.Y)
	}
}

func TestParetoAxes(t *testing.T) {
	for _, c := range []struct {
		values     []float64
		log, whole bool
	}{
		{[]float64{2, 5, math.NaN()}, false, true},
		{[]float64{2.5, 5}, false, false},
		{[]float64{0.1, 31}, true, false},
		{[]float64{0, 31}, false, true},
	} {
		if a := (criterion{values: c.values}).axis(); a.Log != c.log || a.Whole != c.whole {
			t.Errorf("%v: log %v, whole %v", c.values, a.Log, a.Whole)
		}
	}
}

func TestParetoRefuses(t *testing.T) {
	c := sizedTrees(t)
	for _, q := range []struct{ across, up, want string }{
		{"accuracy", "accuracy", "both criteria are accuracy"},
		{"depth", "accuracy", `no recipe has a score "depth"`},
		{"accuracy", "depth", `no recipe has a score "depth"`},
	} {
		_, err := c.Pareto(q.across, q.up)
		var e *engine.Error
		if !errors.As(err, &e) || e.Remedy == nil || !strings.Contains(e.Cause, q.want) {
			t.Errorf("%s, %s: error is %v", q.across, q.up, err)
		}
	}
	apart, err := New(Set{Data: "made", Entries: []Entry{{Name: "a", Report: sized(higher(good...), 3, 2)}, {Name: "b", Report: higher(poor...)}}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	apart.Entries[1].Report.Scores = append(apart.Entries[1].Report.Scores, engine.Summary{Name: "depth", Mean: 1})
	if _, err := apart.Front("leaves", "depth"); err == nil || !strings.Contains(err.Error(), "no recipe has both leaves and depth") {
		t.Error(err)
	}
}

// TestParetoOfASurvey: each data set counts once, and a recipe that lacks a number on
// one of them is left out.
func TestParetoOfASurvey(t *testing.T) {
	set := func(data string, small, large float64) Set {
		return Set{Data: data, Entries: []Entry{
			{Name: "small", Report: sized(higher(like...), small, 2)},
			{Name: "large", Report: sized(higher(good...), large, 20)},
			{Name: "none", Report: higher(poor...)},
		}}
	}
	s, err := Over([]Set{set("one", 3, 9), set("two", 6, 20)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	of, err := s.criterion("leaves")
	if err != nil || !slices.Equal(of.values[:2], []float64{4.5, 14.5}) || !math.IsNaN(of.values[2]) {
		t.Errorf("leaves are %v, %v", of.values, err)
	}
	f, err := s.Pareto("leaves", "accuracy")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"accuracy against leaves, 2 data sets", "means over 2 data sets", "small (leaves 4.5", "Not drawn: none, no leaves"} {
		if !strings.Contains(f.Title+f.Caption, want) {
			t.Errorf("%s, %s lacks %q", f.Title, f.Caption, want)
		}
	}
	if _, err := s.Pareto("depth", "accuracy"); err == nil {
		t.Error("a score that none has is drawn")
	}
}
