package canvas

import (
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
)

// TestStateIsThatBeforePush turns, moves and enlarges, and takes it all back.
func TestStateIsThatBeforePush(t *testing.T) {
	s := State{Pen: Pen{Transform: Affine{10, 0, 0, -10, 0, 100}}}
	s.SetLineWidth(2)
	s.Push()
	s.Translate(vg.Point{X: 1, Y: 2})
	s.Rotate(math.Pi / 2)
	s.Scale(2, 3)
	s.SetLineWidth(5)
	if x, y := s.Transform.Of(vg.Point{X: 1, Y: 1}); math.Abs(x+20) > 1e-9 || math.Abs(y-60) > 1e-9 { // (1−3, 2+2) of the document's tens
		t.Errorf("a point goes to %g, %g", x, y)
	}
	if by := s.Transform.Scale(); math.Abs(by-10*math.Sqrt(6)) > 1e-9 {
		t.Errorf("lengths are %g times as long", by)
	}
	s.Pop()
	if x, y := s.Transform.Of(vg.Point{X: 1, Y: 1}); x != 10 || y != 90 || s.Width != 2 {
		t.Errorf("afterwards a point goes to %g, %g, and strokes are %g wide", x, y, float64(s.Width))
	}
}
