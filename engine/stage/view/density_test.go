package view

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/figure"
)

// TestHullGoesAround: every point lies on the inner side of each stroke, whose ends are
// points; of a square with its middle the corners are left, in their order.
func TestHullGoesAround(t *testing.T) {
	x, y := []float64{0, 1, 1, 0, 0.5, 0.5}, []float64{0, 0, 1, 1, 0.5, 0}
	if got := hullOf(x, y, []int{0, 3, 4, 5, 1, 2}); fmt.Sprint(got) != "[0 1 2 3]" {
		t.Errorf("the hull of a square is %v", got)
	}
	cloud := normal(200, 2)
	x, y = mat.Col(nil, 0, cloud), mat.Col(nil, 1, cloud)
	all := make([]int, 200)
	for i := range all {
		all[i] = i
	}
	for _, share := range []float64{1, 0.9, 0.5} {
		hull := peeled(x, y, all, share)
		inside := 0
		for i := range all {
			out := false
			for k, from := range hull {
				to := hull[(k+1)%len(hull)]
				out = out || (x[to]-x[from])*(y[i]-y[from])-(y[to]-y[from])*(x[i]-x[from]) < -1e-12
			}
			if !out {
				inside++
			}
		}
		if least := int(share * 200); inside < least || share < 1 && inside > least+25 {
			t.Errorf("%d of 200 points lie within an outline of %g", inside, share)
		}
	}
}

// TestScatterOutlinesClasses: rows that were learned from, class by class, in a plane.
func TestScatterOutlinesClasses(t *testing.T) {
	x := normal(30, 2)
	r := placed(x, x)
	r.Runs[0].Train.Target = engine.Target{Label: "kind", Labels: make([]int, 30), Classes: []string{"a", "b"}}
	for i := range 15 {
		r.Runs[0].Train.Labels[i] = 1
	}
	m := withDefaults(new(Scatter))
	m.Hull = 1
	f := enginetest.Draw(t, m, r)
	enginetest.Figure(t, f)
	strokes := enginetest.Layer[figure.Segments](t, f, 1)
	for i, class := range strokes.Class {
		from := slices.Index(mat.Col(nil, 0, x), strokes.X0[i])
		if from < 0 || (from < 15) != (class == 1) {
			t.Errorf("a stroke of class %d begins at row %d", class, from)
		}
	}
	if !strings.Contains(f.Caption, "all rows of each class") {
		t.Errorf("caption %q", f.Caption)
	}
	var fault *engine.Error
	if _, err := m.View(t.Context(), placed(normal(9, 3), normal(9, 3))); !errors.As(err, &fault) || fault.Param != "hull" || fault.Remedy == nil {
		t.Errorf("in space: %v", err)
	}
}

// TestDensityCountsEveryRow: cells have all rows between them, and the fullest is where
// most are.
func TestDensityCountsEveryRow(t *testing.T) {
	x := normal(500, 2)
	for i := range 100 {
		x.SetRow(i, []float64{1.5, 1.5})
	}
	x.Set(499, 0, math.NaN())
	r := placed(x, x)
	r.Runs[0].Embedding = nil
	m := withDefaults(new(Density))
	f := enginetest.Draw(t, m, r)
	enginetest.Figure(t, f)
	cells := enginetest.Layer[figure.Areas](t, f, 0)
	sum, fullest := 0.0, 0
	for i, v := range cells.Shade {
		sum += math.Pow(10, v)
		if v > cells.Shade[fullest] {
			fullest = i
		}
	}
	if math.Abs(sum-499) > 1e-9 || cells.X0[fullest] > 1.5 || cells.X1[fullest] < 1.5 || cells.Y0[fullest] > 1.5 || cells.Y1[fullest] < 1.5 {
		t.Errorf("%g rows, most in cell %d", sum, fullest)
	}
	if !strings.Contains(f.Alt, "499 rows in 16 × 16 cells") || !strings.Contains(f.Caption, "1 row left out") {
		t.Errorf("alt %q, caption %q", f.Alt, f.Caption)
	}
	m.Bins, m.Hull = 3, 0.9
	if f = enginetest.Draw(t, m, r); len(enginetest.Layer[figure.Areas](t, f, 0).X0) > 9 || len(enginetest.Layer[figure.Segments](t, f, 1).X0) < 3 {
		t.Errorf("layers %v", f.Layers)
	}
}

// TestDensityOfOnePlace: rows that all lie in one place fill one cell.
func TestDensityOfOnePlace(t *testing.T) {
	x := mat.NewDense(4, 2, nil)
	r := placed(x, x)
	f := enginetest.Draw(t, withDefaults(new(Density)), r)
	if cells := enginetest.Layer[figure.Areas](t, f, 0); len(cells.X0) != 1 || !(cells.X1[0] > cells.X0[0]) {
		t.Errorf("cells %+v", cells)
	}
}

// TestScatterOfManyDimensionsIsPairs: each two of the first ones, and what was asked for
// alone if it was.
func TestScatterOfManyDimensionsIsPairs(t *testing.T) {
	x := normal(20, 5)
	r := placed(x, x)
	few := enginetest.Draw(t, withDefaults(new(Scatter)), r)
	if len(few.Parts) != 3 || !strings.Contains(few.Caption, "2 further dimensions left out: scatter(pairs=5)") {
		t.Errorf("%d pairs, caption %q", len(few.Parts), few.Caption)
	}
	m := withDefaults(new(Scatter))
	m.Pairs = 4
	f := enginetest.Draw(t, m, r)
	enginetest.Figure(t, f)
	var titles []string
	for _, part := range f.Parts {
		titles = append(titles, part.Title)
	}
	if got := strings.Join(titles, ", "); got != "2 by 1, 3 by 1, 3 by 2, 4 by 1, 4 by 2, 4 by 3" {
		t.Errorf("pairs are %s", got)
	}
	last := enginetest.Layer[figure.Points](t, f.Leaves()[5], 0)
	enginetest.Equal(t, "across", last.X, mat.Col(nil, 2, x))
	enginetest.Equal(t, "up", last.Y, mat.Col(nil, 3, x))
	if !strings.Contains(f.Caption, "1 further dimension left out") {
		t.Errorf("caption %q", f.Caption)
	}
	for _, set := range []func(m *Scatter){func(m *Scatter) { m.Z = "none" }, func(m *Scatter) { m.X = "3" }, func(m *Scatter) { m.Z = "5" }} {
		m := withDefaults(new(Scatter))
		set(m)
		if f := enginetest.Draw(t, m, r); f.Parts != nil {
			t.Errorf("%+v is drawn by pairs", m)
		}
	}
}
