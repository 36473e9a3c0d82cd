package embedding

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/alignment"
	"unfold/engine/linear/affine"
)

// TestPreservingMapsAreSciPys compares the directions of LPP and NPE with those of dense
// generalised eigenproblems: what coordinates change by along each axis of the rows.
func TestPreservingMapsAreSciPys(t *testing.T) {
	data, err := os.ReadFile("testdata/preserving.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string][][]float64
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"roll", "scurve"} {
		x := mat.NewDense(len(all[name]), len(all[name][0]), nil)
		for i, row := range all[name] {
			x.SetRow(i, row)
		}
		near := alignment.Near{K: 8, Dim: 2}
		for method, m := range map[string]engine.Embedder{"lpp": &LPP{Near: near, Weights: "heat"}, "npe": &NPE{Near: near, Reg: 1e-3}} {
			own := embed(t, m, engine.Sample{X: x}).Map.(affine.Map)
			for p, got := range own.Columns {
				var inner, a, b float64
				for c, v := range got {
					w := all[name+" "+method][c][p]
					inner, a, b = inner+v*w, a+v*v, b+w*w
				}
				if off := 1 - math.Abs(inner)/math.Sqrt(a*b); off > 1e-12 {
					t.Errorf("%s %s: direction %d is off by %.2g", name, method, p, off)
				}
			}
		}
	}
}

// TestPreservingMapsReadNoLabels maps rows as it places them, whatever the metric.
func TestPreservingMapsReadNoLabels(t *testing.T) {
	s := irises(t)
	s.Distances = cityblock{s.X}
	for _, m := range []engine.Embedder{&LPP{Near: alignment.Near{K: 8, Dim: 2}}, &NPE{Near: alignment.Near{K: 8, Dim: 2}, Reg: 1e-3}} {
		e := embed(t, m, s)
		image, err := engine.Image(t.Context(), e.Map, s.X)
		if err != nil || !mat.Equal(image, e.Y) {
			t.Errorf("%T maps training rows elsewhere (%v)", m, err)
		}
	}
}
