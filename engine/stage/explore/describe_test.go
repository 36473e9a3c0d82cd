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

// described is a report of rows from which all is learned: columns of each kind, one
// aside, and classes.
func described() *engine.Report {
	nan := math.NaN()
	train := engine.Sample{
		X: mat.NewDense(6, 4, []float64{
			1, 0, 0, 1,
			2, 1, 1, 0,
			3, 0, nan, 1,
			4, 2, 2, 0,
			5, 0, 3, 1,
			6, 0, 4, nan,
		}),
		Columns: []engine.Column{
			{Name: "size"}, {Name: "colour", Levels: []string{"red", "blue", "unknown"}},
			{Name: "day", Written: "date"}, {Name: "old"},
		},
		Target: engine.Target{Label: "kind", Labels: []int{0, 0, 0, 1, 1, 1}, Classes: []string{"a", "b"}},
		Rows:   []int{0, 1, 2, 3, 4, 5},
		Aside:  engine.Aside{X: mat.NewDense(6, 1, []float64{1, 2, 3, 4, 5, 7.5}), Columns: []engine.Column{{Name: "weight"}}},
	}
	return &engine.Report{Runs: []*engine.Run{{Train: train}}}
}

// rowOf is a row of a sheet as text.
func rowOf(s *figure.Sheet, i int) string {
	var words []string
	for _, c := range s.Rows[i] {
		words = append(words, c.Text)
	}
	return strings.Join(words, "|")
}

func TestDescribeTellsEachColumn(t *testing.T) {
	f := enginetest.Draw(t, &Describe{Most: 20, Fold: 1}, described())
	s := f.Table()
	if s.Title != "6 rows × 4 columns" || strings.Join(s.Columns, "|") != "column|kind|missing|different|least|25 %|median|75 %|most|r, η, V|levels" {
		t.Errorf("title %q, columns %q", s.Title, s.Columns)
	}
	for i, want := range []string{
		"kind (class)|category|0|2|||||||a 3, b 3",
		"size|whole|0|6|1|2.25|3.5|4.75|6|η 0.88|",
		"colour|category|0|3||||||V 0.58|red 4, blue 1, unknown 1",
		"day|date|1|5|1970-01-01|1970-01-02|1970-01-03|1970-01-04|1970-01-05|η 0.87|",
		"old|boolean|1|2|0|0|1|1|1|η 0.17|",
		"weight (aside)|number|0|6|1|2.25|3.5|4.75|7.5|η 0.83|",
	} {
		if got := rowOf(s, i); got != want {
			t.Errorf("row %d is %s, want %s", i, got, want)
		}
	}
	if len(f.Parts) != 6 || !strings.Contains(f.Alt, "size: whole, 1 to 6, median 3.5, η 0.88") || !strings.Contains(f.Alt, "day: date, 1970-01-01 to 1970-01-05, median 1970-01-03, 1 missing") {
		t.Errorf("%d parts, alt %q", len(f.Parts), f.Alt)
	}
	if bars := enginetest.Layer[figure.Bars](t, f.Parts[2], 0); fmt.Sprint(bars.Y, f.Parts[2].X.Labels) != "[4 1 1] [red blue unknown]" {
		t.Errorf("bars %v of %v", bars.Y, f.Parts[2].X.Labels)
	}
}

// TestDescribeNotesWhatMayNotBeMeant.
func TestDescribeNotesWhatMayNotBeMeant(t *testing.T) {
	ctx, notes := engine.WithNotes(t.Context(), "describe")
	if _, err := (&Describe{Most: 20, Fold: 1}).View(ctx, described()); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(notes()); !strings.Contains(got, `colour has the value "unknown" in 1 row`) {
		t.Errorf("notes %q", got)
	}
}

// TestDescribeSaysWhatItLeavesOut of wide tables, of many levels, and of held rows.
func TestDescribeSaysWhatItLeavesOut(t *testing.T) {
	f := enginetest.Draw(t, &Describe{Most: 2, Fold: 1}, described())
	if len(f.Parts) != 2 || !strings.Contains(f.Caption, "4 further columns not described: most=6 has all") || len(f.Summary.Foot) != 2 {
		t.Errorf("%d parts, caption %q, foot %q", len(f.Parts), f.Caption, f.Summary.Foot)
	}
	f = enginetest.Draw(t, &Describe{Columns: []string{"weight", "kind"}, Most: 20, Fold: 1}, described())
	if f.Parts[0].Title != "weight" || f.Parts[1].Title != "kind" || strings.Contains(f.Caption, "further") {
		t.Errorf("parts %q and %q, caption %q", f.Parts[0].Title, f.Parts[1].Title, f.Caption)
	}

	many := described()
	train := &many.Runs[0].Train
	train.X, train.Columns, train.Target, train.Aside = mat.NewDense(15, 1, nil), []engine.Column{{Name: "c"}}, engine.Target{}, engine.Aside{}
	for i := range 15 {
		train.X.Set(i, 0, float64(i))
		train.Columns[0].Levels = append(train.Columns[0].Levels, fmt.Sprint("level", i))
	}
	f = enginetest.Draw(t, &Describe{Most: 20, Fold: 1}, many)
	bars := enginetest.Layer[figure.Bars](t, f.Parts[0], 0)
	if last := len(bars.Y) - 1; last != 12 || bars.Y[last] != 3 || f.Parts[0].X.Labels[last] != "others" {
		t.Errorf("bars %v", bars.Y)
	}
	if got := rowOf(f.Summary, 0); got != "c|category|0|15|level0 1, level1 1, level2 1, level3 1, 11 others 11" {
		t.Errorf("row %s", got)
	}

	held := described()
	held.Runs[0].Fold.Held = []int{6}
	held.Runs = append(held.Runs, held.Runs[0])
	if f = enginetest.Draw(t, &Describe{Most: 20, Fold: 2}, held); f.Title != "6 rows × 4 columns, those learned from, fold 2 of 2" {
		t.Errorf("title %q", f.Title)
	}
}

// TestDescribeSaysOfWhichResponse it is told, of several of the first.
func TestDescribeSaysOfWhichResponse(t *testing.T) {
	r := described()
	r.Runs[0].Train.Target = engine.Target{Label: "u, v", Response: mat.NewDense(6, 2, []float64{1, 9, 2, 8, 3, 7, 4, 6, 5, 5, 6, 0}), Responses: []string{"u", "v"}}
	s := enginetest.Draw(t, &Describe{Most: 20, Fold: 1}, r).Table()
	if !strings.HasPrefix(rowOf(s, 0), "u (response)|whole") || !strings.HasPrefix(rowOf(s, 1), "v (response)|whole") || !strings.Contains(rowOf(s, 2), "|r 1.00|") || !strings.Contains(s.Foot[0], "says of u by itself") {
		t.Errorf("rows %q, %q and %q, foot %q", rowOf(s, 0), rowOf(s, 1), rowOf(s, 2), s.Foot)
	}
}

func TestDescribeRefuses(t *testing.T) {
	thinned := described()
	thinned.Runs[0].Thinned = true
	for _, c := range []struct {
		view          *Describe
		report        *engine.Report
		param, remedy string
	}{
		{&Describe{Columns: []string{"wieght"}, Most: 20, Fold: 1}, described(), "columns", "did you mean weight?"},
		{&Describe{Columns: []string{"zzz"}, Most: 20, Fold: 1}, described(), "columns", "the columns are kind"},
		{&Describe{Most: 20, Fold: 2}, described(), "fold", ""},
		{&Describe{Most: 20, Fold: 1}, thinned, "fold", ""},
	} {
		_, err := c.view.View(t.Context(), c.report)
		var fault *engine.Error
		if !errors.As(err, &fault) || fault.Param != c.param || !strings.Contains(fault.Remedy.String(), c.remedy) {
			t.Errorf("%+v: %v", c.view, err)
		}
	}
}
