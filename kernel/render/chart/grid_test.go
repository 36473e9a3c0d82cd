package chart

import (
	"math"
	"slices"
	"strings"
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

// TestSignsOfCellsShow: in colour by two hues that are equally dark at equal sizes, in grey
// by strokes where there is no number; and a bar explains them.
func TestSignsOfCellsShow(t *testing.T) {
	cells := figure.Cells{Values: [][]float64{{0.83, -0.83}}, Shade: [][]float64{{0.83, -0.83}}, Signed: true, Shaded: "r"}
	ramp, along := cellRamp(cells)
	up, down := rampAt(ramp, along(0.83)), rampAt(ramp, along(-0.83))
	if !(up.B > up.R && down.R > down.B) || contrast(up, down) > 1.5 {
		t.Errorf("%v above zero, %v below", up, down)
	}
	fig := &figure.Figure{Layers: []figure.Layer{cells}, ShadeLow: -1, ShadeHigh: 1}
	numbered := strings.Count(string(SVG(Sheet{Figures: []*figure.Figure{fig}})), "<path")
	cells.Silent = true
	fig.Layers[0] = cells
	hatched := string(SVG(Sheet{Figures: []*figure.Figure{fig}}))
	if strings.Count(hatched, "<path") <= numbered || !strings.Contains(hatched, ">r</text>") || !strings.Contains(hatched, "−1.0") {
		t.Error("a cell below zero is not hatched, or no bar explains it")
	}
}

// TestSilentCellsAreSmall: two of them do not fill a figure, and write nothing.
func TestSilentCellsAreSmall(t *testing.T) {
	fig := &figure.Figure{X: figure.Axis{Labels: []string{"a", "b"}}, Y: figure.Axis{Labels: []string{"7"}}, Layers: []figure.Layer{figure.Cells{Values: [][]float64{{1, math.NaN()}}, Shade: [][]float64{{1, 0}}, Silent: true}}}
	_, high := Sheet{Figures: []*figure.Figure{fig}}.SizeOf(fig)
	f := layOut(fig, nil, vg.Rectangle{Max: vg.Point{X: aloneWidth, Y: vg.Length(high)}})
	if size := f.box.Size(); high > 150 || size.X > 2*silentWidth || size.Y > silentHeight+1 {
		t.Errorf("a figure %d high with cells on %v", high, size)
	}
	if text := string(SVG(Sheet{Figures: []*figure.Figure{fig}})); strings.Contains(text, ">1</text>") {
		t.Error("a number is written")
	}
}
