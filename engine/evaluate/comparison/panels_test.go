package comparison

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/figure"
)

// drawing gives a report the drawings that a pipeline makes by itself: a scatter
// of so many rows and, with candidates, a curve.
func drawing(r *engine.Report, rows int, tuned ...float64) *engine.Report {
	points := figure.Points{Name: "training"}
	for i := range rows {
		points.X, points.Y = append(points.X, float64(i)), append(points.Y, math.Sin(float64(i)))
		points.Rows, points.Shade, points.Class = append(points.Rows, i), append(points.Shade, float64(i)), append(points.Class, i%2)
	}
	r.Figures = []*figure.Figure{{Name: "scatter", Title: "Embedding", X: figure.Axis{Label: "dimension 1"}, Y: figure.Axis{Label: "dimension 2"}, Equal: true, Classes: []string{"a", "b"}, Layers: []figure.Layer{points}}}
	if tuned == nil {
		return r
	}
	r.Tuning = &engine.Tuning{Measure: r.Scores[0].Name}
	band, line := figure.Band{Name: "one standard error"}, figure.Line{Name: "mean", Marked: true}
	for i, v := range tuned {
		x := float64(i + 1)
		band.X, band.Low, band.High = append(band.X, x), append(band.Low, v-0.01), append(band.High, v+0.01)
		line.X, line.Y = append(line.X, x), append(line.Y, v)
	}
	r.Figures = append(r.Figures, &figure.Figure{Name: "curve", Title: "Inner", Alt: "Inner accuracy of 3 candidates.", X: figure.Axis{Label: "knn.k"}, Y: figure.Axis{Label: "accuracy"},
		Layers: []figure.Layer{band, figure.Segments{Name: "each fold", X0: []float64{1}, Y0: []float64{0.1}, X1: []float64{2}, Y1: []float64{0.2}}, line, figure.Points{Name: "chosen", X: []float64{2}, Y: []float64{tuned[1]}}}})
	return r
}

func three(t *testing.T) *Comparison {
	t.Helper()
	c, err := New(Set{Data: "made", Entries: []Entry{
		{Name: "tuned", Report: drawing(higher(good...), 3000, 0.90, 0.95, 0.92)},
		{Name: "plain", Report: drawing(higher(poor...), 3000)},
		{Name: "broken", Failed: errors.New("k = 500 must be below 150")},
	}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestPanelsShareTheirLimits looks at each panel: a curve with its chosen
// candidates and a dashed line at the score on held rows, a score with its band,
// a hole, and scatters of some rows.
func TestPanelsShareTheirLimits(t *testing.T) {
	c := three(t)
	f, err := c.Panels(0, 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Parts) != 3 || f.Across != 3 {
		t.Fatalf("%d panels, %d across", len(f.Parts), f.Across)
	}
	tuned, plain, broken := f.Parts[0], f.Parts[1], f.Parts[2]
	curve, score := tuned.Parts[0], plain.Parts[0]
	if curve.Y.Low != score.Y.Low || curve.Y.High != score.Y.High || !(curve.Y.Low < 0.72 && curve.Y.High > 0.96) {
		t.Errorf("limits %g to %g and %g to %g", curve.Y.Low, curve.Y.High, score.Y.Low, score.Y.High)
	}
	kinds := map[string]figure.Layer{}
	for _, layer := range curve.Layers {
		switch layer := layer.(type) {
		case figure.Line:
			kinds[layer.Name] = layer
		case figure.Segments:
			kinds[layer.Name] = layer
		}
	}
	if _, folds := kinds["each fold"]; folds {
		t.Error("single folds are drawn in a small figure")
	}
	if held := kinds["held rows"].(figure.Line); !held.Dashed || held.Y[0] != c.Standings[0].Score.Mean || held.X[0] != 1 || held.X[1] != 3 {
		t.Errorf("held rows at %v, should be at %g", held, c.Standings[0].Score.Mean)
	}
	if chosen := kinds["chosen"].(figure.Segments); chosen.X0[0] != 2 || chosen.Y0[0] != curve.Y.Low || !(chosen.Y1[0] > chosen.Y0[0]) {
		t.Errorf("chosen: %v", chosen)
	}
	band := score.Layers[0].(figure.Band)
	if want := c.Standings[1].Score.SD / math.Sqrt(10); math.Abs(band.High[0]-band.Low[0]-2*want) > 1e-15 {
		t.Errorf("band of %g, a standard error is %g", band.High[0]-band.Low[0], want)
	}
	if len(broken.Parts) != 0 || !strings.Contains(broken.Caption, "k = 500") || !strings.Contains(f.Alt, "broken: no result") {
		t.Errorf("the hole: %+v", broken)
	}
	one, two := tuned.Parts[1].Layers[0].(figure.Points), plain.Parts[1].Layers[0].(figure.Points)
	if n := len(one.X); n < 320 || n > 346 || len(one.Rows) != n || len(one.Shade) != n || len(one.Class) != n {
		t.Errorf("%d rows are drawn, a third of 1,000 was wanted", n)
	}
	if want := fmt.Sprintf("the same in each panel: %d of 3,000 rows.", len(one.X)); !strings.Contains(f.Caption, want) {
		t.Errorf("no %q in %s", want, f.Caption)
	}
	for i := range one.Rows {
		if one.Rows[i] != two.Rows[i] {
			t.Fatal("panels draw other rows")
		}
	}
	if tuned.Parts[1].X.Labels == nil || len(c.Entries[0].Report.Figures[0].Layers[0].(figure.Points).X) != 3000 {
		t.Error("the report's own scatter has changed")
	}
}

func TestPanelsTakeLimits(t *testing.T) {
	f, err := three(t).Panels(0, 1)
	if err != nil {
		t.Fatal(err)
	}
	if y := f.Parts[0].Parts[0].Y; y.Low != 0 || y.High != 1 || !strings.Contains(f.Caption, "0 to 1, the same in all panels") {
		t.Errorf("%+v, %s", y, f.Caption)
	}
	for _, limits := range [][2]float64{{1, 0}, {math.NaN(), 1}, {0, math.Inf(1)}} {
		if _, err := three(t).Panels(limits[0], limits[1]); err == nil {
			t.Errorf("%v were taken", limits)
		}
	}
}

// TestPanelsHaveATwin sets all marks in a table that says which panel each is in.
func TestPanelsHaveATwin(t *testing.T) {
	f, err := three(t).Panels(0, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := f.Table()
	for _, want := range []string{"part,layer,row,class,x,y,", "\"tuned  0.930, inner accuracy\",mean,,,2,0.95,", "\"plain  0.724, embedding\",training,0,a,0,0,"} {
		if !strings.Contains(s.CSV(), want) {
			t.Errorf("no %q in\n%s", want, s.CSV()[:2000])
		}
	}
}
