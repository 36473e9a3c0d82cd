package metric

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// TestBlend: squared distances of three rows on a line, whose mean is 6 over 3 pairs,
// and of two classes, whose mean is 4 over 3.
func TestBlend(t *testing.T) {
	d := distances(t, &Blend{Share: 0.25}, sample(mat.NewDense(3, 1, []float64{0, 1, 2}), 0, 0, 1))
	q := matrix(d)
	for _, c := range []struct {
		i, j int
		want float64
	}{{0, 1, 0.75 * 1 / 2}, {1, 2, 0.75*1/2 + 0.25*2/(4.0/3)}, {0, 2, 0.75*4/2 + 0.25*2/(4.0/3)}} {
		if got := q.At(c.i, c.j); !close(got*got, c.want, 1e-12) {
			t.Errorf("rows %d and %d are %v apart, want √%v", c.i, c.j, got, c.want)
		}
	}
	if _, outward := d.(engine.Outward); outward {
		t.Error("rows without answers can be measured")
	}
}

// TestBlendOfResponses goes by their squared differences, whatever their unit.
func TestBlendOfResponses(t *testing.T) {
	s := engine.Sample{X: mat.NewDense(3, 1, []float64{0, 1, 2}), Target: engine.Target{Response: mat.NewDense(3, 1, []float64{0, 100, 300})}}
	q := matrix(distances(t, &Blend{Share: 0.5}, s))
	mean := (1.0 + 4 + 9) / 3
	if want := math.Sqrt(0.5*4/2 + 0.5*9/mean); !close(q.At(0, 2), want, 1e-12) {
		t.Errorf("the ends are %v apart, want %v", q.At(0, 2), want)
	}
	s.Response.Set(1, 0, 0)
	s.Response.Set(2, 0, 0)
	if _, err := new(Blend).Distances(t.Context(), s); err == nil {
		t.Error("a constant response was blended in")
	}
}
