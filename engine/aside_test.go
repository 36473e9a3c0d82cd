package engine_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// mapped is a table of five rows with their places aside.
func mapped() *engine.Table {
	return &engine.Table{
		X:       mat.NewDense(5, 1, []float64{0, 1, 2, 3, 4}),
		Columns: []engine.Column{{Name: "x"}},
		Rows:    []int{0, 1, 2, 3, 4},
		Aside: engine.Aside{
			X:       mat.NewDense(5, 3, []float64{0, 0, 10, 1, 1, 11, 2, 0, 12, 3, 1, 13, 4, 0, math.NaN()}),
			Columns: []engine.Column{{Name: "lat"}, {Name: "town", Levels: []string{"Ulm", "Bonn"}}, {Name: "long"}},
		},
	}
}

// TestAsideTravelsWithTheRows, however they are taken apart and put together.
func TestAsideTravelsWithTheRows(t *testing.T) {
	all := mapped()
	for name, s := range map[string]engine.Sample{
		"taken":          all.Take([]int{3, 1, 1}),
		"kept and taken": all.Keep([]int{4, 3, 1}).Take([]int{1, 2, 2}),
		"only":           all.Take([]int{0, 1, 3}).Only([]int{2, 1, 1}),
		"first":          all.Take([]int{3, 1, 1, 4}).First(3),
		"from":           all.Take([]int{4, 3, 1, 1}).From(1),
		"joined":         all.Take([]int{3}).And(all.Take([]int{1, 1})),
	} {
		got, err := s.Aside.Numbers("columns", "long", "lat")
		if err != nil || !mat.Equal(got, mat.NewDense(3, 2, []float64{13, 3, 11, 1, 11, 1})) || !slices.Equal(s.Rows, []int{3, 1, 1}) {
			t.Errorf("%s: rows %v have %v aside, %v", name, s.Rows, got, err)
		}
	}
	s := all.Take([]int{2, 4})
	hidden := s.Aside.Hide([]int{1})
	if v := hidden.X; v.At(0, 2) != 12 || !math.IsNaN(v.At(1, 0)) || s.Aside.X.At(1, 0) != 4 {
		t.Errorf("hidden, the cells are %v", mat.Formatted(v))
	}
	if none := all.Take([]int{1}).And(engine.Sample{X: mat.NewDense(1, 1, nil), Rows: []int{2}}); none.Aside.X != nil {
		t.Errorf("joined with rows that have no columns aside, two rows have %v", mat.Formatted(none.Aside.X))
	}
}

// TestColumnsAsideAreAskedForByName: the refusal of others says which there are.
func TestColumnsAsideAreAskedForByName(t *testing.T) {
	for _, c := range []struct {
		of         engine.Aside
		name, want string
	}{
		{mapped().Aside, "lon", `no column aside is called "lon"; did you mean long?`},
		{mapped().Aside, "height", `no column aside is called "height"; the columns aside are lat, town, long`},
		{mapped().Aside, "town", `column "town" holds words (Ulm, Bonn), not numbers; give targets as columns of numbers`},
		{engine.Aside{}, "lat", `no column aside is called "lat": the table has none; keep the column aside: load("file.csv", aside="lat")`},
	} {
		_, err := c.of.Numbers("targets", c.name)
		var fault *engine.Error
		if !errors.As(err, &fault) || fault.Param != "targets" || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	if x, err := mapped().Aside.Numbers("targets", "long"); err != nil || x.At(3, 0) != 13 || !math.IsNaN(x.At(4, 0)) {
		t.Errorf("long is %v, %v", x, err)
	}
}
