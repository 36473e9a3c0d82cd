package chart

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"unfold/engine/figure"
)

// TestFlatDataHaveFlatFigures: on equal axes data ten times as wide as high leave no more
// than half of their frame empty, and square data have the usual height.
func TestFlatDataHaveFlatFigures(t *testing.T) {
	for _, c := range []struct{ across, up float64 }{{10, 4}, {10, 10}, {10, 1}} {
		fig := &figure.Figure{Equal: true, Title: "t", X: figure.Axis{Label: "x"}, Y: figure.Axis{Label: "y"},
			Layers: []figure.Layer{figure.Points{X: []float64{0, c.across}, Y: []float64{0, c.up}}}}
		w, h := Sheet{Figures: []*figure.Figure{fig}}.SizeOf(fig)
		f := layOut(fig, nil, vg.Rectangle{Max: vg.Point{X: vg.Length(w), Y: vg.Length(h)}})
		used := c.across / (f.x.hi - f.x.lo) * c.up / (f.y.hi - f.y.lo)
		if most := float64(aloneHeight); c.up == 10 && float64(h) != most || c.up == 4 && used < 0.7 {
			t.Errorf("data of %g by %g take %.2f of their frame in a figure of %d by %d", c.across, c.up, used, w, h)
		}
		if float64(h) < math.Floor(leastShape*float64(w)) {
			t.Errorf("a figure of %d by %d is too flat for its texts", w, h)
		}
	}
	named := &figure.Figure{Y: figure.Axis{Labels: []string{"a", "b"}}}
	if _, h := (Sheet{Figures: []*figure.Figure{named}}).SizeOf(named); h >= aloneHeight*3/4 {
		t.Errorf("two rows with names take %d pixels", h)
	}
}

// TestDiagramHasNoLines: a diagram has the names of its places and no lines behind its marks.
func TestDiagramHasNoLines(t *testing.T) {
	fig := &figure.Figure{X: figure.Axis{Labels: []string{"source", "embedder"}}, Y: figure.Axis{Labels: []string{"held", "training"}},
		Layers: []figure.Layer{figure.Names{X: []float64{0, 1}, Y: []float64{0, 1}, Texts: []string{"load", "isomap"}, Middle: true}}}
	lines := func() int { return strings.Count(string(SVG(Sheet{Figures: []*figure.Figure{fig}})), "stroke=") }
	if lines() == 0 {
		t.Fatal("a figure has no lines of its axes")
	}
	fig.Diagram = true
	if n := lines(); n != 0 {
		t.Errorf("a diagram has %d lines", n)
	}
	if text := string(SVG(Sheet{Figures: []*figure.Figure{fig}})); !strings.Contains(text, ">source<") || !strings.Contains(text, ">held<") {
		t.Error("its places have no names")
	}
}

// TestNarrowFiguresKeepTheirData: the legend of a narrow figure stands above its data, which
// have most of the width.
func TestNarrowFiguresKeepTheirData(t *testing.T) {
	fig := curve()
	f := layOut(fig, nil, vg.Rectangle{Max: vg.Point{X: 298, Y: 200}})
	if share := f.box.Size().X / 298; share < 0.7 || f.legend.width != 0 || len(f.key.rows) == 0 {
		t.Errorf("the data have %.2f of the width", share)
	}
}
