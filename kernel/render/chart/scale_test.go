package chart

import (
	"math"
	"strings"
	"testing"
	"unfold/engine/figure"
)

func TestTicks(t *testing.T) {
	tests := []struct {
		name  string
		scale scale
		count int
		want  string
	}{
		{"halves", scale{lo: -1.1, hi: 1.1}, 5, "−1.0 −0.5 0 0.5 1.0"},
		{"thousands", scale{lo: 0, hi: 4500}, 5, "0 1000 2000 3000 4000"},
		{"small", scale{lo: 0, hi: 3e-6}, 3, "0 1e-6 2e-6 3e-6"},
		{"whole", scale{lo: 0.8, hi: 3.2, axis: figure.Axis{Whole: true}}, 8, "1 2 3"},
		{"decades", scale{lo: 1e-6, hi: 1, axis: figure.Axis{Log: true}}, 8, "1e-6 1e-5 1e-4 1e-3 1e-2 1e-1 1"},
		{"plain decades", scale{lo: 100, hi: 100000, axis: figure.Axis{Log: true}}, 4, "100 1000 10000 100000"},
		{"plain fives", scale{lo: 500, hi: 20000, axis: figure.Axis{Log: true}}, 9, "500 1000 2000 5000 10000 20000"},
		{"small decades", scale{lo: 1e-3, hi: 1, axis: figure.Axis{Log: true}}, 3, "0.001 0.01 0.1 1"},
		{"one decade", scale{lo: 1, hi: 10, axis: figure.Axis{Log: true}}, 6, "1 2 5 10"},
		{"inside a decade", scale{lo: 2.5, hi: 4.5, axis: figure.Axis{Log: true}}, 4, "2.5 3.0 3.5 4.0 4.5"},
		{"names", scale{lo: -0.5, hi: 2.5, axis: figure.Axis{Labels: []string{"a", "b", "c"}}}, 9, "a b c"},
		{"every other name", scale{lo: 3.5, hi: -0.5, axis: figure.Axis{Labels: []string{"a", "b", "c", "d"}}}, 2, "a c"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, tick := range tt.scale.ticks(tt.count) {
				got = append(got, tick.label)
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("got %q, want %q", strings.Join(got, " "), tt.want)
			}
		})
	}
}

// FuzzTicks holds for whatever data bring.
func FuzzTicks(f *testing.F) {
	f.Add(-1.0, 1.0, false)
	f.Add(1e-9, 1e12, true)
	f.Add(-math.MaxFloat64, math.MaxFloat64, false)
	f.Fuzz(func(t *testing.T, a, b float64, log bool) {
		s := newScale(figure.Axis{Log: log}, []float64{a, b})
		ticks := s.ticks(6)
		if len(ticks) > 60 {
			t.Fatalf("%d ticks", len(ticks))
		}
		for _, tick := range ticks {
			if at := s.at(tick.at); at < -0.01 || at > 1.01 || math.IsNaN(at) {
				t.Errorf("tick %s of [%g, %g] lies at %g", tick.label, a, b, at)
			}
		}
	})
}
