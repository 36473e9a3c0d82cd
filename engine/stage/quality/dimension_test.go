package quality

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/stage/dataset"
	"unfold/engine/stage/generator"
)

// scoreOf scores the rows of x by a measure with its defaults, and returns what it
// remarked on.
func scoreOf(t *testing.T, m engine.Measure, x *mat.Dense) (engine.Score, string, error) {
	t.Helper()
	engine.SetDefaults(m)
	return scoreAs(t, m, x)
}

// scoreAs scores the rows of x by a measure as it is set.
func scoreAs(t *testing.T, m engine.Measure, x *mat.Dense) (engine.Score, string, error) {
	t.Helper()
	ctx, notes := engine.WithNotes(t.Context(), "")
	score, err := m.Score(ctx, &engine.Run{Train: engine.Sample{X: x}})
	var said []string
	for _, n := range notes() {
		said = append(said, n.Text)
	}
	return score, strings.Join(said, "\n"), err
}

// TestDimensionOfSwissRoll: a sheet, rolled up.
func TestDimensionOfSwissRoll(t *testing.T) {
	roll := new(generator.SwissRoll)
	engine.SetDefaults(roll)
	table, err := roll.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []engine.Measure{new(TwoNN), new(MLE), new(CorrDim)} {
		s, _, err := scoreOf(t, m, table.X)
		if err != nil || s.Value < 1.8 || s.Value > 2.1 || s.Low > s.Value || s.High < s.Value || s.Better != engine.Neither {
			t.Errorf("%+v (%v), want about 2", s, err)
		}
	}
}

// TestDimensionOfFaces: faces turned left and right, up and down, and lit from the
// side have three dimensions, and the noise of their pixels a little more.
func TestDimensionOfFaces(t *testing.T) {
	folder := os.Getenv("UNFOLD_DATA")
	if _, err := os.Stat(filepath.Join(folder, "isomap_faces_32x32.csv.gz")); folder == "" || err != nil {
		t.Skip("UNFOLD_DATA has no isomap_faces_32x32.csv.gz")
	}
	table, err := (&dataset.Load{Path: "isomap_faces_32x32", Image: "32x32"}).Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []engine.Measure{new(TwoNN), new(MLE), new(CorrDim)} {
		if s, _, err := scoreOf(t, m, table.X); err != nil || s.Value < 3 || s.Value > 4.5 {
			t.Errorf("%+v (%v), want between 3 and 4.5", s, err)
		}
	}
}

// steps returns n rows along a line with steps that differ.
func steps(n int) *mat.Dense {
	x := mat.NewDense(n, 2, nil)
	for i := range n {
		v := float64(i*i%(n-1)) + float64(i)/float64(n)
		x.SetRow(i, []float64{v, 2 * v})
	}
	return x
}

// TestDimensionRemarks: what was left out or chosen is said.
func TestDimensionRemarks(t *testing.T) {
	twice := new(mat.Dense)
	twice.Stack(steps(40), steps(40))
	const copied = "40 of 80 rows are at no distance from another, and count once with it"
	for m, want := range map[engine.Measure]string{new(TwoNN): copied, new(MLE): copied, new(CorrDim): "slope over radii from "} {
		if _, said, err := scoreOf(t, m, twice); err != nil || !strings.Contains(said, copied) || !strings.Contains(said, want) {
			t.Errorf("%T says %q (%v), want %q", m, said, err, want)
		}
	}
	grid := mat.NewDense(60, 2, nil)
	for i := range 60 {
		grid.SetRow(i, []float64{float64(i * i % 23), float64(3 * i % 31)})
	}
	if _, said, err := scoreOf(t, new(TwoNN), grid); err != nil || !strings.Contains(said, "two nearest that are equally far, as on a grid") {
		t.Errorf("of a grid twonn says %q (%v)", said, err)
	}
}

// TestDimensionRefusals: settings that contradict each other or the rows.
func TestDimensionRefusals(t *testing.T) {
	for _, c := range []struct {
		m     engine.Measure
		param string
		want  string
	}{
		{&MLE{K1: 9, K2: 5, Average: "inverse"}, "k1", "k1 = 9 is above k2 = 5"},
		{&MLE{K1: 9, K2: 45, Average: "inverse"}, "k2", "40 rows have no 45 neighbours each"},
		{&CorrDim{From: 9, To: 3}, "from", "fewer than three radii have 9 to 3 rows within reach"},
		{&CorrDim{To: 2}, "to", "fewer than three radii have auto to 2 rows within reach"},
	} {
		_, _, err := scoreAs(t, c.m, steps(40))
		var fault *engine.Error
		if !errors.As(err, &fault) || fault.Param != c.param || fault.Cause != c.want || len(fault.Remedy) == 0 {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// TestCorrelationWindow: the radii asked for are those that serve.
func TestCorrelationWindow(t *testing.T) {
	x := steps(300)
	_, said, err := scoreAs(t, &CorrDim{From: 4, To: 40}, x)
	if err != nil || !strings.Contains(said, "within which a row has ") {
		t.Errorf("%q, %v", said, err)
	}
	all, _, _ := scoreAs(t, &CorrDim{From: 1, To: 300}, x)
	part, _, _ := scoreAs(t, &CorrDim{From: 4, To: 40}, x)
	if all.Value == part.Value {
		t.Error("other radii have the same slope to the last bit")
	}
}
