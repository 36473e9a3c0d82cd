package explore

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/figure"
)

// drawn is the figure of a view with its defaults but for what set changes.
func drawn[M engine.Viewer](t *testing.T, m M, r *engine.Report, set func(M)) *figure.Figure {
	t.Helper()
	engine.SetDefaults(m)
	if set != nil {
		set(m)
	}
	f := enginetest.Draw(t, m, r)
	enginetest.Figure(t, f)
	return f
}

func TestHistogramStacksClasses(t *testing.T) {
	f := drawn(t, &Histogram{}, described(), nil)
	if len(f.Parts) != 4 || f.Title != "Histograms of 6 rows × 4 columns" {
		t.Fatalf("%d parts, title %q", len(f.Parts), f.Title)
	}
	size := f.Parts[0] // 1, 2, ..., 6: three of each class
	enginetest.Equal(t, "sizes", enginetest.Layer[figure.Bars](t, size, 0).Y, []float64{1, 1, 1, 1, 1, 1})
	if areas := enginetest.Layer[figure.Areas](t, size, 1); fmt.Sprint(areas.Class) != "[0 0 0 1 1 1]" || !size.X.Whole {
		t.Errorf("classes %v, axis %+v", areas.Class, size.X)
	}
	colour := f.Parts[1]
	if bars := enginetest.Layer[figure.Bars](t, colour, 0); fmt.Sprint(bars.Y, colour.X.Labels) != "[4 1 1] [red blue unknown]" {
		t.Errorf("bars %v of %v", bars.Y, colour.X.Labels)
	}
	if old := f.Parts[3]; old.Title != "old, 1 missing" || !strings.Contains(f.Alt, "old: 2 bars, most rows, 3, from 0.5 to 1.5, 1 missing") {
		t.Errorf("title %q, alt %q", old.Title, f.Alt)
	}
}

// TestHistogramDividesByTheRule: of 1, 2, ..., 1000 the quartiles are 499.5 apart, so that bins
// are 99.9 wide.
func TestHistogramDividesByTheRule(t *testing.T) {
	x := mat.NewDense(1000, 1, nil)
	for i := range 1000 {
		x.Set(i, 0, float64(i+1))
	}
	r := &engine.Report{Runs: []*engine.Run{{Train: engine.Sample{X: x, Rows: make([]int, 1000)}}}}
	bars := enginetest.Layer[figure.Bars](t, drawn(t, &Histogram{}, r, nil).Parts[0], 0)
	if len(bars.Y) != 10 || bars.Y[0] != 100 {
		t.Errorf("bars %v", bars.Y)
	}
	if bars = enginetest.Layer[figure.Bars](t, drawn(t, &Histogram{}, r, func(m *Histogram) { m.Bins = 3 }).Parts[0], 0); fmt.Sprint(bars.Y) != "[333 333 334]" {
		t.Errorf("bars %v", bars.Y)
	}
}

// TestBoxHasTukeysFences: of 0, 1, ..., 19 and 100 the quartiles are 5 and 15, so that the whisker
// ends at 19 and the row of 100 lies beyond.
func TestBoxHasTukeysFences(t *testing.T) {
	x, rows := mat.NewDense(21, 1, nil), make([]int, 21)
	for i := range 21 {
		x.Set(i, 0, float64(i))
		rows[i] = 100 + i
	}
	x.Set(20, 0, 100)
	r := &engine.Report{Runs: []*engine.Run{{Train: engine.Sample{X: x, Rows: rows}}}}
	f := drawn(t, &Box{}, r, nil)
	part := f.Parts[0]
	if box := enginetest.Layer[figure.Areas](t, part, 0); box.Y0[0] != 5 || box.Y1[0] != 15 {
		t.Errorf("box from %v to %v", box.Y0, box.Y1)
	}
	strokes := enginetest.Layer[figure.Segments](t, part, 1)
	enginetest.Equal(t, "ends", strokes.Y1[4:], []float64{0, 0, 19, 19})
	if marks := enginetest.Layer[figure.Points](t, part, 2); fmt.Sprint(marks.Y, marks.Rows) != "[100] [120]" {
		t.Errorf("marks %v of rows %v", marks.Y, marks.Rows)
	}
	if got := rowOf(f.Table(), 0); got != "x1|all rows|21|0|5|10|15|100" {
		t.Errorf("row %s", got)
	}
}

// TestBoxShowsFewRowsThemselves, class by class.
func TestBoxShowsFewRowsThemselves(t *testing.T) {
	f := drawn(t, &Box{}, described(), nil)
	if len(f.Parts) != 3 { // size, day and old are numbers
		t.Fatalf("%d parts", len(f.Parts))
	}
	marks := enginetest.Layer[figure.Points](t, f.Parts[0], 0)
	enginetest.Equal(t, "sizes", marks.Y, []float64{1, 2, 3, 4, 5, 6})
	enginetest.Equal(t, "medians", enginetest.Layer[figure.Segments](t, f.Parts[0], 1).Y0, []float64{2, 5})
}

// TestCorrelationSetsLikeBesideLike: of a, −2a, b and groups of b.
func TestCorrelationSetsLikeBesideLike(t *testing.T) {
	x := mat.NewDense(6, 4, nil)
	for i, a := range []float64{1, 2, 3, 4, 5, 6} {
		b := []float64{5, 1, 4, 4, 1, 5}[i]
		x.SetRow(i, []float64{a, b, -2 * a, []float64{1, 0, 2, 2, 0, 1}[i]})
	}
	r := &engine.Report{Runs: []*engine.Run{{Train: engine.Sample{X: x, Columns: []engine.Column{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "groups", Levels: []string{"u", "v", "w"}}}}}}}
	f := drawn(t, &Correlation{}, r, nil)
	if got := strings.Join(f.X.Labels, " "); got != "a c b groups" {
		t.Errorf("order %s", got)
	}
	cells := enginetest.Layer[figure.Cells](t, f, 0)
	if cells.Values[0][1] != -1 || cells.Values[2][3] != 1 || cells.Values[0][2] != 0 || cells.Shade[0][1] != -1 {
		t.Errorf("values %v", cells.Values)
	}
	if !cells.Signed || cells.Shaded == "" || f.ShadeLow != -1 || f.ShadeHigh != 1 || f.X.Label == f.Y.Label {
		t.Errorf("signed %v, bar %q from %g to %g, axes %q and %q", cells.Signed, cells.Shaded, f.ShadeLow, f.ShadeHigh, f.X.Label, f.Y.Label)
	}
	if !strings.Contains(f.Alt, "a and c (r -1.00)") || !strings.Contains(f.Caption, "η") {
		t.Errorf("alt %q, caption %q", f.Alt, f.Caption)
	}
}

func TestPairsHaveHistogramsOnTheDiagonal(t *testing.T) {
	r := described()
	f := drawn(t, &Pairs{}, r, func(m *Pairs) { m.Columns = []string{"size", "old", "weight"} })
	if len(f.Parts) != 9 || f.Across != 3 {
		t.Fatalf("%d parts, %d across", len(f.Parts), f.Across)
	}
	enginetest.Layer[figure.Bars](t, f.Parts[4], 0)
	marks := enginetest.Layer[figure.Points](t, f.Parts[3], 0) // old by size
	if len(marks.X) != 5 || fmt.Sprint(marks.Rows) != "[0 1 2 3 4]" || marks.Class == nil {
		t.Errorf("marks %+v", marks)
	}
	if cells := enginetest.Layer[figure.Cells](t, f.Parts[2], 0); cells.Values[0][0] < 0.9 { // size with weight
		t.Errorf("r %v", cells.Values)
	}
	f = drawn(t, &Pairs{}, r, func(m *Pairs) { m.Columns, m.Rows = []string{"size", "weight"}, 2 })
	if marks = enginetest.Layer[figure.Points](t, f.Parts[2], 0); len(marks.X) != 2 || !strings.Contains(f.Caption, "2 of 6 rows, chosen at random") {
		t.Errorf("%d marks, caption %q", len(marks.X), f.Caption)
	}
}

func TestParallelBreaksWhereCellsAreMissing(t *testing.T) {
	f := drawn(t, &Parallel{}, described(), nil)
	if strings.Join(f.X.Labels, " ") != "size colour day old" {
		t.Errorf("axes %v", f.X.Labels)
	}
	lines := enginetest.Layer[figure.Segments](t, f, 0)
	if len(lines.X0) != 6*3-2-1 || len(lines.Class) != len(lines.X0) { // day is missing once, between two axes, and old at the end
		t.Errorf("%d strokes, %d classes", len(lines.X0), len(lines.Class))
	}
	if marks := enginetest.Layer[figure.Points](t, f, 1); len(marks.X) != 6*4-2 || len(marks.Rows) != len(marks.X) {
		t.Errorf("%d marks", len(marks.X))
	}
}

func TestHeatmapSetsClassesTogether(t *testing.T) {
	r := described()
	r.Runs[0].Train.Labels = []int{1, 0, 1, 0, engine.Hidden, 0}
	f := drawn(t, &Heatmap{}, r, func(m *Heatmap) { m.Columns = []string{"size", "old"} })
	if got := strings.Join(f.Y.Labels, "|"); got != "a: row 1|a: row 3|a: row 5|b: row 0|b: row 2|row 4" {
		t.Errorf("rows %s", got)
	}
	cells := enginetest.Layer[figure.Cells](t, f, 0)
	if cells.Values[0][0] != 2 || cells.Shade[3][0] != 0 || cells.Shade[2][0] != 1 || !math.IsNaN(cells.Values[2][1]) {
		t.Errorf("values %v, shades %v", cells.Values, cells.Shade)
	}
}

func TestMissingCountsPatterns(t *testing.T) {
	f := drawn(t, &Missing{}, described(), nil)
	s := f.Table()
	if len(s.Rows) != 3 || rowOf(s, 0) != "none|4|0.667|0, 1, 3, 4" || rowOf(s, 1) != "day|1|0.167|2" || rowOf(s, 2) != "old|1|0.167|5" {
		t.Errorf("patterns %q, %q, %q", rowOf(s, 0), rowOf(s, 1), rowOf(s, 2))
	}
	if f.Alt != "2 cells of 36 are missing, in 2 columns. day lacks 1. old lacks 1. 4 rows of 6 are complete; patterns of missing cells are 2." {
		t.Errorf("alt %q", f.Alt)
	}
	whole := described()
	whole.Runs[0].Train.X = mat.NewDense(6, 4, make([]float64, 24))
	if f = drawn(t, &Missing{}, whole, nil); !strings.HasPrefix(f.Alt, "0 cells of 36 are missing, in 0 columns. 6 rows of 6 are complete") {
		t.Errorf("alt %q", f.Alt)
	}
}

// TestViewsOfDataSayWhatTheyCannot: by the parameter, with a remedy.
func TestViewsOfDataSayWhatTheyCannot(t *testing.T) {
	one := described()
	one.Runs[0].Train.X, one.Runs[0].Train.Columns = mat.NewDense(6, 1, nil), []engine.Column{{Name: "day", Levels: []string{"mo"}}}
	for _, c := range []struct {
		view   engine.Viewer
		report *engine.Report
		want   string
	}{
		{&Histogram{Columns: []string{"sise"}, Most: 9, Fold: 1}, described(), "did you mean size?"},
		{&Box{Columns: []string{"colour"}, Most: 9, Fold: 1}, described(), "histogram"},
		{&Box{Most: 9, Fold: 1}, one, "histogram"},
		{&Pairs{Selection{Most: 9, Rows: 9, Fold: 1}}, one, "histogram"},
		{&Correlation{Columns: []string{"day"}, Most: 9, Fold: 1}, one, "histogram"},
		{&Heatmap{Selection{Most: 9, Rows: 9, Fold: 2}}, one, "fold"},
	} {
		_, err := c.view.View(t.Context(), c.report)
		var fault *engine.Error
		if !errors.As(err, &fault) || fault.Remedy == nil || !strings.Contains(fault.Remedy.String(), c.want) {
			t.Errorf("%T: %v", c.view, err)
		}
	}
}

// views are all that look at rows and columns.
func views() []engine.Viewer {
	all := []engine.Viewer{&Describe{}, &Histogram{}, &Box{}, &Pairs{}, &Correlation{}, &Parallel{}, &Heatmap{}, &Missing{}}
	for _, m := range all {
		engine.SetDefaults(m)
	}
	return all
}

// TestHeldRowsAreNotLookedAt, also where stages see them without their labels: whatever their
// cells, the figures are the same.
func TestHeldRowsAreNotLookedAt(t *testing.T) {
	with := func(held float64) *engine.Report {
		r := described()
		run := r.Runs[0]
		run.Fold = engine.Fold{Train: []int{0, 1, 2, 3}, Held: []int{4, 5}, Transduced: true}
		for _, i := range []int{4, 5} {
			for c := range 4 {
				run.Train.X.Set(i, c, held)
			}
		}
		run.Train.Target = run.Train.Hide([]int{4, 5})
		return r
	}
	for _, m := range views() {
		f, g := enginetest.Draw(t, m, with(1)), enginetest.Draw(t, m, with(0))
		if fmt.Sprint(f.Alt, f.Table()) != fmt.Sprint(g.Alt, g.Table()) || !strings.Contains(f.Title, "4 rows × 4 columns, those learned from") {
			t.Errorf("%T looks at held rows: %s", m, f.Title)
		}
	}
}

// TestEmbeddedRowsAreLookedAtByTheirColumns, and figures say so.
func TestEmbeddedRowsAreLookedAtByTheirColumns(t *testing.T) {
	r := described()
	r.Runs[0].Embedding = &engine.Embedding{Y: mat.NewDense(6, 2, nil)}
	for _, m := range views() {
		if f := enginetest.Draw(t, m, r); !strings.Contains(f.Caption, "not the dimensions where they were placed") {
			t.Errorf("%T: caption %q", m, f.Caption)
		}
	}
}

// TestEveryViewTellsPreparedColumns: where numbers are not those of the file, axes, titles
// and tables say what they were made into.
func TestEveryViewTellsPreparedColumns(t *testing.T) {
	for _, stage := range Stages() {
		r := described()
		r.Runs[0].Train.Columns[0].Prepared = "scaled"
		m := stage.New().(engine.Viewer)
		engine.SetDefaults(m)
		f := enginetest.Draw(t, m, r)
		if said := fmt.Sprintf("%+v %+v %+v %+v", f.X, f.Y, f.Summary, f.Parts); stage.Name != "missing" && !strings.Contains(said+axesOf(f), "size (scaled)") {
			t.Errorf("%s shows prepared numbers under a raw name", stage.Name)
		}
	}
}

// axesOf writes the axes of a figure's parts.
func axesOf(f *figure.Figure) (text string) {
	for _, part := range f.Leaves() {
		text += fmt.Sprintf("%+v %+v ", part.X, part.Y)
	}
	return text
}
