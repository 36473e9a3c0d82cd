package dimension

import (
	"math"
	"testing"
)

// curveOf makes a curve of numbers at scales 1, 2, 4, ...
func curveOf(values ...float64) (c Curve) {
	for i, v := range values {
		c.add(math.Exp2(float64(i)), spread(v, 0.1))
	}
	return c
}

// TestLevelOf: noise on the left and borders on the right are not level; a single
// curve and curves apart are no level.
func TestLevelOf(t *testing.T) {
	a, b := curveOf(4, 3, 2.1, 2, 2, 2.1, 1.6), curveOf(5, 3.4, 2.2, 2.1, 2, 2, 1.2)
	l, ok := LevelOf([]Curve{a, b})
	if !ok || l.From != 4 || l.To != 32 || math.Abs(l.Value-16.5/8) > 1e-12 {
		t.Errorf("level is %+v, %v", l, ok)
	}
	for name, curves := range map[string][]Curve{
		"one":     {curveOf(2, 2, 2, 2, 2)},
		"apart":   {curveOf(2, 2, 2, 2, 2), curveOf(3, 3, 3, 3, 3)},
		"falling": {curveOf(5, 4, 3, 2, 1), curveOf(5, 4, 3, 2, 1)},
		"none":    nil,
	} {
		if l, ok := LevelOf(curves); ok {
			t.Errorf("%s: level is %+v", name, l)
		}
	}
}
