package surface

import (
	"encoding/csv"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/moments"
)

// bent is rows on a bent sheet in five columns, those that testdata/kohonen.R makes.
func bent(n int) *mat.Dense {
	x := mat.NewDense(n, 5, nil)
	for i := range n {
		_, t := math.Modf(float64(i) * 0.6180339887498949)
		_, s := math.Modf(float64(i) * 0.7548776662466927)
		t, s = 2*t-1, 2*s-1
		x.SetRow(i, []float64{math.Cos(3 * t), math.Sin(3 * t), 1.5 * s, t * s, s * s})
	}
	return x
}

// embed places rows, and returns what was remarked.
func embed(t *testing.T, m engine.Embedder, x *mat.Dense) (*engine.Embedding, []engine.Note) {
	t.Helper()
	ctx, notes := engine.WithNotes(t.Context(), "")
	e, err := m.Embed(ctx, engine.Sample{X: x})
	if err != nil {
		t.Fatal(err)
	}
	return e, notes()
}

// som is the method with its defaults, but for a grid.
func som(width, height int) *SOM {
	m := new(SOM)
	engine.SetDefaults(m)
	m.Width, m.Height = width, height
	return m
}

// quantisation is the mean distance of rows to the nearest unit.
func quantisation(x, units *mat.Dense) float64 {
	n, _ := x.Dims()
	k, _ := units.Dims()
	sum := 0.0
	for i := range n {
		least := math.Inf(1)
		for u := range k {
			square := 0.0
			for c, v := range x.RawRowView(i) {
				square += (v - units.At(u, c)) * (v - units.At(u, c))
			}
			least = min(least, square)
		}
		sum += math.Sqrt(least) / float64(n)
	}
	return sum
}

// kohonen reads the quantisation errors of R's kohonen for a shape, with the same
// Gaussian neighbourhood, of all seeds in one mode.
func kohonen(t *testing.T, shape, mode string) []float64 {
	t.Helper()
	file, err := os.Open("testdata/kohonen.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := csv.NewReader(file)
	lines.Comment = '#'
	all, err := lines.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var found []float64
	for _, line := range all {
		if line[0] == shape && line[1] == "gaussian" && line[2] == mode {
			v, _ := strconv.ParseFloat(line[4], 64)
			found = append(found, v)
		}
	}
	return found
}

// TestUnitsStandForRowsAsKohonensDo: the quantisation error is within 2 % of the
// mean of R's over its seeds, or lower; R draws its start, this one begins with a plane.
func TestUnitsStandForRowsAsKohonensDo(t *testing.T) {
	x := bent(400)
	for _, shape := range []string{"hexagonal", "rectangular"} {
		m := som(8, 6)
		m.Shape = shape
		e, notes := embed(t, m, x)
		got := quantisation(x, e.Units.Weights)
		for _, mode := range []string{"batch", "online"} {
			theirs := kohonen(t, shape, mode)
			if want := moments.Mean(theirs); len(theirs) != 5 || got > 1.02*want {
				t.Errorf("%s: quantisation error %.6f, kohonen's %s has %.6f", shape, got, mode, want)
			}
			t.Logf("%s: %.6f, kohonen's %s %.6f", shape, got, mode, moments.Mean(theirs))
		}
		t.Log(notes)
	}
}

// TestUnitsStandInTheirGrid: a step from their neighbours, and no nearer to others.
func TestUnitsStandInTheirGrid(t *testing.T) {
	for _, hexagonal := range []bool{true, false} {
		g := newGrid(5, 4, hexagonal)
		u := &engine.Units{Width: 5, Height: 4, Places: g.places}
		most := map[bool]int{true: 6, false: 4}[hexagonal]
		if got := len(u.Neighbours(7)); got != most {
			t.Errorf("a unit inside has %d neighbours, want %d", got, most)
		}
		for k := range u.Len() {
			beside := u.Neighbours(k)
			for l := range u.Len() {
				near := math.Abs(g.square(k, l)-1) < 1e-12
				if near != slices.Contains(beside, l) || l != k && g.square(k, l) < 0.9 {
					t.Errorf("hexagonal %v: units %d and %d stand %.3f apart, neighbours of the first are %v", hexagonal, k, l, math.Sqrt(g.square(k, l)), beside)
				}
			}
		}
	}
}

// TestOneEpochByHand: three units in a row on four rows of one column.
func TestOneEpochByHand(t *testing.T) {
	m := som(3, 1)
	m.Epochs, m.Radius, m.Last = 1, 1, 1
	x := mat.NewDense(4, 1, []float64{0, 1, 5, 6})
	e, _ := embed(t, m, x)
	// The start is 3 − √3 s, 3 and 3 + √3 s with s² = 26/3: rows 0, 1 are nearest to
	// the first unit and to the second, since (3 − 5.1 + 3)/2 < 1; so are 5, 6.
	near, far := math.Exp(-0.5), math.Exp(-2)
	want := []float64{
		(0 + near*(1+5) + far*6) / (1 + 2*near + far),
		(1 + 5 + near*(0+6)) / (2 + 2*near),
		(6 + near*(1+5) + far*0) / (1 + 2*near + far),
	}
	for k, v := range want {
		if got := e.Units.Weights.At(k, 0); math.Abs(got-v) > 1e-12 {
			t.Errorf("unit %d is %v, want %v", k, got, v)
		}
	}
}

// TestUsualSides: five times the root of the rows, no more than rows, one row along
// a line.
func TestUsualSides(t *testing.T) {
	for _, c := range []struct {
		n             int
		variances     []float64
		width, height int
		want          [2]int
	}{
		{400, []float64{4, 1}, 0, 0, [2]int{14, 7}},
		{400, []float64{1, 1}, 0, 5, [2]int{20, 5}},
		{400, []float64{1, 1}, 25, 0, [2]int{25, 4}},
		{9, []float64{1, 1}, 0, 0, [2]int{3, 3}},
		{2, []float64{1}, 0, 0, [2]int{2, 1}},
		{100, []float64{1}, 0, 0, [2]int{50, 1}},
		{100, []float64{1}, 10, 0, [2]int{10, 1}},
		{10, []float64{1, 1}, 8, 0, [2]int{8, 1}},
	} {
		if w, h := usualSides(c.n, c.variances, c.width, c.height); [2]int{w, h} != c.want {
			t.Errorf("%d rows with variances %v and %d × %d: %d × %d, want %v", c.n, c.variances, c.width, c.height, w, h, c.want)
		}
	}
}

// TestRowsLieBetweenUnits: a row that is a unit lies near its place, in between
// places change smoothly, and never outside the grid.
func TestRowsLieBetweenUnits(t *testing.T) {
	m := som(8, 6)
	m.Place = "between"
	e, _ := embed(t, m, bent(400))
	at := mat.NewDense(48, 2, nil)
	if err := e.Map.Apply(t.Context(), at, e.Units.Weights); err != nil {
		t.Fatal(err)
	}
	for k := range 48 {
		if off := math.Hypot(at.At(k, 0)-e.Units.Places.At(k, 0), at.At(k, 1)-e.Units.Places.At(k, 1)); off > 1 {
			t.Errorf("unit %d lies %.2f steps from its place", k, off)
		}
	}
	for i := range 400 {
		if x, y := e.Y.At(i, 0), e.Y.At(i, 1); x < 0 || x > 7.5 || y < 0 || y > 5 {
			t.Errorf("row %d lies outside the grid, at %v, %v", i, x, y)
		}
	}
	placed, _ := embed(t, som(8, 6), bent(400))
	for i := range 400 {
		if place := placed.Units.Places.RawRowView(placed.Units.Rows[i]); !slices.Equal(place, placed.Y.RawRowView(i)) {
			t.Errorf("row %d is not where its unit %d stands", i, placed.Units.Rows[i])
		}
	}
}
