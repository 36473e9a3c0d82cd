package stdlib_test

import (
	"testing"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/stage/generator"
	"unfold/engine/stage/protocol"
	"unfold/engine/stage/quality"
	"unfold/engine/stage/unfolding"
)

// TestEATUnfoldsSheets holds what eat recovers of sheets that it has seen few rows of, on
// all others, to the runs of a prototype in NumPy with other draws: a V of 28 rows far
// from each other .87 at 40°, .97 at 60°, .997 at 90°; a roll of 50 rows in the middle of
// clusters .985 to .993; a half globe laid out by its latitudes and longitudes .998.
func TestEATUnfoldsSheets(t *testing.T) {
	vee := func(angle float64) *generator.VShape {
		v := made(&generator.VShape{})
		v.N, v.Angle = 1000, angle
		return v
	}
	roll := made(&generator.SwissRoll{})
	roll.N, roll.Turns, roll.Height = 1000, 1, 10
	globe := made(&generator.Globe{})
	globe.N = 600
	for _, c := range []struct {
		name   string
		source engine.Source
		rows   int
		by     string
		change func(m *unfolding.EAT)
		least  float64
	}{
		{"V of 40°", vee(40), 28, protocol.ByFarthest, func(m *unfolding.EAT) { m.K = 4 }, 0.86},
		{"V of 60°", vee(60), 28, protocol.ByFarthest, func(m *unfolding.EAT) { m.K = 4 }, 0.96},
		{"V of 90°", vee(90), 28, protocol.ByFarthest, func(m *unfolding.EAT) { m.K = 4 }, 0.997},
		{"roll", roll, 50, protocol.ByMeans, func(m *unfolding.EAT) { m.K = 3 }, 0.98},
		{"globe", globe, 181, protocol.ByMeans, func(m *unfolding.EAT) { m.K, m.Nu, m.Targets = 6, 0.01, []string{"lat", "long"} }, 0.998},
	} {
		spread, eat := made(&protocol.Spread{}), made(&unfolding.EAT{})
		spread.N, spread.By = c.rows, c.by
		c.change(eat)
		report, err := evaluate.Run(t.Context(), engine.Pipe(c.source, spread, eat), evaluate.Environment{})
		if err != nil {
			t.Fatal(c.name, err)
		}
		score, err := made(&quality.Recovery{}).Score(t.Context(), report.Runs[0])
		if err != nil {
			t.Fatal(c.name, err)
		}
		if score.Value < c.least {
			t.Errorf("%s: recovers %.4f, want %g at least", c.name, score.Value, c.least)
		}
	}
}
