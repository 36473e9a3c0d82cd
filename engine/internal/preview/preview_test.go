package preview

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
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
		var told int
		var pictures []*figure.Figure
		ctx := engine.WithProgress(t.Context(), func(p engine.Progress) {
			told++
			if f, ok := p.Picture.(*figure.Figure); ok {
				pictures = append(pictures, f)
			}
		})
		p := New(s)
		for range 25 {
			p.Tell(ctx, engine.Progress{Note: "step"}, func(row int) (x, y float64) { return float64(row), 1 })
			time.Sleep(100 * time.Millisecond)
		}
		if told != 25 || len(pictures) != 2 {
			t.Fatalf("of 25 reports in 2.5 s %d arrive and %d pictures", told, len(pictures))
		}
		points := pictures[0].Layers[0].(figure.Points)
		if len(points.X) > mostRows || points.X[1] != 3 || points.Class[1] != 1 || !slices.Equal(pictures[0].Classes, s.Classes) {
			t.Errorf("it shows %d rows, the second at %v of class %v", len(points.X), points.X[1], points.Class[1])
		}
	})
}
