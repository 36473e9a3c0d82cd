package chart

import (
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"unfold/engine/figure"
)

// TestCellsHaveAllNumbersOrNone: cells too narrow for their numbers have fewer digits,
// and where one would not fit still, none has a number.
func TestCellsHaveAllNumbersOrNone(t *testing.T) {
	style := placed(sans(labelSize, ink), draw.XCenter, draw.YCenter)
	for _, c := range []struct {
		width  vg.Length
		values [][]float64
		want   [][]string
	}{
		{300, [][]float64{{0.1234, 120}, {0, -0.5}}, [][]string{{"0.1234", "120"}, {"0", "−0.5"}}},
		{90, [][]float64{{0.1234, 12}, {0, -0.5}}, [][]string{{"0.12", "12"}, {"0", "−0.5"}}},
		{90, [][]float64{{0.1234, 123456}, {0, -0.5}}, nil},
	} {
		cells := figure.Cells{Values: c.values}
		f := layOut(&figure.Figure{Layers: []figure.Layer{cells}}, nil, vg.Rectangle{Max: vg.Point{X: c.width, Y: 200}})
		if got := f.cellLabels(cells, style); !slices.EqualFunc(got, c.want, slices.Equal) {
			t.Errorf("%v in %v points: %q, want %q", c.values, c.width, got, c.want)
		}
	}
}
