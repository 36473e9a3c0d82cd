package render

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"unfold/engine/figure"
)

// TestRowValuesInBrowser: the mark of a row says what the row holds, as its file writes it,
// where it stands there, and what its class is the class of.
func TestRowValuesInBrowser(t *testing.T) {
	report := sample("red", "white", "rose")
	report.Figures = []*figure.Figure{{Name: "scatter", Classes: []string{"red", "white", "rose"}, Grouped: "cultivar", X: figure.Axis{Label: "dimension 1"}, Y: figure.Axis{Label: "dimension 2"},
		Layers: []figure.Layer{figure.Points{X: []float64{0.5, 1, 2}, Y: []float64{1, 2, 1.25}, Class: []int{0, 1, 2}, Rows: []int{4, 17, 90}}}}}
	report.Table.Source = "wine.csv"
	data, _ := New(Options{}).Render(report)
	ctx := browser(t, Page("rows", data[mimeHTML].(string)))
	canvases(t, ctx, 1)
	for _, want := range []string{
		"row 4 of wine.csv\ncultivar red\ndimension 1 0.5\ndimension 2 1\nalcohol 13.20\norganic yes",
		"row 17 of wine.csv\ncultivar white\ndimension 1 1\ndimension 2 2\nalcohol missing\norganic no",
		"row 90 of wine.csv\ncultivar rose\ndimension 1 2\ndimension 2 1.25\nalcohol 12.75\norganic yes",
	} {
		ask[bool](t, ctx, `document.querySelector("canvas").focus() || true`)
		if err := chromedp.Do(ctx, chromedp.KeyEvent("n")); err != nil {
			t.Fatal(err)
		}
		if got := ask[string](t, ctx, `document.querySelector(".uf-tip").textContent`); got != want {
			t.Errorf("the mark says %q, want %q", got, want)
		}
	}
}

// TestManyRowsStayOut: rows that would make a page heavy are told by their marks alone.
func TestManyRowsStayOut(t *testing.T) {
	report := sample("a", "b", "c")
	if v := rowValues(report.Table, report.Figures); len(v.Columns) != 2 || v.More != 0 {
		t.Errorf("of three rows %d columns are told", len(v.Columns))
	}
	report.Table.Rows = make([]int, mostToldRows+1)
	if v := rowValues(report.Table, report.Figures); v.Numbers != nil || v.Source == "" {
		t.Errorf("%d rows are told", len(v.Numbers))
	}
	if data, _ := New(Options{}).Render(confusion("a", "b", "c")); strings.Contains(data[mimeHTML].(string), "data-rows>") {
		t.Error("a figure without rows tells of rows")
	}
}
