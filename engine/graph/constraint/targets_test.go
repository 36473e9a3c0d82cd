package constraint

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// towns is a table with a feature, a column aside and a response.
func towns() engine.Sample {
	s := line(3)
	s.Columns = []engine.Column{{Name: "height"}}
	s.Aside = engine.Aside{X: mat.NewDense(3, 2, []float64{0, 0, 0, 90, 45, 0}), Columns: []engine.Column{{Name: "lat"}, {Name: "long"}}}
	s.Response = mat.NewDense(3, 1, []float64{1, 2, 4})
	s.Label = "people"
	s.Rows = []int{2, 0, 1}
	return s
}

// TestTargets measures between columns, wherever they are, and between rows of a
// matrix, which stand in the order of the source.
func TestTargets(t *testing.T) {
	for name, c := range map[string]struct {
		Targets
		want []float64 // of row 0
	}{
		"own":          {Targets{}, []float64{0, 1, 2}},
		"feature":      {Targets{Columns: []string{"height"}}, []float64{0, 1, 2}},
		"aside":        {Targets{Columns: []string{"lat", "long"}}, []float64{0, 90, 45}},
		"both":         {Targets{Columns: []string{"height", "lat"}}, []float64{0, 1, math.Sqrt(4 + 45*45)}},
		"response":     {Targets{Columns: []string{"people"}}, []float64{0, 1, 3}},
		"great circle": {Targets{Columns: []string{"lat", "long"}, Distance: GreatCircle}, []float64{0, 90, 45}},
		"coordinates":  {Targets{Matrix: [][]float64{{7}, {1}, {5}}}, []float64{0, 2, 4}},
		"square":       {Targets{Matrix: [][]float64{{0, 3, 4}, {3, 0, 5}, {4, 5, 0}}}, []float64{0, 4, 5}},
	} {
		d, err := c.Of(t.Context(), towns())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := make([]float64, 3)
		d.Row(got, 0)
		for j, v := range got {
			if math.Abs(v-c.want[j]) > 1e-12 {
				t.Errorf("%s: distances are %v, want %v", name, got, c.want)
				break
			}
		}
	}
}

// TestTargetsAreRefused names what cannot be measured.
func TestTargetsAreRefused(t *testing.T) {
	for _, c := range []struct {
		Targets
		param, want string
	}{
		{Targets{Columns: []string{"lat"}, Matrix: [][]float64{{1}}}, "tau", "both tell"},
		{Targets{Columns: []string{"lot"}}, "targets", "lot"},
		{Targets{Columns: []string{"lat"}, Distance: GreatCircle}, "targets", "two columns, a latitude"},
		{Targets{Columns: []string{"long", "people"}, Distance: GreatCircle}, "targets", ""},
		{Targets{Distance: GreatCircle}, "distance", "no targets name them"},
		{Targets{Matrix: [][]float64{{100, 0}, {1, 2}, {3, 4}}, Distance: GreatCircle}, "tau", "latitude 100"},
		{Targets{Matrix: [][]float64{{1, 2}}}, "tau", "tau has 1 rows, and row 2"},
		{Targets{Matrix: [][]float64{{1}, {math.NaN()}, {3}}}, "tau", "row 1, column 0 is NaN"},
		{Targets{Matrix: [][]float64{{0, -1, 1}, {-1, 0, 1}, {1, 1, 0}}}, "tau", "rows 0 and 1 is -1"},
		{Targets{Matrix: [][]float64{{0, 1, 1}, {2, 0, 1}, {1, 1, 0}}}, "tau", "apart one way and"},
		{Targets{Matrix: [][]float64{{1, 1, 1}, {1, 0, 1}, {1, 1, 0}}}, "tau", "row 0 is 1 from itself"},
		{Targets{Matrix: [][]float64{}}, "tau", "has no numbers"},
		{Targets{Matrix: "pairs.csv"}, "tau", "must be [][]float64"},
	} {
		_, err := c.Of(t.Context(), towns())
		if c.want == "" {
			if err != nil { // longitude 90 is a latitude too
				t.Error(err)
			}
			continue
		}
		wantRefusal(t, err, c.param, c.want)
	}
	s := towns()
	s.Aside.X.Set(1, 0, math.NaN())
	_, err := Targets{Columns: []string{"lat"}}.Of(t.Context(), s)
	wantRefusal(t, err, "targets", "row 0 has no lat")
}

// TestGreatCircles: a quarter of the globe, its half, and rows so near each other that
// the cosine of their distance is 1.
func TestGreatCircles(t *testing.T) {
	places := mat.NewDense(4, 2, []float64{0, 0, 0, 180, 90, 17, 1e-9, 0})
	d, err := Targets{Matrix: places, Distance: GreatCircle}.Of(t.Context(), line(4))
	if err != nil {
		t.Fatal(err)
	}
	got := make([]float64, 4)
	d.Row(got, 0)
	for j, want := range []float64{0, 180, 90, 1e-9} {
		if math.Abs(got[j]-want) > 1e-12*want {
			t.Errorf("row %d is %v away, want %v", j, got[j], want)
		}
	}
}
