package preview

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/early"
	"unfold/engine/figure"
)

// TestPicturesComeEachSecond, and progress each time; of many rows some are drawn, in
// the colours of their classes.
func TestPicturesComeEachSecond(t *testing.T) {
	const n = 5000
	s := engine.Sample{X: mat.NewDense(n, 1, nil), Target: engine.Target{Labels: make([]int, n), Classes: []string{"a", "b"}}}
	for i := range n {
		s.Labels[i] = i % 2
	}
	synctest.Test(t, func(t *testing.T) {
		var told, looked int
		var pictures []*figure.Figure
		ctx := engine.WithProgress(t.Context(), func(p engine.Progress) {
			told++
			if f, ok := p.Picture.(*figure.Figure); ok {
				pictures = append(pictures, f)
			}
		})
		w := Begin(ctx, s)
		defer w.End()
		for range 25 {
			enough := w.Tell(ctx, engine.Progress{Note: "step"}, func() Place {
				looked++
				return func(row int) (x, y float64) { return float64(row), 1 }
			})
			if enough {
				t.Fatal("nobody has asked it to end")
			}
			time.Sleep(100 * time.Millisecond)
		}
		if told != 25 || len(pictures) != 2 || looked != 2 {
			t.Fatalf("of 25 reports in 2.5 s %d arrive and %d pictures, for which it looked %d times", told, len(pictures), looked)
		}
		points := pictures[0].Layers[0].(figure.Points)
		if len(points.X) > mostRows || points.X[1] != 3 || points.Class[1] != 1 || !slices.Equal(pictures[0].Classes, s.Classes) {
			t.Errorf("it shows %d rows, the second at %v of class %v", len(points.X), points.X[1], points.Class[1])
		}
	})
}

// TestWhatIsAskedToEndIsTold, once work can end, and not once it has.
func TestWhatIsAskedToEndIsTold(t *testing.T) {
	ctx, ask := early.With(t.Context(), nil)
	nothing := func() Place { return nil }
	if ask() {
		t.Error("there is work that can end before it begins")
	}
	w := Begin(ctx, engine.Sample{})
	if w.Tell(ctx, engine.Progress{}, nothing) {
		t.Error("it ends before it is asked to")
	}
	if !ask() || !w.Tell(ctx, engine.Progress{}, nothing) {
		t.Error("it is not told that it is to end")
	}
	w.End()
	if ask() {
		t.Error("work that has ended can end early")
	}
}

// TestRowsOnALineLieAtZero, and of more than two coordinates the first are seen.
func TestRowsOnALineLieAtZero(t *testing.T) {
	if x, y := Along([]float64{5, 7}, 1)(1); x != 7 || y != 0 {
		t.Errorf("a row on a line is at %v, %v", x, y)
	}
	if x, y := Along([]float64{1, 2, 3, 4, 5, 6}, 3)(1); x != 4 || y != 5 {
		t.Errorf("a row in space is at %v, %v", x, y)
	}
}
