package optimum

import (
	"math"
	"testing"
)

// TestWolfeMeetsItsConditions searches along three of the lines of Moré and
// Thuente 1994 (section 5), from steps far too short to far too long.
func TestWolfeMeetsItsConditions(t *testing.T) {
	lines := map[string]func(a float64) (value, slope float64){
		"−a/(a² + 2)": func(a float64) (float64, float64) {
			return -a / (a*a + 2), (a*a - 2) / ((a*a + 2) * (a*a + 2))
		},
		"(a + 0.004)⁵ − 2 (a + 0.004)⁴": func(a float64) (float64, float64) {
			b := a + 0.004
			return math.Pow(b, 5) - 2*math.Pow(b, 4), 5*math.Pow(b, 4) - 8*math.Pow(b, 3)
		},
		"two curves with a flat part": func(a float64) (float64, float64) {
			const c, b = 1e-3, 1e-2
			gamma := func(x float64) float64 { return math.Sqrt(1+x*x) - x }
			left, right := math.Hypot(1-a, b), math.Hypot(a, c)
			return gamma(c)*left + gamma(b)*right, -gamma(c)*(1-a)/left + gamma(b)*a/right
		},
	}
	for name, line := range lines {
		value, slope := line(0)
		for _, flat := range []float64{0.9, 0.1} {
			for _, first := range []float64{1e-3, 0.1, 10, 1e3} {
				step, ok, met := first, true, false
				search := newWolfe(value, slope, flat, first)
				for trial := 0; trial < 20 && ok && !met; trial++ {
					p := probe{step: step}
					p.value, p.slope = line(step)
					if met = p.value <= value+1e-4*slope*step && math.Abs(p.slope) <= flat*math.Abs(slope); search.met(p) != met {
						t.Errorf("%s: the conditions at %v are said to be met: %v", name, step, !met)
					}
					if !met {
						step, ok = search.next(p)
					}
				}
				if !met {
					t.Errorf("%s from %v, flat %v: no step found, last %v", name, first, flat, step)
				}
			}
		}
	}
}
