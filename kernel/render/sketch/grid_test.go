package sketch

import (
	"math"
	"strings"
	"testing"

	"unfold/engine/figure"
)

// TestGridIsShaded: a character a fifth of the way from light to dark, a line a row.
func TestGridIsShaded(t *testing.T) {
	nan := math.NaN()
	fig := &figure.Figure{X: figure.Axis{Labels: []string{"size", "age", "weight"}}, Y: figure.Axis{Labels: []string{"a", "row 17"}},
		Layers: []figure.Layer{figure.Cells{Shade: [][]float64{{0, 0.25, 0.5, 0, 0, 0, 0, 0}, {0.75, 1, nan, 0, 0, 0, 0, 1}}}}}
	want := "     a │    ░░░░▒▒▒▒                    │\nrow 17 │▓▓▓▓████????                ████│\nacross: size, age, weight\n"
	if got := Grid(fig); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestGridFits: of many rows lines are means, and no line is wider than a sketch.
func TestGridFits(t *testing.T) {
	cells := figure.Cells{}
	for i := range 100 {
		row := make([]float64, 200)
		for j := range row {
			row[j] = float64(i % 2)
		}
		cells.Shade = append(cells.Shade, row)
	}
	lines := strings.Split(strings.TrimRight(Grid(&figure.Figure{Layers: []figure.Layer{cells}}), "\n"), "\n")
	if len(lines) != rows || lines[0] != " │"+strings.Repeat("▒", columns)+"│" {
		t.Errorf("%d lines, the first %q", len(lines), lines[0])
	}
	for name, fig := range map[string]*figure.Figure{
		"points":       {Layers: []figure.Layer{figure.Points{X: []float64{1}, Y: []float64{1}}}},
		"no rows":      {Layers: []figure.Layer{figure.Cells{}}},
		"no shades":    {Layers: []figure.Layer{figure.Cells{Values: [][]float64{{1}}}}},
		"few cells":    {Layers: []figure.Layer{figure.Cells{Shade: [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}}},
		"with a scale": {Layers: []figure.Layer{cells, figure.Line{}}},
	} {
		if got := Grid(fig); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestSignsShowInText: what is below zero has signs of its own, which a line explains.
func TestSignsShowInText(t *testing.T) {
	fig := &figure.Figure{Layers: []figure.Layer{figure.Cells{Signed: true, Shade: [][]float64{{1, -1, 0.5, -0.5, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0}}}}}
	if got := Grid(fig); !strings.HasPrefix(got, " │████≡≡≡≡▒▒▒▒----") || !strings.Contains(got, "below zero: · - = ≡\n") {
		t.Errorf("got\n%s", got)
	}
}
