package chart

import (
	"testing"

	"gonum.org/v1/plot/vg"

	"unfold/engine/figure"
)

// TestAreasLookLikeTheirRows: equal numbers of areas and points have the same hue, and
// areas of classes differ in lightness from their marks.
func TestAreasLookLikeTheirRows(t *testing.T) {
	areas := figure.Areas{X0: []float64{0, 1}, Y0: []float64{0, 0}, X1: []float64{1, 2}, Y1: []float64{1, 1}, Shade: []float64{-5, 10}}
	fig := &figure.Figure{Layers: []figure.Layer{areas, figure.Points{X: []float64{0, 1}, Y: []float64{0, 1}, Shade: []float64{0, 10}}}}
	f := layOut(fig, nil, vg.Rectangle{Max: vg.Point{X: 400, Y: 300}})
	if s := f.areaShades(areas); s.lo != 0 || s.hi != 10 {
		t.Errorf("areas go from %v to %v", s.lo, s.hi)
	}
	f = layOut(&figure.Figure{Layers: []figure.Layer{areas}}, nil, vg.Rectangle{Max: vg.Point{X: 400, Y: 300}})
	if s := f.areaShades(areas); contrast(f.areaColour(areas, s, 0), f.areaColour(areas, s, 1)) < 4.5 {
		t.Error("bare areas do not tell the least from the most by lightness")
	}
	classes := figure.Areas{X0: []float64{0}, Y0: []float64{0}, X1: []float64{1}, Y1: []float64{1}, Class: []int{0}}
	f = layOut(&figure.Figure{Classes: []string{"a"}, Layers: []figure.Layer{classes, figure.Points{}}}, nil, vg.Rectangle{Max: vg.Point{X: 400, Y: 300}})
	for i := range 4 {
		f.looks = []int{i}
		if fill := f.areaColour(classes, shades{}, 0); contrast(fill, Class(i).Edge) < 2 {
			t.Errorf("marks of class %d have contrast %.1f on their area", i, contrast(fill, Class(i).Edge))
		}
	}
	f = layOut(&figure.Figure{Classes: []string{"a"}, Layers: []figure.Layer{classes}}, nil, vg.Rectangle{Max: vg.Point{X: 400, Y: 300}})
	if fill := f.areaColour(classes, shades{}, 0); contrast(fill, white) < 3 {
		t.Errorf("areas without marks have contrast %.1f on white", contrast(fill, white))
	}
	if found := classEntries(f.fig, f.looks, f.colours); len(found) != 1 || found[0].label != "a" {
		t.Errorf("areas without marks have %d entries", len(found))
	}
}
