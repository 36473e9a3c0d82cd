package profile

import (
	"math"
	"strings"
	"testing"
)

func TestSuspicions(t *testing.T) {
	ages := func(more ...float64) []float64 { return append([]float64{20, 35, 41, 41, 60, 88}, more...) }
	for _, c := range []struct {
		want   string
		cells  []float64
		levels []string
	}{
		{"no value in any row", []float64{math.NaN()}, nil},
		{"same value in all rows", []float64{2, 2}, nil},
		{"another value in each row", []float64{0, 1, 2}, []string{"a", "b", "c"}},
		{"1 number without an end", ages(math.Inf(-1)), nil},
		{"beyond 2⁵³", ages(1 << 54), nil},
		{"the value -999 far from all others", ages(-999, -999), nil},
		{"the value -999 far from all others", []float64{-999, 1200, 3100}, nil},
		{"the value 9999 far from all others", ages(9999), nil},
		{`the value "Unknown" in 2 rows`, []float64{0, 1, 1}, []string{"red", "Unknown"}},
		{"", ages(), nil},
		{"", ages(99), nil},   // not far
		{"", ages(-1), nil},   // no code
		{"", ages(1000), nil}, // no code
		{"", []float64{9}, []string{"?"}},
	} {
		got := strings.Join(profileOf(t, c.cells, c.levels...).Suspicions(), "; ")
		if c.want == "" && strings.Contains(got, "may stand") || !strings.Contains(got, c.want) {
			t.Errorf("%v %v: %q, want %q", c.cells, c.levels, got, c.want)
		}
	}
}
