package render

import (
	"strings"
	"testing"
	"unfold/engine/figure"
)

// TestMultiplesAreCarriedOnce shows small multiples: the page has their picture,
// what it says in words and the way to its numbers, and the bundle no second
// picture unless there is no page.
func TestMultiplesAreCarriedOnce(t *testing.T) {
	fig := &figure.Figure{Name: "panels", Title: "all recipes", Alt: "accuracy of 2 recipes", Caption: "side by side", Parts: []*figure.Figure{
		{Title: "near", Parts: []*figure.Figure{{Name: "curve", Layers: []figure.Layer{figure.Line{X: []float64{1, 2}, Y: []float64{0.5, 0.9}, Marked: true}}}, scatter("a", "b")}},
		{Title: "far", Parts: []*figure.Figure{scatter("a", "b")}},
	}}
	data, _ := New(Options{}).Render(fig)
	page, text := data[mimeHTML].(string), data[mimeText].(string)
	if strings.Count(page, "data:image/") != 1 || strings.Contains(page, "<script") || !strings.Contains(page, `alt="accuracy of 2 recipes"`) || !strings.Contains(page, "side by side") || !strings.Contains(page, "Table()") {
		t.Errorf("the page is\n%.600s", page)
	}
	if data[mimePNG] != nil {
		t.Error("the picture is carried twice")
	}
	if !strings.Contains(text, "accuracy of 2 recipes") || !strings.Contains(text, "near  ▁█") {
		t.Errorf("the text is\n%s", text)
	}
	if data, _ := New(Options{Static: true}).Render(fig); data[mimePNG] == nil || data[mimeHTML] != nil {
		t.Error("without a page there is no picture")
	}
}
