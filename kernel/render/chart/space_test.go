package chart

import (
	"math"
	"testing"

	"unfold/engine/figure"
)

// TestSeeKeepsLengths: what is seen is a rotation, so lengths and right angles stay.
func TestSeeKeepsLengths(t *testing.T) {
	for _, from := range []viewpoint{usualViewpoint, {}, {2, -1}} {
		var axes [3][3]float64
		for k := range 3 {
			var p [3]float64
			p[k] = 1
			axes[k][0], axes[k][1], axes[k][2] = from.see(p[0], p[1], p[2])
		}
		for i := range 3 {
			for j := range 3 {
				var product float64
				for k := range 3 {
					product += axes[i][k] * axes[j][k]
				}
				want := 0.0
				if i == j {
					want = 1
				}
				if math.Abs(product-want) > 1e-15 {
					t.Errorf("from %v, axes %d and %d have the product %g", from, i, j, product)
				}
			}
		}
	}
	// The upright axis stays upright, and what is raised shows the floor.
	if x, y, _ := usualViewpoint.see(0, 0, 1); math.Abs(x) > 1e-15 || y <= 0 {
		t.Errorf("up is (%g, %g)", x, y)
	}
}

// TestFarPointsComeFirst, so that near ones hide them.
func TestFarPointsComeFirst(t *testing.T) {
	fig := spiral(50)
	p := fig.Layers[0].(figure.Points)
	for i := range p.X {
		p.Z = append(p.Z, float64(i%5))
	}
	fig.Layers = []figure.Layer{p}
	c := cubeOf(fig)
	var last = math.Inf(-1)
	for _, layer := range flat(fig, usualViewpoint).Layers {
		drawn, ok := layer.(figure.Points)
		if !ok {
			continue
		}
		for _, row := range drawn.Rows {
			_, _, near := usualViewpoint.see((p.X[row]-c.middle[0])/c.half, (p.Y[row]-c.middle[1])/c.half, (p.Z[row]-c.middle[2])/c.half)
			if near < last {
				t.Fatalf("row %d is drawn behind one that is nearer", row)
			}
			last = near
		}
	}
}
