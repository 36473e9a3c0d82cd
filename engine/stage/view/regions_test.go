package view

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/figure"
)

func TestRegionsHaveABorder(t *testing.T) {
	r := enginetest.Signs(enginetest.FirstColumn{}, 20)
	f := enginetest.Draw(t, &Regions{Window{Fold: 1, X: "1", Y: "2"}}, r)
	areas, borders := enginetest.Layer[figure.Areas](t, f, 0), enginetest.Layer[figure.Segments](t, f, 1)
	if len(areas.X0) != 2*gridSize || areas.Class[0] != 0 || areas.Class[1] != 1 || math.Abs(areas.X1[0]) > 0.03 {
		t.Errorf("%d areas, the first to %v", len(areas.X0), areas.X1[0])
	}
	if len(borders.X0) != 1 || borders.X0[0] != borders.X1[0] || borders.Y1[0] != f.Y.High || borders.Y0[0] != f.Y.Low || !borders.Border {
		t.Errorf("%+v", borders)
	}
	if f.X.Label != "sign" || f.Y.Label != "noise" || !strings.Contains(f.Alt, "50 % is a, 50 % is b; 20 training rows and 20 held") {
		t.Error(f.X.Label, f.Y.Label, f.Alt)
	}
	held := enginetest.Layer[figure.Points](t, f, 3)
	if !held.Ring || len(held.X) != 20 {
		t.Errorf("%d held rows, rings: %v", len(held.X), held.Ring)
	}
	left, right := enginetest.Layer[figure.Names](t, f, 4), enginetest.Layer[figure.Names](t, f, 5)
	if !slices.Equal(left.Texts, []string{"a"}) || !slices.Equal(right.Texts, []string{"b"}) || left.X[0] > 0 || right.X[0] < 0 {
		t.Errorf("%+v, %+v", left, right)
	}
}

// TestRegionsOfMoreColumnsAreACut: the others at their medians, levels at the most
// frequent one; rows with a missing cell are not drawn.
func TestRegionsOfMoreColumnsAreACut(t *testing.T) {
	r := enginetest.Signs(enginetest.FirstColumn{}, 20)
	run := r.Runs[0]
	x := mat.NewDense(20, 4, nil)
	for i := range 20 {
		x.SetRow(i, []float64{float64(i % 3), float64(i), run.Train.X.At(i, 0), float64(i)})
	}
	x.Set(3, 1, math.NaN())
	run.Train.X, run.Held.X = x, nil
	run.Train.Columns = []engine.Column{{Name: "colour", Levels: []string{"red", "green", "blue"}}, {Name: "b"}, {Name: "c"}, {Name: "d"}}
	g, err := (&Regions{Window{Fold: 1, X: "2", Y: "4"}}).groundOf(run)
	if err != nil || g.point[0] != 0 || g.point[3] != 9.5 || len(g.rows[0].X) != 19 {
		t.Errorf("%+v, %v", g, err)
	}
	if !strings.Contains(g.others, "the other 2 columns are at their medians") {
		t.Error(g.others)
	}
	for at, want := range map[[2]string]string{{"1", "2"}: "has levels", {"b", "5"}: "y = 5 is beyond", {"2", "b"}: "are both 2", {"2", "e"}: "none of the dimensions"} {
		_, err := (&Regions{Window{Fold: 1, X: at[0], Y: at[1]}}).View(t.Context(), r)
		e, ok := err.(*engine.Error) //nolint:errorlint // as views return it
		if !ok || e.Remedy == nil || !strings.Contains(e.Cause, want) {
			t.Errorf("%v: %v", at, err)
		}
	}
}

func TestRegionsOfAResponse(t *testing.T) {
	r := responses(report(2))
	r.Runs[0].Predictor = enginetest.FirstColumn{}
	f := enginetest.Draw(t, &Regions{Window{Fold: 1, X: "1", Y: "2"}}, r)
	areas := enginetest.Layer[figure.Areas](t, f, 0)
	if areas.Class != nil || slices.Max(areas.Shade) != 1 || !strings.Contains(f.Alt, "predictions from 0 to 1") {
		t.Errorf("%s", f.Alt)
	}
	one := report(1)
	one.Runs[0].Predictor = enginetest.FirstColumn{}
	if _, err := (&Regions{Window{Fold: 1, X: "1", Y: "2"}}).View(t.Context(), one); err == nil || !strings.Contains(err.Error(), "there is one") {
		t.Error(err)
	}
}
