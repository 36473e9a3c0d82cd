package chart

import (
	"encoding/json"
	"math"
	"testing"

	"gonum.org/v1/plot/vg"

	"unfold/engine/figure"
)

// limitedTo is a figure of five points on equal axes that reach farther up than across.
func limitedTo(x, y figure.Axis) *figure.Figure {
	at, up := []float64{-4, -1, 0, 1, 4}, []float64{-6, -3, 0, 3, 6}
	return &figure.Figure{Equal: true, X: x, Y: y, Classes: []string{"a", "b"},
		Layers: []figure.Layer{figure.Points{X: at, Y: up, Class: []int{0, 0, 0, 1, 1}, Rows: []int{0, 1, 2, 3, 4}}}}
}

// TestLimitsAreTheAxes: equal units draw in the box, or stretch the other axis, and never
// move an end that a reader has set; the picture and the page's script agree, and so do
// the counts of the legend.
func TestLimitsAreTheAxes(t *testing.T) {
	across, up := figure.Axis{Low: -2, High: 2}, figure.Axis{Low: -4, High: 1}
	for name, axes := range map[string][2]figure.Axis{"across": {across, {}}, "up": {{}, up}, "both": {across, up}} {
		fig := limitedTo(axes[0], axes[1])
		w, h := Sheet{Figures: []*figure.Figure{fig}}.SizeOf(fig)
		f := layOut(fig, nil, vg.Rectangle{Max: vg.Point{X: vg.Length(w), Y: vg.Length(h)}})
		data, err := Live(fig, nil, w, h)
		if err != nil {
			t.Fatal(err)
		}
		var page live
		if err := json.Unmarshal(data, &page); err != nil {
			t.Fatal(err)
		}
		for i, s := range []scale{f.x, f.y} {
			asked, shown := axes[i], []liveScale{page.X, page.Y}[i]
			if asked.High > asked.Low && (s.lo != asked.Low || s.hi != asked.High) || shown.Lo != s.lo || shown.Hi != s.hi {
				t.Errorf("%s: the axis runs from %g to %g, on the page to %g, asked for %v", name, s.lo, s.hi, shown.Hi, asked)
			}
		}
		size := f.box.Size()
		if ux, uy := (f.x.hi-f.x.lo)/float64(size.X), (f.y.hi-f.y.lo)/float64(size.Y); math.Abs(ux/uy-1) > 1e-9 {
			t.Errorf("%s: a unit across is %g of one up", name, uy/ux)
		}
	}
	if got := labelsOf(limitedTo(across, figure.Axis{}).OnAxes()); got != "a (2)|b (1)" {
		t.Errorf("the legend counts %s", got)
	}
	f := layOut(limitedTo(across, figure.Axis{}), nil, vg.Rectangle{Max: vg.Point{X: 600, Y: 440}})
	if l := f.legend.entries[0].label; l != "a (2)" {
		t.Errorf("the legend of the picture counts %s", l)
	}
}

// TestWhatReachesBeyondIsCut: strokes and bars end where the box does.
func TestWhatReachesBeyondIsCut(t *testing.T) {
	fig := &figure.Figure{X: figure.Axis{Low: 0, High: 10}, Y: figure.Axis{Low: 2, High: 8}}
	f := layOut(fig, nil, vg.Rectangle{Max: vg.Point{X: 600, Y: 440}})
	near := func(a, b vg.Point) bool { return math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y)) < 1e-9 }
	from, to, ok := f.stroke(-10, 5, 20, 5)
	if !ok || !near(from, f.at(0, 5)) || !near(to, f.at(10, 5)) {
		t.Errorf("a stroke across runs from %v to %v", from, to)
	}
	if from, to, ok = f.stroke(5, 0, 5, 4); !ok || !near(from, f.at(5, 2)) || !near(to, f.at(5, 4)) {
		t.Errorf("a stroke from below runs from %v to %v", from, to)
	}
	if _, _, ok = f.stroke(11, 0, 20, 9); ok {
		t.Error("a stroke outside is drawn")
	}
	bar, ok := f.inBox(vg.Rectangle{Min: f.at(1, 0), Max: f.at(2, 20)})
	if !ok || !near(bar.Min, f.at(1, 2)) || !near(bar.Max, f.at(2, 8)) {
		t.Errorf("a bar is drawn as %v", bar)
	}
}
