package render

import (
	"strings"
	"testing"

	"unfold/engine/figure"
)

// TestSummariesAreShownBesideFigures on a page, and instead of their sentence in text.
func TestSummariesAreShownBesideFigures(t *testing.T) {
	part := &figure.Figure{Title: "age", X: figure.Axis{Label: "age", Whole: true}, Y: figure.Axis{Label: "rows"}, Layers: []figure.Layer{figure.Bars{Low: []float64{0.5, 1.5}, High: []float64{1.5, 2.5}, Y: []float64{1, 2}}}}
	f := &figure.Figure{
		Name: "describe", Title: "1 column", Alt: "age: whole, 1 to 2", X: figure.Axis{Label: "value"}, Y: figure.Axis{Label: "rows"}, Parts: []*figure.Figure{part},
		Summary: &figure.Sheet{Title: "1 column of 3 rows", Columns: []string{"column", "kind"}, Rows: [][]figure.Cell{{figure.Word("age"), figure.Word("whole")}}},
	}
	if text := figuresText([]*figure.Figure{f}); !strings.Contains(text, "1 column of 3 rows\ncolumn  kind\nage     whole\n") || !strings.Contains(text, "age  ▄█") || strings.Contains(text, f.Alt) {
		t.Errorf("text is\n%s", text)
	}
	page, err := figuresHTML([]*figure.Figure{f}, nil)
	if err != nil || !strings.Contains(page, `alt="age: whole, 1 to 2"`) || !strings.Contains(page, "<table") || strings.Contains(page, "<details") {
		t.Errorf("page is\n%s\nerror %v", page, err)
	}
}
