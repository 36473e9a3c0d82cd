package appearance_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/stage/appearance"
)

// table has six rows of a source with gaps, a number that one row lacks, a word, and
// classes.
func table() *engine.Table {
	x := mat.NewDense(6, 2, []float64{1, 0, 2, 1, 3, 1, math.NaN(), 0, 5, 2, 6, 2})
	return &engine.Table{X: x, Columns: []engine.Column{{Name: "size"}, {Name: "colour", Levels: []string{"red", "blue", "green"}}},
		Target: engine.Target{Label: "kind", Labels: []int{0, 0, 1, 1, 1, 0}, Classes: []string{"a", "b"}}, Rows: []int{10, 11, 12, 13, 14, 15}}
}

// drawn is a scatter of its rows.
func drawn() *figure.Figure {
	at := []float64{0, 1, 2, 3, 4, 5}
	return &figure.Figure{Name: "scatter", Title: "Embedding", Caption: "Rows.", Classes: []string{"a", "b"},
		Layers: []figure.Layer{figure.Points{Name: "training", X: at, Y: at, Class: []int{0, 0, 1, 1, 1, 0}, Rows: []int{10, 11, 12, 13, 14, 15}}}}
}

func apply(t *testing.T, s appearance.Style) (*figure.Figure, error) {
	t.Helper()
	return s.Apply(context.Background(), drawn(), table())
}

func pointsOf(f *figure.Figure) (all []figure.Points) {
	for _, layer := range f.Layers {
		if p, ok := layer.(figure.Points); ok {
			all = append(all, p)
		}
	}
	return all
}

// TestStrokesOfRowsAreColoured: they go with the points of their rows; strokes that have
// groups and are of no rows cannot.
func TestStrokesOfRowsAreColoured(t *testing.T) {
	lines := func(rows []int) *figure.Figure {
		f := drawn()
		at := []float64{0, 1, 2, 3, 4, 5}
		f.Layers = append(f.Layers, figure.Segments{X0: at, Y0: at, X1: at, Y1: at, Class: []int{0, 0, 1, 1, 1, 0}, Rows: rows})
		return f
	}
	rows := []int{10, 11, 12, 13, 14, 15}
	f, err := (&appearance.Style{Color: "colour"}).Apply(t.Context(), lines(rows), table())
	if err != nil {
		t.Fatal(err)
	}
	if strokes := f.Layers[len(f.Layers)-1].(figure.Segments); !slices.Equal(strokes.Class, []int{0, 1, 1, 0, 2, 2}) || !slices.Equal(strokes.Rows, rows) {
		t.Errorf("strokes are of %v", strokes.Class)
	}
	if f, err = (&appearance.Style{Color: "size"}).Apply(t.Context(), lines(rows), table()); err != nil {
		t.Fatal(err)
	}
	unknown, known := f.Layers[1].(figure.Segments), f.Layers[len(f.Layers)-1].(figure.Segments)
	if !slices.Equal(unknown.Rows, []int{13}) || unknown.Shade != nil || !slices.Equal(known.Shade, []float64{1, 2, 3, 5, 6}) || known.Class != nil {
		t.Errorf("strokes are shaded %v, and of rows without a number %v", known.Shade, unknown.Rows)
	}
	if f, err = (&appearance.Style{Order: []string{"b"}}).Apply(t.Context(), lines(rows), table()); err != nil {
		t.Fatal(err)
	}
	if strokes := f.Layers[1].(figure.Segments); !slices.Equal(strokes.Class, []int{1, 1, 0, 0, 0, 1}) {
		t.Errorf("reordered strokes are of %v", strokes.Class)
	}
	var fault *engine.Error
	if _, err = (&appearance.Style{Color: "colour"}).Apply(t.Context(), lines(nil), table()); !errors.As(err, &fault) || fault.Param != "color" || fault.Remedy == nil {
		t.Errorf("strokes that are of no rows: %v", err)
	}
}

// TestColourByNumber: rows go by the number that their source row has, and one of
// which it is not known stays grey.
func TestColourByNumber(t *testing.T) {
	f, err := apply(t, appearance.Style{Color: "size"})
	if err != nil {
		t.Fatal(err)
	}
	p := pointsOf(f)
	if len(p) != 2 || p[0].Name != "no size" || !slices.Equal(p[0].Rows, []int{13}) || p[0].Class != nil || p[0].Shade != nil {
		t.Errorf("rows without a number: %+v", p)
	}
	if !slices.Equal(p[1].Shade, []float64{1, 2, 3, 5, 6}) || p[1].Shaded != "size" || p[1].Class != nil {
		t.Errorf("shades %v of %q", p[1].Shade, p[1].Shaded)
	}
}

// TestColourByWords names the groups after what they are of.
func TestColourByWords(t *testing.T) {
	f, err := apply(t, appearance.Style{Color: "colour"})
	if err != nil {
		t.Fatal(err)
	}
	if p := pointsOf(f); f.Grouped != "colour" || !slices.Equal(f.Classes, []string{"red", "blue", "green"}) || !slices.Equal(p[0].Class, []int{0, 1, 1, 0, 2, 2}) {
		t.Errorf("groups %v of %q, points in %v", f.Classes, f.Grouped, p[0].Class)
	}
}

// TestColourByValues takes a Go slice with a value for each row of the data, in their
// order, whatever their numbers in the source are.
func TestColourByValues(t *testing.T) {
	f, err := apply(t, appearance.Style{Color: []int{6, 5, 4, 3, 2, 1}, Shape: []bool{true, false, true, false, true, false}})
	if err != nil {
		t.Fatal(err)
	}
	if p := pointsOf(f); !slices.Equal(p[0].Shade, []float64{6, 5, 4, 3, 2, 1}) || !slices.Equal(p[0].Shape, []int{0, 1, 0, 1, 0, 1}) || !slices.Equal(f.Shapes, []string{"true", "false"}) {
		t.Errorf("shades %v, shapes %v of %v", p[0].Shade, p[0].Shape, f.Shapes)
	}
}

// TestFacetsHaveEachRowOnce, on axes and with shades that begin and end alike.
func TestFacetsHaveEachRowOnce(t *testing.T) {
	f, err := apply(t, appearance.Style{Facet: "colour", Color: []float64{1, 2, 3, 4, 5, 6}})
	if err != nil {
		t.Fatal(err)
	}
	var rows []int
	leaves := f.Leaves()
	for _, part := range leaves {
		if !reflect.DeepEqual(part.X, leaves[0].X) || !reflect.DeepEqual(part.Y, leaves[0].Y) || part.ShadeLow != 1 || part.ShadeHigh != 6 {
			t.Errorf("a part from %v to %v, shades from %v to %v", part.X, part.Y, part.ShadeLow, part.ShadeHigh)
		}
		for _, p := range pointsOf(part) {
			rows = append(rows, p.Rows...)
		}
	}
	if slices.Sort(rows); len(leaves) != 3 || !slices.Equal(rows, []int{10, 11, 12, 13, 14, 15}) {
		t.Errorf("%d parts with rows %v", len(leaves), rows)
	}
}

// TestManyNumbersAreDividedEvenly: a facet by a number that differs from row to row
// has quarters, which hold each row once.
func TestManyNumbersAreDividedEvenly(t *testing.T) {
	const n = 103
	f, at := drawn(), make([]float64, n)
	rows, x := make([]int, n), mat.NewDense(n, 1, nil)
	for i := range n {
		at[i], rows[i] = float64(i), i
		x.Set(i, 0, float64(i*i))
	}
	f.Layers = []figure.Layer{figure.Points{X: at, Y: at, Rows: rows}}
	f, err := (&appearance.Style{Facet: "square"}).Apply(context.Background(), f, &engine.Table{X: x, Columns: []engine.Column{{Name: "square"}}, Rows: rows})
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, part := range f.Leaves() {
		k := len(pointsOf(part)[0].Rows)
		if total += k; k < n/4 || k > n/4+1 {
			t.Errorf("a part has %d of %d rows", k, n)
		}
	}
	if len(f.Leaves()) != 4 || total != n {
		t.Errorf("%d parts with %d rows", len(f.Leaves()), total)
	}
}

// TestLabelsStandBesideTheirPoints.
func TestLabelsStandBesideTheirPoints(t *testing.T) {
	f, err := apply(t, appearance.Style{Label: "size"})
	if err != nil {
		t.Fatal(err)
	}
	names := f.Layers[len(f.Layers)-1].(figure.Names)
	if !slices.Equal(names.Texts, []string{"1", "2", "3", "5", "6"}) || !slices.Equal(names.X, []float64{0, 1, 2, 4, 5}) {
		t.Errorf("%v at %v", names.Texts, names.X)
	}
}

// TestOrderRenumbersGroups: the groups change their numbers and keep their rows.
func TestOrderRenumbersGroups(t *testing.T) {
	f, err := apply(t, appearance.Style{Order: []string{"b"}})
	if err != nil {
		t.Fatal(err)
	}
	if p := pointsOf(f); !slices.Equal(f.Classes, []string{"b", "a"}) || !slices.Equal(p[0].Class, []int{1, 1, 0, 0, 0, 1}) {
		t.Errorf("groups %v, points in %v", f.Classes, p[0].Class)
	}
}

// TestAxesAndLooks go where they are asked to.
func TestAxesAndLooks(t *testing.T) {
	f, err := apply(t, appearance.Style{Title: "Mine", XLabel: "across", YLabel: "up", XLim: []any{0, 5}, YLim: []float64{-1, 2.5},
		Size: 2, Alpha: 0.5, Palette: []string{"#04f", "teal"}, Theme: "dark", Width: 300, Height: "2in", DPI: 300})
	if err != nil {
		t.Fatal(err)
	}
	if f.Title != "Mine" || f.X.Label != "across" || f.Y.Label != "up" || f.X.High != 5 || f.Y.Low != -1 {
		t.Errorf("%q %+v %+v", f.Title, f.X, f.Y)
	}
	if s := f.Style; s.MarkSize != 2 || s.Opacity != 0.5 || s.Theme != "dark" || s.Width != 300 || s.Height != 192 || !s.Physical || s.Density != 300 || len(s.Palette.Groups) != 2 || s.Palette.Groups[0].B != 0xFF || s.Palette.Groups[0].G != 0x44 {
		t.Errorf("%+v", s)
	}
}

// TestWhatIsRefused: each with the argument, the cause and what to do.
func TestWhatIsRefused(t *testing.T) {
	for _, c := range []struct {
		style         appearance.Style
		param, remedy string
	}{
		{appearance.Style{Color: "sise"}, "color", "did you mean size?"},
		{appearance.Style{Color: "nowhere"}, "color", "the columns are size, colour, kind"},
		{appearance.Style{Color: []int{1, 2}}, "color", "a value for each row"},
		{appearance.Style{Color: 7}, "color", "name of a column"},
		{appearance.Style{Order: []string{"c"}}, "order", "groups are a, b"},
		{appearance.Style{Palette: []string{"viridi"}}, "palette", "did you mean viridis?"},
		{appearance.Style{XLim: []any{5, 0}}, "xlim", "xlim=[0, 5]"},
		{appearance.Style{Width: "wide"}, "width", "cm, mm, in, pt and px"},
		{appearance.Style{Height: 5}, "height", "an inch has 96 pixels"},
		{appearance.Style{YLim: "wide"}, "ylim", "ylim=[0, 5]"},
	} {
		_, err := apply(t, c.style)
		var fault *engine.Error
		if !errors.As(err, &fault) || fault.Param != c.param || !strings.Contains(fault.Remedy.String(), c.remedy) {
			t.Errorf("%+v: %v", c.style, err)
		}
	}
	plain := &figure.Figure{Name: "curve", Layers: []figure.Layer{figure.Line{X: []float64{0, 1}, Y: []float64{0, 1}}}}
	if _, err := (&appearance.Style{Color: "size"}).Apply(context.Background(), plain, table()); err == nil || !strings.Contains(err.Error(), "no rows of the data") {
		t.Errorf("a curve is coloured by a column: %v", err)
	}
}

// TestLeftAlone: a style that asks nothing changes nothing of what is drawn.
func TestLeftAlone(t *testing.T) {
	f, err := apply(t, appearance.Style{Size: 1, Alpha: 1, Log: "none", Theme: "notebook"})
	if err != nil {
		t.Fatal(err)
	}
	want := drawn()
	if f.Title != want.Title || f.Caption != want.Caption || !slices.Equal(f.Classes, want.Classes) || !reflect.DeepEqual(f.X, want.X) || !reflect.DeepEqual(f.Layers, want.Layers) || f.Style.Palette != nil {
		t.Errorf("%+v", f)
	}
}
