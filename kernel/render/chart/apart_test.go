package chart

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/plot/vg"

	"unfold/engine/figure"
)

// named returns a figure of points with names that stand apart.
func named(names figure.Names) *figure.Figure {
	names.Free = true
	return &figure.Figure{Name: "pareto", Title: "accuracy against leaves", Alt: "Five recipes", X: figure.Axis{Label: "leaves"}, Y: figure.Axis{Label: "accuracy"}, Layers: []figure.Layer{
		figure.Points{X: names.X, Y: names.Y, Tips: names.Texts}, names,
	}}
}

// TestNamesStandApart: of crowds of recipes, some of them at one place, no name lies
// on another or leaves the box.
func TestNamesStandApart(t *testing.T) {
	for seed := range 20 {
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		var names figure.Names
		for i := range 12 {
			names.X = append(names.X, float64(rng.IntN(4)))
			names.Y = append(names.Y, float64(rng.IntN(6))/10)
			names.Texts = append(names.Texts, fmt.Sprintf("recipe %d", i))
		}
		fig := named(names)
		f := layOut(fig, nil, vg.Rectangle{Max: vg.Point{X: aloneWidth, Y: aloneHeight}})
		all := f.placeApart(fig.Layers[1].(figure.Names))
		for i, n := range all {
			b := n.box()
			if b.Min.X < f.box.Min.X || b.Max.X > f.box.Max.X || b.Min.Y < f.box.Min.Y || b.Max.Y > f.box.Max.Y {
				t.Errorf("seed %d: %s leaves the box", seed, n.text)
			}
			for _, o := range all[:i] {
				if p := o.box(); b.Min.X < p.Max.X && p.Min.X < b.Max.X && b.Min.Y < p.Max.Y && p.Min.Y < b.Max.Y {
					t.Errorf("seed %d: %s lies on %s", seed, n.text, o.text)
				}
			}
		}
	}
}

// TestCrosses: strokes through, along and beside a rectangle.
func TestCrosses(t *testing.T) {
	b := vg.Rectangle{Min: vg.Point{X: 10, Y: 10}, Max: vg.Point{X: 30, Y: 20}}
	for _, c := range []struct {
		from, to vg.Point
		want     bool
	}{
		{vg.Point{X: 0, Y: 0}, vg.Point{X: 40, Y: 30}, true},
		{vg.Point{X: 0, Y: 15}, vg.Point{X: 40, Y: 15}, true},
		{vg.Point{X: 0, Y: 25}, vg.Point{X: 40, Y: 25}, false},
		{vg.Point{X: 0, Y: 8}, vg.Point{X: 20, Y: 40}, false}, // past a corner
	} {
		if got := crosses([2]vg.Point{c.from, c.to}, b); got != c.want {
			t.Errorf("%v to %v: %v", c.from, c.to, got)
		}
	}
}
