package dimension

import (
	"context"
	"errors"
	"math"
	"testing"

	"unfold/engine"
)

// TestCurvesLieLevel: on a sphere without noise all estimators say two at all
// small scales, each at scales that ascend.
func TestCurvesLieLevel(t *testing.T) {
	curves, err := Curves(t.Context(), engine.Sample{X: sphere(3, 1200, 2)})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range curves {
		if len(c.Reach) < 5 || len(c.Reach) != len(c.Estimates) {
			t.Fatalf("%s has %d scales and %d estimates", c.Name, len(c.Reach), len(c.Estimates))
		}
		for i, e := range c.Estimates {
			if i > 0 && c.Reach[i] <= c.Reach[i-1] {
				t.Errorf("%s: scale %g comes after %g", c.Name, c.Reach[i], c.Reach[i-1])
			}
			if c.Reach[i] <= 32 && math.Abs(e.Value-2) > 0.3 || !(e.Low < e.Value && e.Value < e.High) {
				t.Errorf("%s says %+v of %g rows", c.Name, e, c.Reach[i])
			}
		}
	}
	if first, _ := find(t, sphere(3, 1200, 2), 2).TwoNN(t.Context(), 0.1); curves[0].Estimates[0] != first {
		t.Errorf("of all rows the curve says %+v, and twonn %+v", curves[0].Estimates[0], first)
	}
}

// TestMeanOf: the mean of four like estimates is surer by half.
func TestMeanOf(t *testing.T) {
	e := spread(3, 0.3)
	got := meanOf([]Estimate{e, e, e, e})
	if want := spread(3, 0.15); math.Abs(got.Value-3) > 1e-12 || math.Abs(got.High-want.High) > 1e-12 || math.Abs(got.Low-want.Low) > 1e-12 {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestCurvesStop: when they are not wanted any more.
func TestCurvesStop(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Curves(ctx, engine.Sample{X: sphere(1, 200, 2)}); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}
