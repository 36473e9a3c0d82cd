package chart

import (
	"fmt"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"unfold/engine/figure"
)

// TestEveryBarIsNamed: a figure grows until the names under its bars have room.
func TestEveryBarIsNamed(t *testing.T) {
	fig := &figure.Figure{}
	bars := figure.Bars{}
	for i := range 30 {
		at := float64(i)
		fig.X.Labels = append(fig.X.Labels, fmt.Sprint("column ", i))
		bars.Low, bars.High, bars.Y = append(bars.Low, at-0.4), append(bars.High, at+0.4), append(bars.Y, 1)
	}
	fig.Layers = []figure.Layer{bars}
	w, h := Sheet{Figures: []*figure.Figure{fig, fig}}.SizeOf(fig)
	if f := layOut(fig, nil, vg.Rectangle{Max: vg.Point{X: vg.Length(w), Y: vg.Length(h)}}); len(f.xTicks) != 30 {
		t.Errorf("%d of 30 bars have names on %d pixels", len(f.xTicks), w)
	}
}

// TestNamesStandOnStrokes: strokes to names come before all names.
func TestNamesStandOnStrokes(t *testing.T) {
	p, names := figure.Points{}, figure.Names{Free: true}
	for i := range 40 {
		x, y := float64(i%7), float64(i%5)
		p.X, p.Y = append(p.X, x), append(p.Y, y)
		names.X, names.Y, names.Texts = append(names.X, x/50), append(names.Y, y/50), append(names.Texts, fmt.Sprint("name ", i))
	}
	text := string(SVG(Sheet{Figures: []*figure.Figure{{Layers: []figure.Layer{p, names}}}}))
	first := strings.Index(text, ">name ")
	if first < 0 || strings.Contains(text[first:], `stroke-width="70"`) {
		t.Error("a stroke is drawn over a name")
	}
}
