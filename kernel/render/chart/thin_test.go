package chart

import (
	"encoding/json"
	"math"
	"testing"

	"gonum.org/v1/plot/vg"

	"unfold/engine/figure"
)

// spiral is a figure of n points in three groups.
func spiral(n int) *figure.Figure {
	var p figure.Points
	for i := range n {
		angle := float64(i)
		p.X, p.Y = append(p.X, math.Sqrt(angle)*math.Cos(angle)), append(p.Y, math.Sqrt(angle)*math.Sin(angle))
		p.Class, p.Rows = append(p.Class, i%3), append(p.Rows, i)
	}
	return &figure.Figure{Classes: []string{"a", "b", "c"}, Layers: []figure.Layer{p}}
}

// TestManyPointsAreThinned: a script is given some of many points, spread over all rows,
// on the axes of all.
func TestManyPointsAreThinned(t *testing.T) {
	const n = 3*MostLive + 1
	fig := spiral(n)
	thinned, points := Thin(fig, MostLive)
	rows := thinned.Layers[0].(figure.Points).Rows
	if points != n || len(rows) != MostLive || len(thinned.Layers[0].(figure.Points).Class) != MostLive {
		t.Fatalf("%d of %d points", len(rows), points)
	}
	for i := 1; i < len(rows); i++ {
		if step := rows[i] - rows[i-1]; step < 3 || step > 4 {
			t.Fatalf("row %d stands behind row %d", rows[i], rows[i-1])
		}
	}
	if same, _ := Thin(thinned, MostLive); same != thinned {
		t.Error("few points are thinned")
	}
	data, err := Live(fig, nil, 600, 440)
	if err != nil {
		t.Fatal(err)
	}
	var l struct{ X struct{ Lo, Hi float64 } }
	if err := json.Unmarshal(data, &l); err != nil {
		t.Fatal(err)
	}
	if f := layOut(fig, nil, vg.Rectangle{Max: vg.Point{X: 600, Y: 440}}); l.X.Lo != f.x.lo || l.X.Hi != f.x.hi {
		t.Errorf("the script's axis goes from %g to %g, the picture's from %g to %g", l.X.Lo, l.X.Hi, f.x.lo, f.x.hi)
	}
}
