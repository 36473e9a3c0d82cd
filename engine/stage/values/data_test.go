package values

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
)

func TestData(t *testing.T) {
	rows := [][]float64{{1, 2}, {3, 4}}
	dense := mat.NewDense(2, 2, []float64{1, 2, 3, 4})
	cases := []struct {
		name string
		x, y any
		want string
	}{
		{"rows and texts", rows, []string{"v", "u"}, "x1 x2 → y{u,v}\n1 2 → v\n3 4 → u"},
		{"matrix and whole numbers", dense, []int{10, 9}, "x1 x2 → y{9,10}\n1 2 → 10\n3 4 → 9"},
		{"any matrix and truth", dense.T(), []bool{true, false}, "x1 x2 → y{false,true}\n1 3 → true\n2 4 → false"},
		{"one truth", rows, []bool{true, true}, "x1 x2 → y{true}\n1 2 → true\n3 4 → true"},
		{"numbers of classes", rows, []float64{2, -1}, "x1 x2 → y{-1,2}\n1 2 → 2\n3 4 → -1"},
		{"response", rows, []float64{0.5, 2}, "x1 x2 → y\n1 2 → 0.5\n3 4 → 2"},
		{"a matrix of responses", rows, mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 6}), "x1 x2 → y1, y2, y3\n1 2 → 1 2 3\n3 4 → 4 5 6"},
		{"rows of responses", rows, [][]float64{{1, 2, 3}, {4, 5, 6}}, "x1 x2 → y1, y2, y3\n1 2 → 1 2 3\n3 4 → 4 5 6"},
		{"columns of responses", rows, [][]float64{{1, 4}, {2, 5}, {3, 6}}, "x1 x2 → y1, y2, y3\n1 2 → 1 2 3\n3 4 → 4 5 6"},
		{"a matrix is never classes", rows, mat.NewVecDense(2, []float64{1, 2}), "x1 x2 → y\n1 2 → 1\n3 4 → 2"},
		{"a column and nothing to learn", []float64{1, 2}, nil, "x1\n1\n2"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			table, err := (&Data{X: c.x, Y: c.y}).Load(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if got := enginetest.Text(table); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
	named, err := (&Data{X: rows, Y: mat.NewDense(2, 2, nil), Names: []string{"up", "down"}}).Load(context.Background())
	if err != nil || named.Label != "up, down" || named.ResponseName(1) != "down" {
		t.Errorf("named responses are %v, %v", named, err)
	}
	data := &Data{X: rows, Y: []string{"u", "v"}}
	table, _ := data.Load(context.Background())
	before, _ := data.Fingerprint()
	rows[0][0] = 99
	if table.X.At(0, 0) != 1 {
		t.Error("the table shares memory with X")
	}
	if after, _ := data.Fingerprint(); after == before {
		t.Error("other values have the same fingerprint")
	}
}

func TestFaultsOfData(t *testing.T) {
	rows := [][]float64{{1, 2}, {3, 4}}
	cases := []struct {
		x, y        any
		param, want string
	}{
		{nil, nil, "X", "X must be [][]float64, a matrix or []float64, not <nil>; convert it"},
		{"rows", nil, "X", "not string"},
		{[][]float64{{1, 2}, {3}}, nil, "X", "row 1 of X has 1 values where row 0 has 2; give rows of one length"},
		{[][]float64{}, nil, "X", "X has no values; give at least one row and one column"},
		{[][]float64{{}, {}}, nil, "X", "X has no values"},
		{[]float64{}, nil, "X", "X has no values"},
		{(*mat.Dense)(nil), nil, "X", "X has no values"},
		{new(mat.Dense), nil, "X", "X has no values"},
		{rows, []int{1}, "y", "X has 2 rows but y has 1 values; give one value for each row"},
		{rows, []int{}, "y", "X has 2 rows but y has 0 values"},
		{rows, []float64{1, math.Inf(1)}, "y", "y is +Inf at row 1; mend the value, or give NaN where it is not known"},
		{rows, []float64{math.NaN(), math.NaN()}, "y", "y has no value; give y with a value for some rows, or leave it out"},
		{rows, [][]float64{{1, 2}, {3, 4}, {5, 6, 7}}, "y", "row 2 of y has 3 values where row 0 has 2"},
		{rows, [][]float64{}, "y", "y has no values"},
		{rows, mat.NewDense(3, 2, nil), "y", "X has 2 rows but y has 3 values; give one value for each row"},
		{rows, [][]float64{{1, 2}, {3, math.Inf(1)}}, "y", "y is +Inf at row 1, column 1; mend the value, or give NaN where it is not known"},
		{rows, []float32{1, 2}, "y", "y must be []int, []string, []bool, []float64, or a matrix, not []float32; convert it"},
	}
	for _, c := range cases {
		data := &Data{X: c.x, Y: c.y}
		enginetest.Refused(t, data.Probe(), c.param, c.want)
		if _, err := data.Fingerprint(); err == nil {
			t.Errorf("%s: there is a fingerprint", c.want)
		}
	}
}

func TestNamesOfData(t *testing.T) {
	data := &Data{X: []float64{1, 2}, Y: []float64{0.5, 1}, Names: []string{"a", "b"}}
	enginetest.Refused(t, data.Probe(), "names", "2 names are given for 1 columns of y; give a name for each")
	data.Names = []string{"a"}
	if table, err := data.Load(context.Background()); err != nil || table.Label != "a" {
		t.Errorf("one response is called %q, %v", table.Label, err)
	}
}

func TestDataAside(t *testing.T) {
	data := &Data{X: []float64{1, 2}}
	for _, c := range []struct {
		aside any
		names string
	}{
		{map[string][]float64{"long": {3, 4}, "lat": {1, 2}}, "lat long"},
		{[][]float64{{1, 3}, {2, 4}}, "aside1 aside2"},
		{mat.NewDense(2, 2, []float64{1, 3, 2, 4}), "aside1 aside2"},
		{map[string][]float64{}, ""},
	} {
		before, _ := data.Fingerprint()
		data.Aside = c.aside
		table, err := data.Load(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(engine.NamesOf(table.Aside.Columns), " "); got != c.names {
			t.Errorf("aside are %q, want %q", got, c.names)
		}
		if c.names != "" && !mat.Equal(table.Aside.X, mat.NewDense(2, 2, []float64{1, 3, 2, 4})) {
			t.Errorf("aside are %v", mat.Formatted(table.Aside.X))
		}
		if after, _ := data.Fingerprint(); c.names == "lat long" && after == before {
			t.Error("columns aside do not change the fingerprint")
		}
	}
	for want, aside := range map[string]any{
		`X has 2 rows but column "lat" aside has 1 values; give one value for each row`: map[string][]float64{"lat": {1}},
		"X has 2 rows but aside has 3 rows; give one value for each row":                []float64{1, 2, 3},
		"aside must be [][]float64, a matrix or []float64, not string; convert it":      "lat",
	} {
		enginetest.Refused(t, (&Data{X: []float64{1, 2}, Aside: aside}).Probe(), "aside", want)
	}
}

func TestStagesHaveFitDefaults(t *testing.T) {
	for _, s := range Stages() {
		for _, p := range engine.ParamsOf(s.Make()) {
			if err := p.Check(); err != nil {
				t.Errorf("%s: default of %s: %v", s.Name, p.Name, err)
			}
		}
	}
}
