package view

import (
	"errors"
	"testing"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/figure"
)

// TestScatterInSpace: three dimensions stand in space unless a plane is asked for, of
// more the one that is named.
func TestScatterInSpace(t *testing.T) {
	r := report(3)
	for _, c := range []struct {
		window Window
		z      string
		want   string // the label of the upright axis, empty for a plane
	}{
		{Window{Fold: 1, X: "1", Y: "2"}, "auto", "dimension 3"},
		{Window{Fold: 1, X: "1", Y: "2"}, "none", ""},
		{Window{Fold: 1, X: "2", Y: "3"}, "auto", ""},
		{Window{Fold: 1, X: "2", Y: "3"}, "1", "dimension 1"},
	} {
		f := enginetest.Draw(t, &Scatter{Window: c.window, Z: c.z, Rows: 5000}, r)
		if p := enginetest.Layer[figure.Points](t, f, 0); f.Z.Label != c.want || (p.Z != nil) != (c.want != "") {
			t.Errorf("%+v, z = %s: upright %q, %d heights", c.window, c.z, f.Z.Label, len(p.Z))
		}
	}
	var fault *engine.Error
	if _, err := (&Scatter{Window: Window{Fold: 1, X: "1", Y: "2"}, Z: "4", Rows: 5000}).View(t.Context(), r); !errors.As(err, &fault) || fault.Param != "z" {
		t.Errorf("a fourth of three dimensions: %v", err)
	}
}
